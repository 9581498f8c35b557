// RUN: zyn-opt %s --zyn-apply-schedule --split-input-file | FileCheck %s

// The schedule unrolls the loop, and is gone.
// CHECK-LABEL: func.func @f
// CHECK-NOT: scf.for
// CHECK-COUNT-3: memref.store
// CHECK-NOT: transform
module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<3xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      memref.store %v, %x[%i] : memref<3xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %module : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.unroll %loop {factor = 3} : !transform.op<"scf.for">
    transform.yield
  }
}

// -----

// A library of sequences is not applied, and its module is gone, too.
// CHECK-LABEL: func.func @g
// CHECK: scf.for
// CHECK-NOT: transform
// CHECK-NOT: module
func.func @g(%x: memref<3xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %v, %x[%i] : memref<3xf32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @unroll(%loop: !transform.op<"scf.for"> {transform.readonly}) {
    transform.yield
  }
}
