// A thread that polls sleeps until another block has stored the flag.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 5 | FileCheck %s

// CHECK: #0: tensor<1xi32>
// CHECK-NEXT: [7]

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%flag: memref<1xi32>, %out: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %seven = arith.constant 7 : i32
      %block = kernel.block_id x
      %isSecond = arith.cmpi eq, %block, %c1 : index
      scf.if %isSecond {
        kernel.atomic_store device release %seven, %flag[%c0] : i32, memref<1xi32>
      } else {
        %value = scf.while : () -> i32 {
          %0 = kernel.atomic_load device acquire %flag[%c0] : memref<1xi32>
          %waits = arith.cmpi eq, %0, %zero : i32
          scf.condition(%waits) %0 : i32
        } do {
        ^bb0(%0: i32):
          kernel.sleep 100
          scf.yield
        }
        kernel.store %value, %out[%c0] : i32, memref<1xi32>
      }
      gpu.return
    }
    gpu.func @clear(%flag: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      kernel.store %zero, %flag[%c0] : i32, memref<1xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %flag = memref.alloc() : memref<1xi32>
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>)
    gpu.launch_func @m::@f blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%flag : memref<1xi32>, %out : memref<1xi32>)
    return %out : memref<1xi32>
  }
}
