// Phases are encoded in execution order; buffers have the range of phases that use them, directly or through calls.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: %python %S/executable.py dump %t.vmx | FileCheck %s
// RUN: zyn-translate --executable-to-vm %t.vmx | FileCheck %s --check-prefix PROGRAM

// CHECK: buffer @a [0, 0, 4, 0, 0] phases [1, 2]
// CHECK: buffer @b [0, 0, 8, 4, 0] phases [0, 2]
// CHECK: buffer @c [1, 0, 2, 0, 0] phases [1, 1]
// CHECK: buffer @unused [1, 2, 16, 2, 1] phases [4294967295, 4294967295]
// CHECK: phase @early 1
// CHECK-NEXT: launch routine 2 instances 0
// CHECK-NEXT: phase @middle 2
// CHECK-NEXT: launch routine 1 instances 7
// CHECK-NEXT: launch routine 3 instances 0
// CHECK-NEXT: phase @late 1
// CHECK-NEXT: launch routine 1 instances 0
// CHECK-NOT: phase

// PROGRAM: vm.phase @early {
// PROGRAM: vm.phase @middle {
// PROGRAM: vm.phase @late {
vm.program @p : i32 {
  vm.buffer @a shared : tensor<4xi32>
  vm.buffer @b shared : tensor<8xi32>
  vm.buffer @c instance : tensor<2xi32>
  vm.buffer @unused instance output : tensor<16xf32>
  vm.routine @storeA(%s: !vm.state<i32>) {
    %0 = vm.store %s {@a[0] = r1} : i32
    vm.return %0 : i32
  }
  vm.routine @callA(%s: !vm.state<i32>) {
    %0 = vm.call %s @storeA : i32
    %1 = vm.call %0 @loadB : i32
    vm.halt %1 : i32
  }
  vm.routine @loadB(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @b[0]} : i32
    vm.return %0 : i32
  }
  vm.routine @loadC(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @c[0]} : i32
    vm.return %0 : i32
  }
  vm.phase @late after [@middle, @early] {
    vm.launch @callA
  }
  vm.phase @early {
    vm.launch @loadB
  }
  vm.phase @middle {
    vm.launch @callA instances 7
    vm.launch @loadC
  }
}
