// RUN: zyn-opt --zyn-to-nvvm %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_80 sm_90a %}

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%i: index, %p: i1, %out: memref<1xi1>) kernel {
    %n = arith.constant 128 : i32
    %b = kernel.shared : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.init.shared.b64 [
    kernel.mbarrier.init %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.arrive.shared.b64 %rd{{.*}}, [
    kernel.mbarrier.arrive %b[%i] : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.inval.shared.b64 [
    kernel.mbarrier.invalidate %b[%i] : memref<4x!kernel.mbarrier, #shared>
    gpu.return
  }
}
