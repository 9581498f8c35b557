// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.reduce_window, in full, but for those that it shares with zyn.reduce.

func.func @f(%x: memref<f32>, %y: memref<f32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected inputs with a dimension, found 'memref<f32>'}}
  zyn.reduce_window window = [] ins(%x : memref<f32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected 1 numbers in window, one for each dimension, found 2}}
  zyn.reduce_window window = [1, 1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected window from 1 to 2^30, found 0}}
  zyn.reduce_window window = [0] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected 1 numbers in strides, one for each dimension, found 2}}
  zyn.reduce_window window = [1] strides = [1, 1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected strides from 1 to 2^30, found -1}}
  zyn.reduce_window window = [1] strides = [-1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected 1 numbers in dilations, one for each dimension, found 2}}
  zyn.reduce_window window = [1] dilations = [1, 1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected dilations from 1 to 2^30, found 1073741825}}
  zyn.reduce_window window = [1] dilations = [1073741825] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected 2 numbers in padding, before and after each dimension, found 1}}
  zyn.reduce_window window = [1] padding = [1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected padding from 0 to 2^30, found -1}}
  zyn.reduce_window window = [1] padding = [0, -1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<5xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected dimension 0 of 'outs' to be 4, the number of windows in dimension 0 of input #0 with its padding, found 5 in 'memref<5xf32>'}}
  zyn.reduce_window window = [3] strides = [2] ins(%x : memref<9xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<1xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected dimension 0 of 'outs' to be 0, the number of windows in dimension 0 of input #0 with its padding, found 1 in 'memref<1xf32>'}}
  zyn.reduce_window window = [11] padding = [1, 0] ins(%x : memref<9xf32>) outs(%y : memref<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf16>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected each destination to have the element type of its input}}
  zyn.reduce_window window = [1] ins(%x : memref<9xf32>) outs(%y : memref<9xf16>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected body argument #0 to be 'f32', found 'f16'}}
  zyn.reduce_window window = [1] ins(%x : memref<9xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: f16, %b: f16):
    zyn.yield %a : f16
  }
  return
}

// -----

func.func @f(%x: memref<9xf32>, %y: memref<8xf32>) {
  // expected-error @+1 {{'zyn.reduce_window' op expected dimension 0 of input #1 to be 9, as dimension 0 of input #0, found 8 in 'memref<8xf32>'}}
  zyn.reduce_window window = [1] ins(%x, %y : memref<9xf32>, memref<8xf32>) outs(%x, %x : memref<9xf32>, memref<9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    zyn.yield %a, %b : f32, f32
  }
  return
}
