// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// A function that a kernel calls, and that calls itself.

// CHECK: .func (.param .b64 func_retval0) fibonacci(
// CHECK: call.uni {{.*}}fibonacci
// CHECK: .entry f(
// CHECK: call.uni {{.*}}fibonacci
gpu.module @m {
  func.func private @fibonacci(%n: i64) -> i64 {
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i64
    %isLast = arith.cmpi slt, %n, %c2 : i64
    %r = scf.if %isLast -> i64 {
      scf.yield %n : i64
    } else {
      %0 = arith.subi %n, %c1 : i64
      %1 = arith.subi %n, %c2 : i64
      %2 = func.call @fibonacci(%0) : (i64) -> i64
      %3 = func.call @fibonacci(%1) : (i64) -> i64
      %4 = arith.addi %2, %3 : i64
      scf.yield %4 : i64
    }
    return %r : i64
  }
  gpu.func @f(%x: memref<64xi64>) kernel {
    %i = kernel.thread_id x
    %0 = kernel.load %x[%i] : memref<64xi64>, i64
    %1 = func.call @fibonacci(%0) : (i64) -> i64
    kernel.store %1, %x[%i] : i64, memref<64xi64>
    gpu.return
  }
}
