// RUN: zyn-opt %s --vm-allocate-buffers --split-input-file -verify-diagnostics | FileCheck %s
// RUN: not zyn-opt %s --vm-allocate-buffers --split-input-file --remarks-filter=vm-allocate-buffers 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// @early and @late are not live in the same phase.
// CHECK-LABEL: vm.program @shares
// REMARK: remark: [Passed] BufferOffsets | Category:vm-allocate-buffers | Reason="shared buffers have 124 words, 174 without sharing"
// REMARK: Reason="instance buffers have 8 words, 13 without sharing"
// REMARK: Reason="channel buffers have 3 words, 3 without sharing"
vm.program @shares : i32 {
  // CHECK: vm.buffer @result shared output : tensor<4xi32> at 120
  vm.buffer @result shared output : tensor<4xi32>
  // CHECK: vm.buffer @early shared : tensor<100xi32> at 0
  vm.buffer @early shared : tensor<100xi32>
  // CHECK: vm.buffer @both shared : tensor<20xi32> at 100
  vm.buffer @both shared : tensor<20xi32>
  // CHECK: vm.buffer @late shared : tensor<50xi32> at 0
  vm.buffer @late shared : tensor<50xi32>
  // CHECK: vm.buffer @first_words instance : tensor<8xi32> at 0
  vm.buffer @first_words instance : tensor<8xi32>
  // CHECK: vm.buffer @last_words instance : tensor<5xi32> at 0
  vm.buffer @last_words instance : tensor<5xi32>
  // CHECK: vm.buffer @mail channel : tensor<3xi32> at 0
  vm.buffer @mail channel : tensor<3xi32>
  vm.routine @begin(%s: !vm.state<i32>) {
    %0 = vm.store %s {@early[0] = r0} : i32
    %1 = vm.store %0 {@both[0] = r0} : i32
    %2 = vm.store %1 {@first_words[0] = r0} : i32
    %3 = vm.send %2 {@mail[0] = r0} : i32
    vm.halt %3 : i32
  }
  vm.routine @go_on(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @early[0]} : i32
    vm.halt %0 : i32
  }
  vm.routine @end(%s: !vm.state<i32>) {
    %0 = vm.store %s {@late[0] = r0} : i32
    %1 = vm.load %0 {r1 = @both[0]} : i32
    %2 = vm.store %1 {@last_words[0] = r0} : i32
    %3 = vm.store %2 {@result[0] = r1} : i32
    vm.halt %3 : i32
  }
  // Phases count in execution order.
  vm.phase @c after [@b] {
    vm.launch @end
  }
  vm.phase @a {
    vm.launch @begin
  }
  vm.phase @b after [@a] {
    vm.launch @go_on
  }
}

// -----

vm.program @loose : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  // expected-error @+1 {{expected launches in phases: run --vm-schedule-phases first}}
  vm.launch @main
}

// -----

vm.program @cycle : i32 {
  // expected-error @+1 {{phase @a depends on itself}}
  vm.phase @a after [@a] {
  }
}
