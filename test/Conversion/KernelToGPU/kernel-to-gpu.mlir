// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-gpu))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @positions
  gpu.func @positions(%out: memref<4xindex>) kernel {
    // CHECK: gpu.thread_id x
    %0 = kernel.thread_id x
    // CHECK: gpu.block_id y
    %1 = kernel.block_id y
    // CHECK: gpu.block_dim z
    %2 = kernel.block_size z
    // CHECK: gpu.grid_dim x
    %3 = kernel.grid_size x
    // CHECK: gpu.barrier
    kernel.barrier
    gpu.return
  }

  // Shared memory becomes attributions of the function, with their alignment.
  // CHECK-LABEL: gpu.func @shared
  // CHECK-SAME: workgroup(%[[A:[^ ]*]] : memref<32x33xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %[[B:[^ ]*]] : memref<f32, #gpu.address_space<workgroup>> {llvm.align = 128 : i64})
  gpu.func @shared(%i: index) kernel {
    %0 = kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
    %1 = kernel.shared {alignment = 128} : memref<f32, #gpu.address_space<workgroup>>
    // CHECK: %[[V:.*]] = memref.load %[[A]][%{{.*}}, %{{.*}}]
    %v = kernel.load %0[%i, %i] : memref<32x33xf32, #gpu.address_space<workgroup>>, f32
    // CHECK: memref.store %[[V]], %[[B]][]
    kernel.store %v, %1[] : f32, memref<f32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // A vector access is one access: its alignment is its size in bytes.
  // CHECK-LABEL: gpu.func @vectors
  gpu.func @vectors(%x: memref<64xf32>, %y: memref<64xbf16>, %i: index) kernel {
    // CHECK: %[[V:.*]] = vector.load %{{.*}} {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    %v = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
    // CHECK: vector.store %[[V]], %{{.*}} {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    kernel.store %v, %x[%i] : vector<4xf32>, memref<64xf32>
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64} : memref<64xbf16>, vector<2xbf16>
    %w = kernel.load %y[%i] : memref<64xbf16>, vector<2xbf16>
    gpu.return
  }

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
