// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// f32 coefficients that are omitted or have no decimal point.
// CHECK-LABEL: vm.program @coefficients : f32
vm.program @coefficients : f32 {
  vm.routine @main(%s: !vm.state<f32>) {
    // CHECK: vm.linear %{{.*}} {r1 = r3, r2 = r1 + r2, r3 = 2 * r0 - 3, r4 = 0.5 * r4, r5 = -r2 + 1, r22 = r22 - 1} : f32
    %0 = vm.linear %s {r1 = r3, r2 = r1 + r2, r3 = 2 * r0 - 3, r4 = 0.5 * r4, r5 = 1.0 - r2, r22 = r22 - 1.0} : f32
    vm.halt %0 : f32
  }
  vm.phase @only {
    vm.launch @main
  }
}
