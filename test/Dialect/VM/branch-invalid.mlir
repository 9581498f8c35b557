// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the parsers and verifiers of branches and calls, in full.

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected a comparison, such as slt or olt, found 'lt'}}
    vm.branch %s {r1 lt r2} ^a, ^a : i32
  ^a(%0: !vm.state<i32>):
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.branch' op expected a register or an immediate to compare with}}
    "vm.branch"(%s)[^a, ^a] <{lhs = 1 : i32, predicate = 2 : i32}> : (!vm.state<i32>) -> ()
  ^a(%0: !vm.state<i32>):
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.branch' op expected a register or an immediate to compare with}}
    "vm.branch"(%s)[^a, ^a] <{immediate = 3 : i32, rhs = 2 : i32, lhs = 1 : i32, predicate = 2 : i32}> : (!vm.state<i32>) -> ()
  ^a(%0: !vm.state<i32>):
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.call' op expected a routine of the program, found no @f}}
    %0 = vm.call %s @f : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.call' op expected a routine of the program, found no @b}}
    %0 = vm.call %s @b : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.call' op expected each saved register once, found r1 twice}}
    %0 = vm.call %s @main saving [r1, r2, r1] : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.call' op expected at most 6 saved registers, found 7}}
    %0 = vm.call %s @main saving [r1, r2, r3, r4, r5, r6, r7] : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.call' op expected registers r0 to r26, found 27}}
    %0 = "vm.call"(%s) <{callee = @main, saved = array<i32: 27>}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.jump' op requires a single operand}}
    "vm.jump"()[^a] : () -> ()
  ^a(%0: !vm.state<i32>):
    vm.halt %0 : i32
  }
}
