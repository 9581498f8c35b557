// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the parser and verifier of vm.oracle, in full.

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a function of an oracle, such as muli, found 'tan'}}
  %0 = vm.oracle %s {r1 = tan r2} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a register, r0 to r26, found 'x'}}
  %0 = vm.oracle %s {r1 = muli r2, x} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected an integer, found a float}}
  %0 = vm.oracle %s {r1 = muli r2, 0.5} : i32
  return %0 : !vm.state<i32>
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.oracle' op expected 2 operands of 'muli'}}
    %0 = "vm.oracle"(%s) <{kind = 2 : i32, dest = 1 : i32, lhs = 2 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.oracle' op expected 1 operand of 'popcount'}}
    %0 = "vm.oracle"(%s) <{kind = 24 : i32, dest = 1 : i32, lhs = 2 : i32, rhs = 3 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.oracle' op expected 3 operands of 'select'}}
    %0 = "vm.oracle"(%s) <{kind = 48 : i32, dest = 1 : i32, lhs = 2 : i32, rhs = 3 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.oracle' op expected 3 operands of 'select'}}
    %0 = "vm.oracle"(%s) <{kind = 48 : i32, dest = 1 : i32, lhs = 2 : i32, third = 3 : i32, immediate = 4 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.oracle' op expected a register or an immediate as second operand, found both}}
    %0 = "vm.oracle"(%s) <{kind = 2 : i32, dest = 1 : i32, lhs = 2 : i32, rhs = 3 : i32, immediate = 4 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}
