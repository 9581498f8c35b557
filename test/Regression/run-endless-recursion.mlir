// RUN: not zyn-run %s 5 2>&1 | FileCheck %s
// A program that uses up its stack is an error, not a crash of zyn-run.

// CHECK: zyn-run: error: the program accessed invalid memory
func.func @main(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %next = arith.addi %n, %one : i64
  %r = func.call @main(%next) : (i64) -> i64
  %s = arith.muli %r, %next : i64
  %t = arith.xori %s, %r : i64
  return %t : i64
}
