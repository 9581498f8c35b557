// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-expand-for-target{chip=sm_75}))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-expand-for-target{chip=sm_80}))' | FileCheck %s --check-prefix=SAME
// What has no expansion remains.
// RUN: not zyn-translate --zyn-to-ptx --chip sm_75 %s 2>&1 | FileCheck %s --check-prefix=REST

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  // CHECK-LABEL: gpu.func @whole
  // CHECK: %[[V:.*]] = kernel.load %{{.*}} : memref<64x64xf32>, vector<4xf32>
  // CHECK-NEXT: kernel.store %[[V]], %{{.*}} : vector<4xf32>, memref<16x64xf32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: kernel.barrier
  // SAME-LABEL: gpu.func @whole
  // SAME: kernel.async_copy
  // SAME: kernel.async_commit
  // SAME: kernel.async_wait 0
  gpu.func @whole(%x: memref<64x64xf32>, %i: index) kernel {
    %tile = kernel.shared : memref<16x64xf32, #shared>
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 16 : memref<64x64xf32>, memref<16x64xf32, #shared>
    kernel.async_commit
    kernel.async_wait 0
    kernel.barrier
    gpu.return
  }

  // CHECK-LABEL: gpu.func @part
  // CHECK-SAME: %[[N:[^:]*]]: index) kernel
  // CHECK: %[[ALL:.*]] = arith.cmpi eq, %[[N]], %c8
  // CHECK: scf.if %[[ALL]] {
  // CHECK: kernel.load {{.*}} vector<8xf16>
  // CHECK: } else {
  // CHECK: kernel.store %cst
  // CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %[[N]] step %c1
  // CHECK: %[[E:.*]] = kernel.load {{.*}}, f16
  // CHECK: kernel.store %[[E]]
  gpu.func @part(%x: memref<64x64xf16>, %i: index, %n: index) kernel {
    %tile = kernel.shared : memref<16x64xf16, #shared>
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 16 valid %n cache streaming
        : memref<64x64xf16>, memref<16x64xf16, #shared>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @reduce
  // CHECK: %[[S:.*]] = arith.extsi
  // CHECK: %[[R:.*]] = kernel.warp_reduce max %[[S]] : i64
  // CHECK: arith.trunci %[[R]] : i64 to i32
  // CHECK: arith.extui
  // CHECK: kernel.warp_reduce umin %{{.*}} : i64
  // CHECK: kernel.warp_reduce add %{{.*}} mask %{{.*}} : i32
  // SAME-LABEL: gpu.func @reduce
  // SAME-NOT: i64
  // REST: [[#@LINE+5]]:10: error: 'kernel.warp_reduce' needs sm_80, target is sm_75
  gpu.func @reduce(%x: i32, %mask: i32, %out: memref<3xi32>) kernel {
    %i = kernel.thread_id x
    %0 = kernel.warp_reduce max %x : i32
    %1 = kernel.warp_reduce umin %0 : i32
    %2 = kernel.warp_reduce add %1 mask %mask : i32
    kernel.store %2, %out[%i] : i32, memref<3xi32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @mma
  // CHECK: %[[C:.*]] = kernel.mma.fill
  // CHECK: %[[A:.*]] = kernel.mma.unpack {{.*}}<16x16xf16, a>
  // CHECK: %[[B:.*]] = kernel.mma.unpack {{.*}}<16x8xf16, b>
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [4], strides = [1]}
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [2], strides = [1]}
  // CHECK: %[[D:.*]] = kernel.mma.compute %{{.*}}, %{{.*}}, %[[C]] : !kernel.fragment<16x8xf16, a>, !kernel.fragment<8x8xf16, b>
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [4], sizes = [4], strides = [1]}
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [2], sizes = [2], strides = [1]}
  // CHECK: kernel.mma.compute %{{.*}}, %{{.*}}, %[[D]] : !kernel.fragment<16x8xf16, a>, !kernel.fragment<8x8xf16, b>
  gpu.func @mma(%x: memref<16x16xf16>, %y: memref<16x8xf16>, %out: memref<16x8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %a = kernel.mma.load %x[%c0, %c0] : memref<16x16xf16>, !kernel.fragment<16x16xf16, a>
    %b = kernel.mma.load %y[%c0, %c0] : memref<16x8xf16>, !kernel.fragment<16x8xf16, b>
    %c = kernel.mma.fill %zero : !kernel.fragment<16x8xf32, accumulator>
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x16xf16, a>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xf32, accumulator>
    kernel.mma.store %d, %out[%c0, %c0] : !kernel.fragment<16x8xf32, accumulator>, memref<16x8xf32>
    gpu.return
  }
}
