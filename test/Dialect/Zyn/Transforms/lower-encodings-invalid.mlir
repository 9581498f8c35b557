// RUN: zyn-opt %s --zyn-lower-encodings --split-input-file --verify-diagnostics

// expected-error @+2 {{expected 'M' to be one size, found 4 in dimension 0 of argument #0 and 5 in dimension 1 of argument #1}}
// expected-note @+1 {{the first one is here}}
func.func @sizes(%x: tensor<4xf32, #zyn.shape<"M">>, %y: tensor<?x5xf32, #zyn.shape<"N", "M">>) {
  return
}

// -----

// expected-error @+1 {{expected 'M' to be at most 3, found 4 in dimension 0 of argument #0}}
func.func @maximum(%x: tensor<4xf32, #zyn.shape<"M">>, %y: tensor<?xf32, #zyn.shape<"M" max 3>>) {
  return
}

// -----

// expected-error @+1 {{expected one 'max' for "M" in a function, found 3 and 4}}
func.func @maxima(%x: tensor<?xf32, #zyn.shape<"M" max 3>>, %y: tensor<?xf32, #zyn.shape<"M" max 4>>) {
  return
}

// -----

// expected-note @+1 {{the first one is here}}
func.func @results(%x: tensor<4xf32, #zyn.shape<"M">>) {
  // expected-error @+1 {{expected 'M' to be one size, found 4 in dimension 0 of argument #0 and 5 in dimension 0 of the result of 'tensor.empty'}}
  %0 = tensor.empty() : tensor<5xf32, #zyn.shape<"M">>
  return
}

// -----

// Static sizes are compared although the first one is only known when the program runs.
// expected-error @+2 {{expected 'M' to be one size, found 8 in dimension 0 of argument #1 and 9 in dimension 0 of argument #2}}
// expected-note @+1 {{the first one is here}}
func.func @later(%x: tensor<?xf32, #zyn.shape<"M">>, %y: tensor<8xf32, #zyn.shape<"M">>, %z: tensor<9xf32, #zyn.shape<"M">>) {
  return
}

// -----

// expected-error @+1 {{expected 'M' to be at most 4, found 8 in dimension 0 of argument #1}}
func.func @later_maximum(%x: tensor<?xf32, #zyn.shape<"M" max 4>>, %y: tensor<8xf32, #zyn.shape<"M">>) {
  return
}
