// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the parsers and verifiers of matrices and vm.linear, in full.

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
