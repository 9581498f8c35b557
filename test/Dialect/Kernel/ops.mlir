// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @positions
  gpu.func @positions() kernel {
    // CHECK: kernel.thread_id x
    %0 = kernel.thread_id x
    // CHECK: kernel.block_id y
    %1 = kernel.block_id y
    // CHECK: kernel.block_size z
    %2 = kernel.block_size z
    // CHECK: kernel.grid_size x
    %3 = kernel.grid_size x
    gpu.return
  }

  // CHECK-LABEL: gpu.func @shared
  gpu.func @shared() kernel {
    // The default alignment is not printed.
    // CHECK: kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
    %0 = kernel.shared {alignment = 16} : memref<32x33xf32, #gpu.address_space<workgroup>>
    // CHECK: kernel.shared {alignment = 128 : i64} : memref<f16, #gpu.address_space<workgroup>>
    %1 = kernel.shared {alignment = 128} : memref<f16, #gpu.address_space<workgroup>>
    // CHECK: kernel.barrier
    kernel.barrier
    gpu.return
  }

  // CHECK-LABEL: gpu.func @access
  // CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[Y:.*]]: memref<?x8xbf16, strided<[16, 1], offset: ?>>, %[[Z:.*]]: memref<i1>
  gpu.func @access(%x: memref<64xf32>,
                   %y: memref<?x8xbf16, strided<[16, 1], offset: ?>>,
                   %z: memref<i1>) kernel {
    // CHECK: %[[I:.*]] = kernel.thread_id x
    %i = kernel.thread_id x
    // CHECK: %[[V:.*]] = kernel.load %[[X]][%[[I]]] : memref<64xf32>, f32
    %v = kernel.load %x[%i] : memref<64xf32>, f32
    // CHECK: kernel.store %[[V]], %[[X]][%[[I]]] : f32, memref<64xf32>
    kernel.store %v, %x[%i] : f32, memref<64xf32>
    // CHECK: %[[W:.*]] = kernel.load %[[Y]][%[[I]], %[[I]]] : memref<?x8xbf16, strided<[16, 1], offset: ?>>, vector<8xbf16>
    %w = kernel.load %y[%i, %i] : memref<?x8xbf16, strided<[16, 1], offset: ?>>, vector<8xbf16>
    // CHECK: kernel.store %[[W]], %[[Y]][%[[I]], %[[I]]] : vector<8xbf16>, memref<?x8xbf16, strided<[16, 1], offset: ?>>
    kernel.store %w, %y[%i, %i] : vector<8xbf16>, memref<?x8xbf16, strided<[16, 1], offset: ?>>
    // CHECK: kernel.load %[[Z]][] : memref<i1>, i1
    %b = kernel.load %z[] : memref<i1>, i1
    gpu.return
  }
}
