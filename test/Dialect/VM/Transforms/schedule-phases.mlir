// RUN: zyn-opt %s --vm-schedule-phases --split-input-file | FileCheck %s
// RUN: zyn-opt %s --vm-schedule-phases --split-input-file --remarks-filter=vm-schedule-phases 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: vm.program @levels
vm.program @levels : i32 {
  vm.buffer @a shared : tensor<4xi32>
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @sum shared output : tensor<4xi32>
  vm.routine @write_a(%s: !vm.state<i32>) {
    %0 = vm.store %s {@a[0] = r0} : i32
    vm.return %0 : i32
  }
  // Uses @a through a call.
  vm.routine @fill(%s: !vm.state<i32>) {
    %0 = vm.call %s @write_a : i32
    vm.halt %0 : i32
  }
  vm.routine @clear(%s: !vm.state<i32>) {
    %0 = vm.store %s {@b[0] = r1} : i32
    vm.halt %0 : i32
  }
  vm.routine @sum_up(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @a[0]} : i32
    %1 = vm.load %0 {r2 = @b[0]} : i32
    %2 = vm.atomic %1 {r3 = addi @sum[0], r1} : i32
    vm.halt %2 : i32
  }
  vm.routine @look(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @a[1]} : i32
    vm.halt %0 : i32
  }
  // CHECK: vm.phase @phase0 {
  // CHECK-NEXT: vm.launch @fill
  // CHECK-NEXT: vm.launch @clear instances 3
  // CHECK-NEXT: }
  // CHECK-NEXT: vm.phase @phase1 {
  // CHECK-NEXT: vm.launch @sum_up
  // CHECK-NEXT: vm.launch @look
  // CHECK-NEXT: }
  // CHECK-NEXT: vm.phase @phase2 {
  // CHECK-NEXT: vm.launch @fill
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // REMARK: remark: [Analysis] Dependence | Category:vm-schedule-phases | Reason="@sum_up depends on @fill through @a"
  // REMARK: Reason="@sum_up depends on @clear through @b"
  // REMARK: Reason="@look depends on @fill through @a"
  vm.launch @fill
  vm.launch @clear instances 3
  vm.launch @sum_up
  vm.launch @look
  vm.launch @fill
}

// -----

// Existing phases are kept, as is the order of launches before and after them.
// Names that are in use are skipped.
// CHECK-LABEL: vm.program @mixed
vm.program @mixed : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  // CHECK: vm.phase @phase1 {
  // CHECK-NEXT: vm.launch @main instances 1
  // CHECK-NEXT: }
  // CHECK-NEXT: vm.phase @phase0 {
  // CHECK-NEXT: vm.launch @main instances 2
  // CHECK-NEXT: }
  // CHECK-NEXT: vm.phase @phase2 {
  // CHECK-NEXT: vm.launch @main instances 3
  vm.launch @main instances 1
  vm.phase @phase0 {
    vm.launch @main instances 2
  }
  vm.launch @main instances 3
}

// -----

// Launches that use the same channel run concurrently, whatever they write.
// CHECK-LABEL: vm.program @channels
vm.program @channels : i32 {
  vm.buffer @mail channel : tensor<4xi32>
  vm.buffer @a shared : tensor<4xi32>
  vm.routine @write(%s: !vm.state<i32>) {
    %0 = vm.store %s {@a[0] = r0} : i32
    vm.halt %0 : i32
  }
  vm.routine @sender(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @a[0]} : i32
    %1 = vm.send %0 {@mail[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.routine @receiver(%s: !vm.state<i32>) {
    %0 = vm.receive %s {r1 = @mail[0]} : i32
    %1 = vm.store %0 {@a[1] = r1} : i32
    vm.halt %1 : i32
  }
  // CHECK: vm.phase @phase0 {
  // CHECK-NEXT: vm.launch @write
  // CHECK-NEXT: }
  // CHECK-NEXT: vm.phase @phase1 {
  // CHECK-NEXT: vm.launch @sender
  // CHECK-NEXT: vm.launch @receiver
  // CHECK-NEXT: }
  vm.launch @write
  vm.launch @sender
  vm.launch @receiver
}

// -----

// CHECK-LABEL: vm.program @after
vm.program @after : i32 {
  // CHECK: vm.phase @b
  // CHECK: vm.phase @d
  // CHECK: vm.phase @c after [@d, @b]
  // CHECK: vm.phase @a after [@c]
  // CHECK: vm.phase @e
  vm.phase @a after [@c] {
  }
  vm.phase @b {
  }
  vm.phase @c after [@d, @b] {
  }
  vm.phase @d {
  }
  vm.phase @e {
  }
}
