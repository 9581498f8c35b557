// Scalars of f16 and bf16 are passed as C does, and keep the bits of a signaling NaN.
// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object %s -o %t/halves.o --header=%t/halves.h
// RUN: FileCheck %s --input-file %t/halves.h --check-prefix=HEADER
// RUN: clang -std=c11 -Wall -Wextra -Werror -I %t %S/Inputs/half-floats.c %t/halves.o -o %t/halves && %t/halves | FileCheck %s

// HEADER: __bf16 add(_Float16 arg0, __bf16 arg1);
// HEADER: void both(__bf16 arg0, __bf16 *result0, _Float16 *result1);
// CHECK: 3.75
// CHECK: -0.5 -0.5
// CHECK: bits 7f81
func.func @add(%x: f16, %y: bf16) -> bf16 {
  %a = arith.extf %x : f16 to f32
  %b = arith.extf %y : bf16 to f32
  %s = arith.addf %a, %b : f32
  %r = arith.truncf %s : f32 to bf16
  return %r : bf16
}
func.func @both(%x: bf16) -> (bf16, f16) {
  %a = arith.extf %x : bf16 to f32
  %b = arith.truncf %a : f32 to f16
  return %x, %b : bf16, f16
}
func.func @same(%x: bf16) -> bf16 {
  return %x : bf16
}
