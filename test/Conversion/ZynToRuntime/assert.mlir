// RUN: zyn-opt %s --convert-zyn-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: llvm.mlir.global internal constant @[[TEXT:.*]]("{{.*}}assert.mlir:[[#@LINE+16]]:3: error: found {0} and {1} in {{[{][{]}}x}\00")

// CHECK-LABEL: func.func @check
// CHECK-SAME: (%[[OK:.*]]: i1, %[[A:.*]]: index, %[[B:.*]]: index)
func.func @check(%ok: i1, %a: index, %b: index) {
  // CHECK: cf.cond_br %[[OK]], ^[[NEXT:.*]], ^[[FAILED:.*]]
  // CHECK: ^[[NEXT]]:
  // CHECK-NEXT: return
  // CHECK: ^[[FAILED]]:
  // CHECK: %[[VALUES:.*]] = llvm.alloca
  // CHECK: %[[FIRST:.*]] = arith.index_cast %[[A]]
  // CHECK: llvm.store %[[FIRST]]
  // CHECK: %[[SECOND:.*]] = arith.index_cast %[[B]]
  // CHECK: llvm.store %[[SECOND]]
  // CHECK: llvm.call @zynrtFailWithValues(%{{.*}}, %[[VALUES]])
  // CHECK-NEXT: llvm.unreachable
  zyn.assert %ok, "found {0} and {1} in {{x}"(%a, %b)
  return
}

// -----

func.func @nested(%a: i1) {
  scf.if %a {
    // expected-error @+1 {{is inside 'scf.if', which cannot contain a branch; lower structured control flow first}}
    zyn.assert %a, "no"
  }
  return
}
