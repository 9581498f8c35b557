// A block of the cluster may not have started: its shared memory is not to be
// accessed before a cluster barrier.
// RUN: not zyn-run %s ones:i32:8x32 --device emulate 2>&1 | FileCheck %s
// RUN: not zyn-run %s ones:i32:8x32 --device emulate --seed 4 2>&1 | FileCheck %s
// CHECK: error: access before start: kernel.store of 4 bytes by thread {{.*}}, which may not have started; kernel.cluster_barrier is missing before it (256 times)

// A relaxed one orders no accesses, and is enough for this.
// RUN: sed 's/^  %far = kernel.map_shared/  kernel.cluster_barrier.arrive relaxed\n  kernel.cluster_barrier.wait\n&/' %s > %t.mlir
// RUN: zyn-run %t.mlir ones:i32:8x32 --device emulate --no-output
// RUN: zyn-run %t.mlir ones:i32:8x32 --device emulate --seed 4 --no-output

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
gpu.module @m {
gpu.func @kernel(%x: memref<8x32xi32>, %out: memref<8x32xi32>) kernel attributes {known_cluster_size = array<i32: 4, 1, 1>} {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c4 = arith.constant 4 : index
  %mine = kernel.shared : memref<32xi32, #shared>
  %given = kernel.shared : memref<32xi32, #shared>
  %l = kernel.lane_id
  %b = kernel.block_id x
  %rank = kernel.block_rank_in_cluster
  %r1 = arith.addi %rank, %c1 : index
  %next = arith.remui %r1, %c4 : index
  %v = kernel.load %x[%b, %l] : memref<8x32xi32>, i32
  kernel.store %v, %mine[%l] : i32, memref<32xi32, #shared>
  %far = kernel.map_shared %given, %next : memref<32xi32, #shared> to memref<32xi32, #kernel.cluster>
  kernel.store %v, %far[%l] : i32, memref<32xi32, #kernel.cluster>
  kernel.cluster_barrier
  %rev = arith.subi %c31, %l : index
  %p = kernel.load %given[%rev] : memref<32xi32, #shared>, i32
  %near = kernel.map_shared %mine, %next : memref<32xi32, #shared> to memref<32xi32, #kernel.cluster>
  %q = kernel.load %near[%l] : memref<32xi32, #kernel.cluster>, i32
  %s = arith.addi %p, %q : i32
  kernel.store %s, %out[%b, %l] : i32, memref<8x32xi32>
  kernel.cluster_barrier
  gpu.return
}
}
func.func @main(%x: memref<8x32xi32>) -> memref<8x32xi32> {
  %_d1 = arith.constant 1 : index
  %_d8 = arith.constant 8 : index
  %_d32 = arith.constant 32 : index
  %out = memref.alloc() : memref<8x32xi32>
  gpu.launch_func @m::@kernel blocks in (%_d8, %_d1, %_d1) threads in (%_d32, %_d1, %_d1) args(%x : memref<8x32xi32>, %out : memref<8x32xi32>)
  return %out : memref<8x32xi32>
}
}
