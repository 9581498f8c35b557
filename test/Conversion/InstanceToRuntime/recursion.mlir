// RUN: zyn-opt %s --convert-instance-to-runtime | FileCheck %s
// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s --check-prefix=KERNEL
// RUN: zyn-opt %s --instance-to-llvm | FileCheck %s --check-prefix=LLVM

// The check of the stack is an op of the dialect `instance`, of which there is no other one.
// CHECK-LABEL: func.func private @instance.main(
// CHECK: llvm.call_intrinsic "llvm.frameaddress"
// KERNEL-LABEL: func.func private @instance.main(
// LLVM-LABEL: llvm.func {{.*}}@instance.main(
func.func @main(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %next = arith.addi %n, %one : i64
  %r = func.call @main(%next) : (i64) -> i64
  %s = arith.muli %r, %next : i64
  return %s : i64
}
