// Two blocks of a cluster exchange their rows: one stores to the other, which is
// told by an mbarrier, and the first loads from the second.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the cluster barrier:
// RUN: grep -v 'kernel.cluster_barrier$' %s > %t.THECLUSTERBARRIER.mlir
// RUN: not zyn-run %t.THECLUSTERBARRIER.mlir --device emulate --entry main random:f32:4x64 2>&1 | FileCheck %s --check-prefix THECLUSTERBARRIER
// THECLUSTERBARRIER: error: 

// A wait whose scope is the block does not see what came from another:
// RUN: sed "s/ scope cluster//" %s > %t.scope.mlir
// RUN: not zyn-run %t.scope.mlir --device emulate --entry main random:f32:4x64 2>&1 | FileCheck %s --check-prefix SCOPE
// SCOPE: error: data race: 

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%x: memref<4x64xf32>, %out: memref<4x64xf32>) kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %mine = kernel.shared : memref<64xf32, #shared>
      %given = kernel.shared : memref<64xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %b = kernel.block_id x
      %rank = arith.remui %b, %c2 : index
      %other = arith.subi %c1, %rank : index
      %even = arith.constant 0 : i32
      %one = arith.constant 1.0 : f32
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        %count = arith.constant 64 : i32
        kernel.mbarrier.init %bars[%c0], %count : memref<1x!kernel.mbarrier, #shared>
      }
      %v = kernel.load %x[%b, %t] : memref<4x64xf32>, f32
      kernel.store %v, %mine[%t] : f32, memref<64xf32, #shared>
      kernel.cluster_barrier
      %isZero = arith.cmpi eq, %rank, %c0 : index
      scf.if %isZero {
        %far = kernel.map_shared %given, %other : memref<64xf32, #shared> to memref<64xf32, #kernel.cluster>
        %w = arith.addf %v, %one : f32
        kernel.store %w, %far[%t] : f32, memref<64xf32, #kernel.cluster>
        kernel.mbarrier.arrive_remote %bars[%c0], block %other : memref<1x!kernel.mbarrier, #shared>
        %near = kernel.map_shared %mine, %other : memref<64xf32, #shared> to memref<64xf32, #kernel.cluster>
        %u = kernel.load %near[%t] : memref<64xf32, #kernel.cluster>, f32
        kernel.store %u, %out[%b, %t] : f32, memref<4x64xf32>
      } else {
        kernel.mbarrier.wait %bars[%c0], %even scope cluster : memref<1x!kernel.mbarrier, #shared>, i32
        %u = kernel.load %given[%t] : memref<64xf32, #shared>, f32
        kernel.store %u, %out[%b, %t] : f32, memref<4x64xf32>
      }
      kernel.cluster_barrier.arrive
      kernel.cluster_barrier.wait
      gpu.return
    }
  }
  func.func @main(%x: memref<4x64xf32>) -> memref<4x64xf32> {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %out = memref.alloc() : memref<4x64xf32>
    gpu.launch_func @m::@kernel blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<4x64xf32>, %out : memref<4x64xf32>)
    return %out : memref<4x64xf32>
  }
}
