// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --canonicalize | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: @assertions
// FOLDED-LABEL: @assertions
func.func @assertions(%ok: i1, %m: index) {
  // CHECK: zyn.assert %{{.*}}, "no"
  // CHECK: zyn.assert %{{.*}}, "{{[{][{]}} {0} {{[{]}}0} {1}"(%{{.*}}, %{{.*}})
  zyn.assert %ok, "no"
  zyn.assert %ok, "{{ {0} {0} {1}"(%m, %m)
  // FOLDED-COUNT-2: zyn.assert
  // FOLDED-NOT: zyn.assert
  %true = arith.constant true
  zyn.assert %true, "never"
  return
}
