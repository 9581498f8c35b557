// Named barriers: a warp produces, another consumes, and neither waits for the
// third.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 5 | FileCheck %s

// Without the consumer's barrier it is a race.
// RUN: grep -v 'kernel.barrier id' %s > %t.mlir
// RUN: not zyn-run %t.mlir --device emulate 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: {{data race|uninitialized read}}: kernel.load

// CHECK: #0: tensor<8xi32>
// CHECK-NEXT: [31, 30, 29, 28, 27, 26, 25, 24]

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%out: memref<8xi32>) kernel {
      %tile = kernel.shared : memref<32xi32, #gpu.address_space<workgroup>>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c31 = arith.constant 31 : index
      %warp = kernel.warp_id
      %l = kernel.lane_id
      %lane = arith.index_cast %l : index to i32
      %isProducer = arith.cmpi eq, %warp, %c0 : index
      %isConsumer = arith.cmpi eq, %warp, %c1 : index
      scf.if %isProducer {
        kernel.store %lane, %tile[%l] : i32, memref<32xi32, #gpu.address_space<workgroup>>
        kernel.barrier.arrive id = 3 count = 64
      }
      scf.if %isConsumer {
        kernel.barrier id = 3 count = 64
        %mirror = arith.subi %c31, %l : index
        %v = kernel.load %tile[%mirror] : memref<32xi32, #gpu.address_space<workgroup>>, i32
        %isShown = arith.cmpi ult, %l, %c8 : index
        scf.if %isShown {
          kernel.store %v, %out[%l] : i32, memref<8xi32>
        }
      }
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %c1 = arith.constant 1 : index
    %c96 = arith.constant 96 : index
    %out = memref.alloc() : memref<8xi32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1)
        args(%out : memref<8xi32>)
    return %out : memref<8xi32>
  }
}
