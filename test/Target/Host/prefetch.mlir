// Prefetches do not change results, nor do they read behind the indices: numbers of rows around the distance.
// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 %s -o %t/prefetch.o --header=%t/prefetch.h
// RUN: clang -std=c11 -Wall -Wextra -Werror -I %t %S/Inputs/prefetch.c %t/prefetch.o -o %t/prefetch && %t/prefetch | FileCheck %s
// RUN: llvm-objdump -d %t/prefetch.o | FileCheck %s --check-prefix=CODE
// REQUIRES: x86_64

// CODE: prefetcht0
// CHECK: 7 numbers of rows are right
func.func @sum_rows(%table: memref<?x16xi32>, %rows: memref<?xi32>) -> i32 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %n = memref.dim %rows, %c0 : memref<?xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %r = memref.load %rows[%i] : memref<?xi32>
    %row = arith.index_cast %r : i32 to index
    %t = scf.for %k = %c0 to %c16 step %c1 iter_args(%u = %s) -> i32 {
      %v = memref.load %table[%row, %k] : memref<?x16xi32>
      %m = arith.muli %u, %three : i32
      %w = arith.addi %m, %v : i32
      scf.yield %w : i32
    }
    scf.yield %t : i32
  }
  return %sum : i32
}
