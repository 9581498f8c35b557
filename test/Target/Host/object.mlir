// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object %s -o %t/object.o --header=%t/object.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/object.h
// RUN: clang -std=c11 -Wall -Wextra -Werror -I %t %S/Inputs/object.c %t/object.o -o %t/object && %t/object | FileCheck %s --check-prefix=PROGRAM
// RUN: clang -x c++ -fsyntax-only -Wall -Wextra -Werror %t/object.h

// Of the runtime, only the report of failed checks is used, and the other functions are internal.
// RUN: llvm-nm --undefined-only %t/object.o | FileCheck %s --check-prefix=UNDEFINED --implicit-check-not=zynrt
// UNDEFINED: U zynrtFail
// RUN: llvm-nm --defined-only --extern-only %t/object.o | FileCheck %s --check-prefix=DEFINED
// DEFINED: T checked
// DEFINED-NEXT: T hidden
// DEFINED-NEXT: T restricted
// DEFINED-NEXT: T reversed
// DEFINED-NEXT: T scalars
// DEFINED-NEXT: T scale
// DEFINED-NEXT: T several
// DEFINED-NEXT: T sum
// DEFINED-NOT: T

// HEADER: #ifndef OBJECT_H
// HEADER: bool scalars(bool arg0, int8_t arg1, int16_t arg2, int32_t arg3, int64_t arg4, int64_t arg5, float arg6, double arg7);
// PROGRAM: scalars 1 0
func.func @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index, %g: f32, %h: f64) -> i1 {
  %b1 = arith.extsi %b : i8 to i64
  %c1 = arith.extsi %c : i16 to i64
  %d1 = arith.extsi %d : i32 to i64
  %f1 = arith.index_cast %f : index to i64
  %g1 = arith.fptosi %g : f32 to i64
  %h1 = arith.fptosi %h : f64 to i64
  %s0 = arith.addi %b1, %c1 : i64
  %s1 = arith.addi %s0, %d1 : i64
  %s2 = arith.addi %s1, %e : i64
  %s3 = arith.addi %s2, %f1 : i64
  %s4 = arith.addi %s3, %g1 : i64
  %s5 = arith.addi %s4, %h1 : i64
  %zero = arith.constant 0 : i64
  %isZero = arith.cmpi eq, %s5, %zero : i64
  %r = arith.andi %isZero, %a : i1
  return %r : i1
}

// HEADER: * arg0: arg0_size0 x 4 contiguous elements
// HEADER: float sum(float *arg0, int64_t arg0_size0);
// PROGRAM: sum 120
func.func @sum(%x: memref<?x4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
    %b = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %a) -> f32 {
      %v = memref.load %x[%i, %j] : memref<?x4xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    scf.yield %b : f32
  }
  return %r : f32
}

// The result of a function on tensors is stored where the caller wants it.
// HEADER: * Proved: allocates no memory, makes no system calls
// HEADER: void scale(const float *arg0, float arg1, float *result0);
// PROGRAM: scale 0 2 4 6 8 10 12 14
func.func @scale(%x: tensor<8xf32>, %factor: f32) -> tensor<8xf32> attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true, no_syscalls = true>} {
  %e = tensor.empty() : tensor<8xf32>
  %r = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    %m = arith.mulf %a, %factor : f32
    zyn.yield %m : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// HEADER: void several(const int32_t *arg0, int32_t *result0, int32_t *result1, double *result2);
// PROGRAM: several 3 4 5 6, 1, 0.5
func.func @several(%x: tensor<4xi32>) -> (tensor<4xi32>, i32, f64) {
  %one = arith.constant 1 : i32
  %half = arith.constant 0.5 : f64
  %e = tensor.empty() : tensor<4xi32>
  %r = zyn.map ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32):
    %two = arith.constant 2 : i32
    %m = arith.addi %a, %two : i32
    zyn.yield %m : i32
  } -> tensor<4xi32>
  return %r, %one, %half : tensor<4xi32>, i32, f64
}

// Pointers that do not overlap: no value is loaded twice.
// HEADER: int64_t restricted(int64_t *__restrict arg0, int64_t *__restrict arg1);
// PROGRAM: restricted 6 3
func.func @restricted(%x: memref<1xi64> {llvm.noalias}, %y: memref<1xi64> {llvm.noalias}) -> i64 {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<1xi64>
  memref.store %a, %y[%c0] : memref<1xi64>
  %b = memref.load %x[%c0] : memref<1xi64>
  %r = arith.addi %a, %b : i64
  return %r : i64
}

// What the stack does not hold is memory of the caller.
// HEADER: * workspace: 131072 bytes, aligned to 64, for the function's own use during a call
// HEADER-NEXT: * Proved: allocates no memory
// HEADER: double reversed(const double *arg0, void *__restrict workspace);
// PROGRAM: reversed 16383
func.func @reversed(%x: tensor<16384xf64>) -> f64 attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true, no_syscalls = true>} {
  %c0 = arith.constant 0 : index
  %last = arith.constant 16383 : index
  %reversed = tensor.generate {
  ^bb0(%i: index):
    %j = arith.subi %last, %i : index
    %v = tensor.extract %x[%j] : tensor<16384xf64>
    tensor.yield %v : f64
  } : tensor<16384xf64>
  %kept = zyn.map ins(%reversed : tensor<16384xf64>) outs(%reversed : tensor<16384xf64>) {
  ^bb0(%v: f64):
    zyn.yield %v : f64
  } -> tensor<16384xf64>
  %first = tensor.extract %kept[%c0] : tensor<16384xf64>
  return %first : f64
}

// A failed check calls the program's function.
// HEADER: int64_t checked(int64_t *arg0, int64_t arg1);
// PROGRAM: checked 7
// PROGRAM: failed: expected at most 8 positions
func.func @checked(%x: memref<8xi64>, %n: index) -> i64 {
  %c8 = arith.constant 8 : index
  %inside = arith.cmpi ult, %n, %c8 : index
  cf.assert %inside, "expected at most 8 positions"
  %v = memref.load %x[%n] : memref<8xi64>
  return %v : i64
}

// HEADER-NOT: helper
// HEADER: int32_t hidden(int32_t arg0);
func.func private @helper(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}
func.func @hidden(%x: i32) -> i32 {
  %r = call @helper(%x) : (i32) -> i32
  return %r : i32
}
