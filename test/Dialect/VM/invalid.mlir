// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the dialect's verifiers, in full.

// expected-error @+1 {{expected words of i32 or f32, found 'f64'}}
func.func private @f(!vm.state<f64>)

// -----

// expected-error @+1 {{expected words of i32 or f32, found 'ui32'}}
func.func private @f(!vm.state<ui32>)

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op expected a matrix of type 'tensor<32x32xi32>', found 'tensor<32x31xi32>'}}
  %0 = vm.linear %s, dense<1> : tensor<32x31xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op expected a matrix of type 'tensor<32x32xi32>', found 'vector<32x32xi32>'}}
  %0 = vm.linear %s, dense<1> : vector<32x32xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<f32>) -> !vm.state<f32> {
  // expected-error @+1 {{'vm.linear' op expected a matrix of type 'tensor<32x32xf32>', found 'tensor<32x32xi32>'}}
  %0 = vm.linear %s, dense<1> : tensor<32x32xi32> : !vm.state<f32>
  return %0 : !vm.state<f32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op expected each position of the sparse matrix once, found [4, 7] twice}}
  %0 = vm.linear %s, sparse<[[4, 7], [0, 0], [4, 7]], [1, 2, 3]>
      : tensor<32x32xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op expected a matrix given as dense or sparse elements, found dense_resource<matrix> : tensor<32x32xi32>}}
  %0 = vm.linear %s, dense_resource<matrix> : tensor<32x32xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}

// -----

func.func @f(%s: f32) {
  // expected-error @+1 {{'vm.linear' op operand #0 must be a state of 32 words, but got 'f32'}}
  %0 = vm.linear %s, dense<1.0> : tensor<32x32xf32> : f32
  return
}
