// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-gpu))' | FileCheck %s

gpu.module @m {
  // Each thread loads its own elements of a fragment: neighbors at once where
  // they are contiguous and known to be aligned.
  // CHECK-LABEL: gpu.func @fragments
  gpu.func @fragments(%x: memref<64x64xbf16>, %y: memref<?x?xf32>, %i: index)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // CHECK: gpu.thread_id x
    // CHECK-NOT: gpu.thread_id y
    // CHECK-COUNT-4: vector.load {{.*}} : memref<64x64xbf16>, vector<2xbf16>
    // CHECK: kernel.mma.pack {{.*}} : !kernel.fragment<16x16xbf16, a>
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    // CHECK-COUNT-4: memref.load {{.*}} : memref<64x64xbf16>
    // CHECK: kernel.mma.pack {{.*}} : !kernel.fragment<16x8xbf16, b>
    %b = kernel.mma.load %x[%i, %i] : memref<64x64xbf16>, !kernel.fragment<16x8xbf16, b>
    // CHECK-COUNT-4: memref.load {{.*}} : memref<?x?xf32>
    %c = kernel.mma.load %y[%i, %i] : memref<?x?xf32>, !kernel.fragment<16x8xf32, accumulator>
    // CHECK: kernel.mma.compute
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>,
          !kernel.fragment<16x8xf32, accumulator>
    // CHECK: kernel.mma.unpack
    // CHECK-COUNT-4: memref.store {{.*}} : memref<?x?xf32>
    kernel.mma.store %d, %y[%i, %i] column_major : !kernel.fragment<16x8xf32, accumulator>, memref<?x?xf32>
    gpu.return
  }

  // The thread's number counts all dimensions of a block that may have them.
  // CHECK-LABEL: gpu.func @any_block
  gpu.func @any_block(%x: memref<64x64xf32>, %i: index) kernel {
    // CHECK: gpu.thread_id z
    %0 = kernel.mma.load %x[%i, %i] : memref<64x64xf32>, !kernel.fragment<64x8xf32, accumulator, warpgroup>
    kernel.mma.store %0, %x[%i, %i] : !kernel.fragment<64x8xf32, accumulator, warpgroup>, memref<64x64xf32>
    gpu.return
  }
}
