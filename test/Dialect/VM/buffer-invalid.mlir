// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the parsers and verifiers of accesses to buffers, in full.

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.load' op expected a buffer of the program, found no @d}}
    %0 = vm.load %s {r1 = @d[r2]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.load' op expected a shared or instance buffer, found @c, which is of kind channel}}
    %0 = vm.load %s {r1 = @c[r2]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.store' op expected a shared or instance buffer, found @c, which is of kind channel}}
    %0 = vm.store %s {@c[r2] = r1} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.gather' op expected a shared or instance buffer, found @c, which is of kind channel}}
    %0 = vm.gather %s {r1 to r2 = @c[r2 to r3]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.scatter' op expected a shared or instance buffer, found @c, which is of kind channel}}
    %0 = vm.scatter %s {@c[r2 to r3] = r1 to r2} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.send' op expected a channel buffer, found @b, which is of kind shared}}
    %0 = vm.send %s {@b[r2] = r1} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.receive' op expected a channel buffer, found @b, which is of kind shared}}
    %0 = vm.receive %s {r1 = @b[r2]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @i instance : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.atomic' op expected a shared buffer, found @i, which is of kind instance}}
    %0 = vm.atomic %s {r1 = addi @i[r2], r3} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.output' op expected a shared buffer, found @c, which is of kind channel}}
    %0 = vm.output %s {@c, r1} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected an integer of 32 bits}}
    %0 = vm.load %s {r1 = @b[4294967296]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected registers in ascending order, found r4 to r3}}
    %0 = vm.gather %s {r4 to r3 = @b[r0 to r1]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected as many addresses as words, found 3 addresses, 2 words}}
    %0 = vm.gather %s {r4 to r5 = @b[r0 to r2]} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected as many addresses as words, found 3 addresses, 2 words}}
    %0 = vm.scatter %s {@b[r0 to r2] = r4 to r5} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{expected an atomic operation, such as addi or cas, found 'divsi'}}
    %0 = vm.atomic %s {r1 = divsi @b[r2], r3} : i32
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.gather' op expected registers r0 to r26, found 3 from r25}}
    %0 = "vm.gather"(%s) <{buffer = @b, dest = 25 : i32, address = 1 : i32, count = 3 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.scatter' op expected registers r0 to r26, found 2 from r26}}
    %0 = "vm.scatter"(%s) <{buffer = @b, value = 2 : i32, address = 26 : i32, count = 2 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.atomic' op expected 2 operands of 'cas'}}
    %0 = "vm.atomic"(%s) <{buffer = @b, kind = 10 : i32, dest = 1 : i32, value = 2 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}

// -----

vm.program @p : i32 {
  vm.buffer @b shared : tensor<4xi32>
  vm.buffer @c channel : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.atomic' op expected 1 operands of 'addi'}}
    %0 = "vm.atomic"(%s) <{buffer = @b, kind = 0 : i32, dest = 1 : i32, value = 2 : i32, third = 3 : i32}> : (!vm.state<i32>) -> !vm.state<i32>
    vm.halt %0 : i32
  }
}
