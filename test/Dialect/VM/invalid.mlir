// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the parsers and verifiers of the dialect, in full.

//===----------------------------------------------------------------------===//
// Types and matrices
//===----------------------------------------------------------------------===//

// expected-error @+1 {{expected words of i32 or f32, found 'f64'}}
func.func private @f(!vm.state<f64>)

// -----

// expected-error @+1 {{expected words of i32 or f32, found 'ui32'}}
func.func private @f(!vm.state<ui32>)

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected words of i32 or f32, found 'i64'}}
  %0 = vm.linear %s {r1 = r2} : i64
  return %0 : !vm.state<i32>
}

// -----

// expected-error @+1 {{expected elements of i32 or f32, found 'f64'}}
func.func private @f() attributes {m = #vm.matrix<{r1 = r2} : f64>}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a register, r0 to r26, found 'r27'}}
  %0 = vm.linear %s {r1 = r27} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a register, r0 to r26, found 'r01'}}
  %0 = vm.linear %s {r01 = r2} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a register, r0 to r26, found 'x'}}
  %0 = vm.linear %s {x = r2} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a register, r0 to r26}}
  %0 = vm.linear %s {r1 = 2 * 3} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected each register once, found r1 set twice}}
  %0 = vm.linear %s {r1 = r2, r1 = r3} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected each term of a sum once, found r2 twice}}
  %0 = vm.linear %s {r1 = r2 + r3 + r2} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected each term of a sum once, found two constants}}
  %0 = vm.linear %s {r1 = r2 + 1 - 3} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected an integer, found a float}}
  %0 = vm.linear %s {r1 = 0.5 * r2} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected an integer of 32 bits}}
  %0 = vm.linear %s {r1 = 4294967296} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected an integer of 32 bits}}
  %0 = vm.linear %s {r1 = -2147483649} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a number of 32 bits}}
  %0 = vm.linear %s {r1 = 0x10000000000000000} : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a matrix of type 'tensor<32x32xi32>', found 'tensor<32x31xi32>'}}
  %0 = vm.linear %s, dense<1> : tensor<32x31xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<f32>) -> !vm.state<f32> {
  // expected-error @+1 {{expected a matrix of type 'tensor<32x32xf32>', found 'tensor<32x32xi32>'}}
  %0 = vm.linear %s, dense<1> : tensor<32x32xi32> : f32
  return %0 : !vm.state<f32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a matrix given as dense or sparse elements, found dense_resource<matrix> : tensor<32x32xi32>}}
  %0 = vm.linear %s, dense_resource<matrix> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected each position of the sparse matrix once, found [4, 7] twice}}
  %0 = vm.linear %s, sparse<[[4, 7], [0, 0], [4, 7]], [1, 2, 3]> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected row 27 of the identity: only registers can be set, this word is the instance's number}}
  %0 = vm.linear %s, dense<1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected row 28 of the identity: only registers can be set, this word is the stack pointer}}
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17], [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25], [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31], [28, 0]],
      1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected row 29 of the identity: only registers can be set, this word is the program counter}}
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17], [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25], [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31], [29, 0]],
      1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected row 30 of the identity: only registers can be set, this word is the status}}
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17], [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25], [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31], [30, 0]],
      1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected row 31 of the identity: only registers can be set, this word is the constant 1}}
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17], [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25], [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31], [31, 0]],
      1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{expected a zero in row 3, column 28: only registers and the constant 1 can be read, this word is the stack pointer}}
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17], [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25], [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31], [3, 28]],
      1> : tensor<32x32xi32> : i32
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op expected a matrix of 'i32', found 'f32'}}
  %0 = "vm.linear"(%s) <{matrix = #vm.matrix<{r1 = r2} : f32>}> : (!vm.state<i32>) -> !vm.state<i32>
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: f32) {
  // expected-error @+1 {{'vm.linear' op operand #0 must be a state of 32 words, but got 'f32'}}
  %0 = "vm.linear"(%s) <{matrix = #vm.matrix<{r1 = r2} : f32>}> : (f32) -> f32
  return
}

// -----

//===----------------------------------------------------------------------===//
// Oracles
//===----------------------------------------------------------------------===//

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

// -----

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Instructions on buffers
//===----------------------------------------------------------------------===//

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

// -----

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

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
  vm.routine @main(%s: !vm.state<i32>) {
    // expected-error @+1 {{'vm.jump' op requires a single operand}}
    "vm.jump"()[^a] : () -> ()
  ^a(%0: !vm.state<i32>):
    vm.halt %0 : i32
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
