// Functions whose address is taken are called by their own types, also if C passes the buffers of their results.
// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object %s -o %t/address.o --header=%t/address.h
// RUN: clang -std=c11 -Wall -Wextra -Werror -I %t %S/Inputs/function-address.c %t/address.o -o %t/address && %t/address | FileCheck %s

func.func @doubled(%x: memref<2xi64>) -> memref<2xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloc() : memref<2xi64>
  %a = memref.load %x[%c0] : memref<2xi64>
  %b = memref.load %x[%c1] : memref<2xi64>
  %a2 = arith.addi %a, %a : i64
  %b2 = arith.addi %b, %b : i64
  memref.store %a2, %r[%c0] : memref<2xi64>
  memref.store %b2, %r[%c1] : memref<2xi64>
  return %r : memref<2xi64>
}

func.func private @same(%x: memref<2xi64>) -> memref<2xi64> {
  return %x : memref<2xi64>
}

// CHECK: doubled 6 8
// CHECK: sum 14 7
func.func @sum(%c: i1, %x: memref<2xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = func.constant @doubled : (memref<2xi64>) -> memref<2xi64>
  %g = func.constant @same : (memref<2xi64>) -> memref<2xi64>
  %h = arith.select %c, %f, %g : (memref<2xi64>) -> memref<2xi64>
  %y = func.call_indirect %h(%x) : (memref<2xi64>) -> memref<2xi64>
  %a = memref.load %y[%c0] : memref<2xi64>
  %b = memref.load %y[%c1] : memref<2xi64>
  %r = arith.addi %a, %b : i64
  return %r : i64
}
