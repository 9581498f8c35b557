// An executable may have a dense row that contains only -0: an empty sum, +0, in every engine. The textual form cannot
// express this, so the 5 is replaced in the file.
// REQUIRES: numpy
// RUN: zyn-translate --vm-to-executable --no-short-forms %s -o %t.vmx
// RUN: %python %source/test/VM/negative_zero.py %t.vmx
// RUN: zyn-run %t.vmx --instances 1 --device cpu | FileCheck %s
// RUN: zyn-run %t.vmx --instances 1 --device cpu --engine interpreter | FileCheck %s
// RUN: zyn-run %t.vmx --instances 1 --device cpu --engine epochs | FileCheck %s
// CHECK: {{\[}}[0]]
vm.program @p : f32 {
  vm.buffer @bits instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.linear %s {r1 = 5 * r0} dense : f32
    %1 = vm.store %0 {@bits[0] = r1} : f32
    vm.halt %1 : f32
  }
  vm.phase @all {
    vm.launch @main
  }
}
