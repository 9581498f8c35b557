// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: not zyn-run %s --device emulate --entry fails 2>&1 | FileCheck %s --check-prefix=FAILS

// CHECK-DAG: thread 0: 0.5, -1 and true
// CHECK-DAG: thread 1: 0.25, -1 and false
// FAILS: debug-print.mlir:[[@LINE+8]]:7: error: kernel.assert: expected a positive number: thread (0,0,0) of block (0,0,0)

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%n: i32) kernel {
      %c1 = arith.constant 1 : i32
      %c0 = arith.constant 0 : i32
      %isPositive = arith.cmpi sgt, %n, %c0 : i32
      kernel.assert %isPositive, "expected a positive number"
      %t = kernel.thread_id x
      %t32 = arith.index_cast %t : index to i32
      %first = arith.cmpi eq, %t32, %c0 : i32
      %half = arith.constant 0.5 : f32
      %quarter = arith.constant 0.25 : f32
      %x = arith.select %first, %half, %quarter : f32
      %minus = arith.constant -1 : i8
      kernel.print "thread {0}: {1}, {2} and {3}", %t, %x, %minus, %first : index, f32, i8, i1
      gpu.return
    }
  }
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %n = arith.constant 1 : i32
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%n : i32)
    return %out : memref<1xi32>
  }
  func.func @fails() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %n = arith.constant 0 : i32
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%n : i32)
    return %out : memref<1xi32>
  }
}
