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

  // CHECK-LABEL: gpu.func @mma_f16
  gpu.func @mma_f16(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>,
                    %out: memref<4xf32>, %i: index) kernel {
    // CHECK: nvvm.mma.sync
    // CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 16>
    // CHECK-SAME: (vector<2xf16>, vector<2xf16>, f32)
    %d = kernel.mma %a, %b, %c : vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>
    %s = vector.extract %d[1, 0] : f32 from vector<2x2xf32>
    kernel.store %s, %out[%i] : f32, memref<4xf32>
    gpu.return
  }

  // Pairs of bf16 travel as words.
  // CHECK-LABEL: gpu.func @mma_bf16
  gpu.func @mma_bf16(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>,
                     %out: memref<4xf32>, %i: index) kernel {
    // CHECK-COUNT-6: vector.bitcast %{{.*}} : vector<2xbf16> to vector<1xi32>
    // CHECK: nvvm.mma.sync
    // CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>
    // CHECK-SAME: (i32, i32, f32)
    %d = kernel.mma %a, %b, %c : vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>
    %s = vector.extract %d[1, 0] : f32 from vector<2x2xf32>
    kernel.store %s, %out[%i] : f32, memref<4xf32>
    gpu.return
  }
}
