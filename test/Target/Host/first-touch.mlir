// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object %s -o %t/touch.o --header=%t/touch.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/touch.h
// RUN: llvm-objdump -t %t/touch.o | FileCheck %s --check-prefix=SYMBOLS

// The first calls on the main thread and, after `zyn_touch_pages`, on another one take few page faults.
// RUN: clang -std=c11 -Wall -Wextra -Werror -pthread -I %t %S/Inputs/first-touch.c %t/touch.o -o %t/touch && %t/touch | FileCheck %s --check-prefix=PROGRAM

// Each file of a program may have the function.
// RUN: sed 's/@keep/@other/' %s > %t/other.mlir
// RUN: zyn-translate --zyn-to-object %t/other.mlir -o %t/other.o --header=%t/other.h
// RUN: clang -shared %t/touch.o %t/other.o -o %t/both.so

// HEADER: writes to the 128 KiB of the stack below
// HEADER: void zyn_touch_pages(void);

// SYMBOLS: F zyn_critical{{.*}} keep
// SYMBOLS: F .text.zyn_touch_pages{{.*}} .hidden zyn_touch_pages
// SYMBOLS: *UND*{{.*}} __start_zyn_critical

// PROGRAM: main thread: few page faults, result 96
// PROGRAM: second thread: few page faults, result 96
// PROGRAM: untouched thread: many page faults, result 96
func.func @keep(%x: memref<60000xi8>) -> i8 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 60000 : index
  %last = arith.constant 59999 : index
  %zero = arith.constant 0 : i8
  %c9 = arith.constant 9 : i8
  %kept = memref.alloc() : memref<60000xi8>
  scf.for %i = %c0 to %size step %c1 {
    %j = arith.subi %last, %i : index
    %v = memref.load %x[%j] : memref<60000xi8>
    memref.store %v, %kept[%i] : memref<60000xi8>
  }
  %sum = scf.for %i = %c0 to %size step %c1 iter_args(%s = %zero) -> i8 {
    %a = memref.load %x[%i] : memref<60000xi8>
    %j = arith.remui %a, %c9 : i8
    %k = arith.index_castui %j : i8 to index
    %v = memref.load %kept[%k] : memref<60000xi8>
    %t = arith.addi %s, %v : i8
    scf.yield %t : i8
  }
  memref.dealloc %kept : memref<60000xi8>
  return %sum : i8
}
