// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_90a %}

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  gpu.func @copies(%y: memref<64xi8, #gpu.address_space<global>>, %i: index, %n: index) kernel {
    %bytes = kernel.shared : memref<64xi8, #shared>
    // CHECK: createpolicy.fractional.L2::evict_first.b64 policy, 1.0; cp.async.ca.shared.global.L2::cache_hint [{{.*}}], [{{.*}}], 4, policy;
    kernel.async_copy %y[%i], %bytes[%i] bytes 4 cache streaming
      : memref<64xi8, #gpu.address_space<global>>, memref<64xi8, #shared>
    // CHECK: cp.async.cg.shared.global.L2::cache_hint [{{.*}}], [{{.*}}], 16, %r{{.*}}, policy;
    kernel.async_copy %y[%i], %bytes[%i] bytes 16 valid %n cache streaming
      : memref<64xi8, #gpu.address_space<global>>, memref<64xi8, #shared>
    gpu.return
  }
}
