// Blocks take numbers from a queue that block 0 fills. They wait for one too
// few: '<' where '<=' is right.
// RUN: zyn-run %s zeros:i32:32 zeros:i32:1 zeros:i32:1 zeros:i32:32 --device emulate --no-output
// RUN: not zyn-run %s zeros:i32:32 zeros:i32:1 zeros:i32:1 zeros:i32:32 --device emulate --seed 1 2>&1 | FileCheck %s
// CHECK: error: data race: kernel.{{load|store}}

// RUN: sed 's/cmpi ult, %_t1, %h/cmpi ule, %_t1, %h/' %s > %t.mlir
// RUN: zyn-run %t.mlir zeros:i32:32 zeros:i32:1 zeros:i32:1 zeros:i32:32 --device emulate --seed 1 | FileCheck %s --check-prefix RIGHT
// RUN: zyn-run %t.mlir zeros:i32:32 zeros:i32:1 zeros:i32:1 zeros:i32:32 --device emulate --seed 2 | FileCheck %s --check-prefix RIGHT
// RIGHT: [5, 8, 11, 14,

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
gpu.module @m {
gpu.func @kernel(%q: memref<32xi32>, %head: memref<1xi32>, %tail: memref<1xi32>, %out: memref<32xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %i1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : i32
  %i32 = arith.constant 32 : i32
  %i5 = arith.constant 5 : i32
  %b = kernel.block_id x
  %l = kernel.lane_id
  %first = arith.cmpi eq, %l, %c0 : index
  %isP = arith.cmpi eq, %b, %c0 : index
  scf.if %first {
    scf.if %isP {
      scf.for %k = %c0 to %c32 step %c1 {
        %k32 = arith.index_cast %k : index to i32
        %k3 = arith.muli %k32, %i3 : i32
        %v = arith.addi %k3, %i5 : i32
        %n = arith.addi %k32, %i1 : i32
        kernel.store %v, %q[%k] : i32, memref<32xi32>
        kernel.atomic_store device release %n, %tail[%c0] : i32, memref<1xi32>
      }
    } else {
      scf.while : () -> () {
        %h = kernel.atomic add device relaxed %i1, %head[%c0] : i32, memref<1xi32>
        %in = arith.cmpi ult, %h, %i32 : i32
        scf.if %in {
          scf.while : () -> () {
              %_t1 = kernel.atomic_load device acquire %tail[%c0] : memref<1xi32>
              %_t2 = arith.cmpi ult, %_t1, %h : i32
              scf.condition(%_t2)
          } do {
              scf.yield
          }
          %hi = arith.index_cast %h : i32 to index
          %v = kernel.load %q[%hi] : memref<32xi32>, i32
          kernel.store %v, %out[%hi] : i32, memref<32xi32>
        }
        scf.condition(%in)
      } do {
        scf.yield
      }
    }
  }
  gpu.return
}
}
func.func @main(%q: memref<32xi32>, %head: memref<1xi32>, %tail: memref<1xi32>, %out: memref<32xi32>) -> memref<32xi32> {
  %_d1 = arith.constant 1 : index
  %_d4 = arith.constant 4 : index
  %_d32 = arith.constant 32 : index
  gpu.launch_func @m::@kernel blocks in (%_d4, %_d1, %_d1) threads in (%_d32, %_d1, %_d1) args(%q : memref<32xi32>, %head : memref<1xi32>, %tail : memref<1xi32>, %out : memref<32xi32>)
  return %out : memref<32xi32>
}
}
