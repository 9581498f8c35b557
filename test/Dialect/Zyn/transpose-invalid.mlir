// RUN: zyn-opt %s --split-input-file --verify-diagnostics

func.func @twice(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a permutation of the 2 dimensions of the source}}
  %r = zyn.transpose %x permutation = [0, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @too_few(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a permutation of the 2 dimensions of the source}}
  %r = zyn.transpose %x permutation = [0] : tensor<2x3xf32>
  return
}

// -----

func.func @negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a permutation of the 2 dimensions of the source}}
  %r = zyn.transpose %x permutation = [0, -1] : tensor<2x3xf32>
  return
}

// -----

func.func @buffer(%x: memref<2x3xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found 'memref<2x3xf32>'}}
  %r = zyn.transpose %x permutation = [1, 0] : memref<2x3xf32>
  return
}
