// RUN: zyn-opt %s --convert-assert-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: llvm.mlir.global internal constant @[[TEXT:.*]]("sizes differ\00")
// CHECK-NOT: llvm.mlir.global

// CHECK-LABEL: func.func @check
// CHECK-SAME: (%[[A:.*]]: i1, %[[B:.*]]: i1)
func.func @check(%a: i1, %b: i1) {
  // CHECK: cf.cond_br %[[A]], ^[[NEXT:.*]], ^[[FAILED:.*]]
  // CHECK: ^[[NEXT]]:
  // CHECK: cf.cond_br %[[B]]
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[MESSAGE:.*]] = llvm.mlir.addressof @[[TEXT]]
  // CHECK: llvm.call @zynrtFail(%[[MESSAGE]])
  // CHECK: llvm.unreachable
  cf.assert %a, "sizes differ"
  cf.assert %b, "sizes differ"
  return
}

// -----

func.func @nested(%a: i1) {
  scf.if %a {
    // expected-error @+1 {{is inside 'scf.if', which cannot contain a branch; lower structured control flow first}}
    cf.assert %a, "no"
  }
  return
}
