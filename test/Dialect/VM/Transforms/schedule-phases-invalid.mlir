// RUN: zyn-opt %s --vm-schedule-phases -verify-diagnostics -split-input-file

vm.program @two : i32 {
  vm.phase @first {
  }
  // expected-error @+1 {{phases @a, @b depend on each other: @a -> @b -> @a}}
  vm.phase @a after [@first, @b] {
  }
  vm.phase @b after [@a] {
  }
}

// -----

// A phase that depends on a cycle is not part of it.
vm.program @three : i32 {
  vm.phase @waits after [@c] {
  }
  // expected-error @+1 {{phases @a, @c, @b depend on each other: @a -> @c -> @b -> @a}}
  vm.phase @a after [@c] {
  }
  vm.phase @b after [@a] {
  }
  vm.phase @c after [@b] {
  }
}

// -----

vm.program @itself : i32 {
  // expected-error @+1 {{phase @a depends on itself}}
  vm.phase @a after [@a] {
  }
}

// -----

vm.program @channel : i32 {
  vm.buffer @mail channel : tensor<4xi32>
  vm.buffer @a shared : tensor<4xi32>
  vm.buffer @b shared : tensor<4xi32>
  vm.routine @sender(%s: !vm.state<i32>) {
    %0 = vm.store %s {@a[0] = r1} : i32
    %1 = vm.send %0 {@mail[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.routine @between(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @a[0]} : i32
    %1 = vm.store %0 {@b[1] = r1} : i32
    vm.halt %1 : i32
  }
  vm.routine @receiver(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @b[0]} : i32
    %1 = vm.receive %0 {r1 = @mail[0]} : i32
    vm.halt %1 : i32
  }
  vm.launch @sender
  // expected-error @+1 {{expected launches that share a channel to be in one phase, found that this one depends on @sender through @a}}
  vm.launch @between
  vm.launch @receiver
}
