// Named barriers and barriers of a warp: the second warp waits for what the
// first has written, and lanes for each other. Without one of them, it is a
// race.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 3 | FileCheck %s
// CHECK: [62, 60, 58,
// RUN: grep -v kernel.barrier %s > %t.0.mlir
// RUN: not zyn-run %t.0.mlir --device emulate 2>&1 | FileCheck %s --check-prefix RACE
// RUN: grep -v kernel.warp_barrier %s > %t.1.mlir
// RUN: not zyn-run %t.1.mlir --device emulate 2>&1 | FileCheck %s --check-prefix RACE
// RACE: error: data race

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%out: memref<32xi32>) kernel {
      %tile = kernel.shared : memref<32xi32, #shared>
      %c32 = arith.constant 32 : index
      %c31 = arith.constant 31 : index
      %t = kernel.thread_id x
      %isProducer = arith.cmpi ult, %t, %c32 : index
      scf.if %isProducer {
        %v = arith.index_cast %t : index to i32
        kernel.store %v, %tile[%t] : i32, memref<32xi32, #shared>
        kernel.barrier.arrive id = 1 count = 64
      } else {
        kernel.barrier id = 1 count = 64
        %lane = arith.subi %t, %c32 : index
        %v = kernel.load %tile[%lane] : memref<32xi32, #shared>, i32
        %twice = arith.addi %v, %v : i32
        kernel.store %twice, %tile[%lane] : i32, memref<32xi32, #shared>
        %other = arith.subi %c31, %lane : index
        %all = arith.constant -1 : i32
        kernel.warp_barrier mask %all
        %w = kernel.load %tile[%other] : memref<32xi32, #shared>, i32
        kernel.store %w, %out[%lane] : i32, memref<32xi32>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<32xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %out = memref.alloc() : memref<32xi32>
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%out : memref<32xi32>)
    return %out : memref<32xi32>
  }
}
