// Dynamic shared memory of more than 16 bytes' alignment: the static buffers become parts of one, whose size is a
// multiple of that alignment, and the driver puts the dynamic memory behind it.
// RUN: zyn-opt --pass-pipeline="builtin.module(gpu.module(convert-kernel-to-gpu))" %s | FileCheck %s

gpu.module @aligned {
  // CHECK-LABEL: gpu.func @f
  // CHECK-SAME: workgroup(%[[WHOLE:.*]] : memref<1024xi8, #gpu.address_space<workgroup>> {llvm.align = 1024 : i64})
  gpu.func @f(%x: memref<64xf32>) kernel {
    // CHECK-DAG: %[[BARS:.*]] = memref.view %[[WHOLE]][%c0{{.*}}][] : memref<1024xi8, #gpu.address_space<workgroup>> to memref<3x!kernel.mbarrier, #gpu.address_space<workgroup>>
    // CHECK-DAG: %[[TILE:.*]] = memref.view %[[WHOLE]][%c32{{.*}}][] : memref<1024xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %bars = kernel.shared : memref<3x!kernel.mbarrier, #gpu.address_space<workgroup>>
    %tile = kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %dynamic = kernel.dynamic_shared %c0 {alignment = 1024} : memref<64xf32, #gpu.address_space<workgroup>>
    %v = kernel.load %dynamic[%c0] : memref<64xf32, #gpu.address_space<workgroup>>, f32
    // CHECK: memref.store %{{.*}}, %[[TILE]]
    kernel.store %v, %tile[%c0] : f32, memref<64xf32, #gpu.address_space<workgroup>>
    // CHECK: kernel.mbarrier.init %[[BARS]]
    kernel.mbarrier.init %bars[%c0], %one : memref<3x!kernel.mbarrier, #gpu.address_space<workgroup>>
    gpu.return
  }
}

gpu.module @ordinary {
  // CHECK-LABEL: gpu.func @g
  // CHECK-SAME: workgroup(%{{.*}} : memref<64xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
  gpu.func @g(%x: memref<64xf32>) kernel {
    %tile = kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %dynamic = kernel.dynamic_shared %c0 : memref<64xf32, #gpu.address_space<workgroup>>
    %v = kernel.load %dynamic[%c0] : memref<64xf32, #gpu.address_space<workgroup>>, f32
    kernel.store %v, %tile[%c0] : f32, memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // An accumulator of f32 is rounded for a buffer of bf16, and stored in pairs if the rows are promised to be aligned.
  // CHECK-LABEL: gpu.func @rounded
  gpu.func @rounded(%c: !kernel.fragment<16x8xf32, accumulator>, %x: memref<?x?xbf16>, %i: index) kernel {
    // CHECK: %[[ELEMENTS:.*]] = kernel.mma.unpack
    // CHECK: arith.truncf %[[ELEMENTS]] : vector<4xf32> to vector<4xbf16>
    // CHECK-COUNT-2: vector.store {{.*}} : memref<?x?xbf16>, vector<2xbf16>
    kernel.mma.store %c, %x[%i, %i] aligned : !kernel.fragment<16x8xf32, accumulator>, memref<?x?xbf16>
    gpu.return
  }
}
