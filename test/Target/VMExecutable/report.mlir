// The statistics of an executable.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: zyn-translate --executable-to-report %t.vmx | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:program             @squares
// CHECK-NEXT:words               f32
// CHECK-NEXT:version             4.0
// CHECK-NEXT:file                988 bytes
vm.program @squares : f32 {
  vm.buffer @table shared input : tensor<256xf32>
  vm.buffer @results instance output : tensor<4xf32>
  vm.buffer @mail channel : tensor<16xi32>
  vm.buffer @scratch shared : tensor<8xi32>
  vm.routine @square(%s: !vm.state<f32>) {
    %0 = vm.oracle %s {r1 = mulf r1, r1} : f32
    vm.return %0 : f32
  }
  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.linear %s {r1 = r0 + 3.0, r2 = 0.0} : f32
    %1 = vm.call %0 @square : f32
    %2 = vm.linear %1 {r1 = 0.5 * r1} : f32
    %3 = vm.linear %2 {r1 = r0 + 3.0, r2 = 0.0} : f32
    %4 = vm.linear %3 {r3 = r1 - r2 + r0} dense : f32
    %5 = vm.store %4 {@results[0] = r1} : f32
    %6 = vm.send %5 {@mail[0] = r1} : f32
    vm.halt %6 : f32
  }
  vm.routine @again(%s: !vm.state<f32>) {
    %0 = vm.load %s {r1 = @table[0]} : f32
    %1 = vm.call %0 @again : f32
    vm.return %1 : f32
  }
  vm.phase @first {
    vm.launch @main
    vm.launch @square instances 4
  }
  vm.phase @rest {
  }
  vm.phase @last {
    vm.launch @again
    vm.launch @main
  }
}
