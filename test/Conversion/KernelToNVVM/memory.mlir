// RUN: zyn-translate --zyn-to-ptx --chip sm_80 %s | FileCheck %s

// One start for all, with the greatest alignment.
// CHECK-DAG: .const .align 16 .b8 __constant_0[16] = {0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 128, 64};
// CHECK-DAG: .extern .shared .align 1024 .b8 __zyn_dynamic_shared[];

gpu.module @m {
  // CHECK-LABEL: .entry buffers(
  gpu.func @buffers(%x: memref<64xf32>, %n: index) kernel {
    %i = kernel.thread_id x
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %a = kernel.dynamic_shared %c0 : memref<256xf32, #gpu.address_space<workgroup>>
    %b = kernel.dynamic_shared %c1024 {alignment = 1024} : memref<64xf32, #gpu.address_space<workgroup>>
    %table = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> : memref<4xf32, #kernel.constant>
    %same = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> : memref<4xf32, #kernel.constant>
    %own = kernel.local : memref<8xf32, #gpu.address_space<private>>
    // CHECK: ld.const.b32
    %0 = kernel.load %table[%i] : memref<4xf32, #kernel.constant>, f32
    %1 = kernel.load %same[%n] : memref<4xf32, #kernel.constant>, f32
    // CHECK: st.local.b32
    kernel.store %0, %own[%n] : f32, memref<8xf32, #gpu.address_space<private>>
    kernel.store %1, %own[%i] : f32, memref<8xf32, #gpu.address_space<private>>
    // CHECK: ld.local.b32
    %2 = kernel.load %own[%c0] : memref<8xf32, #gpu.address_space<private>>, f32
    // CHECK: st.shared.b32
    kernel.store %2, %a[%i] : f32, memref<256xf32, #gpu.address_space<workgroup>>
    // CHECK: st.shared.b32 [%{{.*}}+1024]
    kernel.store %2, %b[%i] : f32, memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: .entry hints(
  gpu.func @hints(%x: memref<64xf32>, %g: memref<64xbf16, #gpu.address_space<global>>, %b: memref<64xi8>,
                  %d: memref<64xf64>) kernel {
    %i = kernel.thread_id x
    // CHECK: ld.ca.b32 %
    %0 = kernel.load %x[%i] cache = l1 : memref<64xf32>, f32
    // CHECK: st.cs.b32 [
    kernel.store %0, %x[%i] cache = streaming : f32, memref<64xf32>
    // CHECK: ld.cg.v2.b64 {%{{.*}}, %{{.*}}}, [
    %1 = kernel.load %x[%i] cache = l2 : memref<64xf32>, vector<4xf32>
    // CHECK: st.cg.v2.b64 [%{{.*}}], {
    kernel.store %1, %x[%i] cache = l2 : vector<4xf32>, memref<64xf32>
    // CHECK: ld.global.cs.b64 %
    %2 = kernel.load %g[%i] cache = streaming : memref<64xbf16, #gpu.address_space<global>>, vector<4xbf16>
    // CHECK: st.global.cs.b64 [
    kernel.store %2, %g[%i] cache = streaming : vector<4xbf16>, memref<64xbf16, #gpu.address_space<global>>
    // CHECK: ld.global.cg.b16 %
    %3 = kernel.load %g[%i] cache = l2 : memref<64xbf16, #gpu.address_space<global>>, bf16
    // CHECK: st.global.cg.b16 [
    kernel.store %3, %g[%i] cache = l2 : bf16, memref<64xbf16, #gpu.address_space<global>>
    // CHECK: ld.cg.b8 %
    %4 = kernel.load %b[%i] cache = l2 : memref<64xi8>, i8
    // CHECK: st.cg.b8 [
    kernel.store %4, %b[%i] cache = l2 : i8, memref<64xi8>
    // CHECK: ld.cs.b64 %
    %5 = kernel.load %d[%i] cache = streaming : memref<64xf64>, f64
    // CHECK: st.cs.b64 [
    kernel.store %5, %d[%i] cache = streaming : f64, memref<64xf64>
    // CHECK: prefetch.L1 [
    kernel.prefetch l1 %x[%i] : memref<64xf32>
    // CHECK: prefetch.global.L2 [
    kernel.prefetch l2 %g[%i] : memref<64xbf16, #gpu.address_space<global>>
    gpu.return
  }
}
