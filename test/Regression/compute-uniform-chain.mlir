// The time that LLVM's vectorizer takes is exponential in the length of a chain of values that do not depend on the loop:
// this took more than two minutes.
// REQUIRES: device
// RUN: zyn-run %s --device cpu --timeout 60 ones:f8E5M2: ones:f8E5M2:65x65 | FileCheck %s
// CHECK: #0: tensor<65x65xf8E5M2>
// CHECK-NEXT: {{^\[\[1, 1, 1}}
func.func @main(%a0: tensor<f8E5M2>, %a1: tensor<65x65xf8E5M2>) -> (tensor<65x65xf8E5M2>) {
  %r0 = zyn.compute ins(%a0 : tensor<f8E5M2>) outs(%a1 : tensor<65x65xf8E5M2>) {
    %v0 = zyn.index 0 : index
    %v1 = zyn.index 1 : index
    %v2 = arith.constant 8 : index
    %v3 = arith.constant 0 : index
    %v4 = arith.constant 1 : index
    %v5 = arith.constant 0.000000e+00 : f8E5M2
    %l:1 = scf.for %k = %v3 to %v2 step %v4 iter_args(%p0 = %v5) -> (f8E5M2) {
    %v7 = zyn.element 0[] : f8E5M2
    %v8 = zyn.element 0[] : f8E5M2
    %v9 = arith.minimumf %v7, %v8 : f8E5M2
    %v10 = arith.maximumf %p0, %v9 : f8E5M2
    scf.yield %v10 : f8E5M2
    }
    zyn.yield %l#0 : f8E5M2
  } -> tensor<65x65xf8E5M2>
  return %r0 : tensor<65x65xf8E5M2>
}
