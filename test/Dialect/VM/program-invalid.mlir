// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the verifiers of programs and of what they contain, in full.

// expected-error @+1 {{'vm.program' op expected words of i32 or f32, found 'i64'}}
vm.program @p : i64 {
}

// -----

// expected-error @+1 {{'vm.program' op expected observed registers from 0 to 26, found 27}}
vm.program @p : i32 attributes {observed = array<i32: 1, 27>} {
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'func.func' op expected buffers, routines, phases and launches in a program}}
  func.func private @f()
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a type such as tensor<64xi32> or tensor<64xf32>, found 'tensor<4x4xi32>'}}
  vm.buffer @b shared : tensor<4x4xi32>
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a type such as tensor<64xi32> or tensor<64xf32>, found 'tensor<?xi32>'}}
  vm.buffer @b shared : tensor<?xi32>
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a type such as tensor<64xi32> or tensor<64xf32>, found 'tensor<4xf64>'}}
  vm.buffer @b shared : tensor<4xf64>
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a size from 1 to 2147483647, found 0}}
  vm.buffer @b shared : tensor<0xi32>
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a channel without a role, found output}}
  vm.buffer @b channel output : tensor<4xi32>
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected an offset of at least 0, found -1}}
  vm.buffer @b shared : tensor<4xi32> at -1
}

// -----

// expected-error @+1 {{'vm.buffer' op expects parent op 'vm.program'}}
vm.buffer @b shared : tensor<4xi32>

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'arith.constant' op expected an instruction of the matrix VM}}
    %0 = arith.constant 0 : i32
    vm.halt %s : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r2} : i32
    // expected-error @+1 {{'vm.halt' op expected the most recent state}}
    vm.halt %s : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.jump %s ^a : i32
  ^a(%0: !vm.state<f32>):
    // expected-error @+1 {{expected one argument of type '!vm.state<i32>' for the block}}
    vm.halt %0 : f32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 2}}
    vm.jump %s ^a : i32
  ^a(%0: !vm.state<i32>, %1: i32):
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<f32>) {
    // expected-error @+1 {{expected one argument of type '!vm.state<i32>' for the block}}
    vm.halt %s : f32
  }
}

// -----

vm.program @p : i32 {
  // expected-error @+1 {{'vm.phase' op expected a phase of the program, found no @b}}
  vm.phase @a after [@b] {
  }
}

// -----

// expected-error @+1 {{'vm.launch' op expected to be in a program or a phase}}
vm.launch @main

// -----

vm.program @p : i32 {
  vm.phase @a {
    // expected-error @+1 {{'vm.launch' op expected a routine of the program, found no @main}}
    vm.launch @main
  }
}

// -----

vm.program @p : i32 {
  vm.phase @a {
    // expected-error @+1 {{'arith.constant' op expected launches in a phase}}
    %0 = arith.constant 0 : i32
  }
}
