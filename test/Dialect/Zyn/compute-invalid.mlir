// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of zyn.compute and zyn.element, in full.

func.func @f() {
  // expected-error @+1 {{'zyn.compute' op expected at least one destination in 'outs'}}
  "zyn.compute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
    zyn.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%y: memref<4x5xf32>, %z: memref<4x5xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected 2 maps, one for each destination, found 1}}
  zyn.compute outs(%y, %z : memref<4x5xf32>, memref<4x5xf32>) destination_maps = [affine_map<(i, j) -> (i, j)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4x5xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination map #0 to have 2 dimensions, as 'outs' has, and no symbols, found affine_map<(d0) -> (d0, d0)>}}
  zyn.compute outs(%y : memref<4x5xf32>) destination_maps = [affine_map<(i) -> (i, i)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%y: memref<4x5xf32>, %z: memref<5xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination map #1 to be a permutation of the loops, so that each element is computed once, found affine_map<(d0, d1) -> (d1)>}}
  zyn.compute outs(%y, %z : memref<4x5xf32>, memref<5xf32>)
      destination_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4x4xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1) -> (d0, d0)>}}
  zyn.compute outs(%y : memref<4x4xf32>) destination_maps = [affine_map<(i, j) -> (i, i)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%y: memref<8xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination map #0 to be a projection that uses each dimension at most once, found affine_map<(d0) -> (d0 * 2)>}}
  zyn.compute outs(%y : memref<8xf32>) destination_maps = [affine_map<(i) -> (2 * i)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%y: memref<4x5xf32>, %z: memref<5x4x1xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination map #1 to have 3 results, the rank of 'memref<5x4x1xf32>', found 2}}
  zyn.compute outs(%y, %z : memref<4x5xf32>, memref<5x4x1xf32>)
      destination_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4x5xf32>, %z: memref<4xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected destination #1 to have rank 2, found 'memref<4xf32>'}}
  zyn.compute outs(%y, %z : memref<4x5xf32>, memref<4xf32>) {
    %v = arith.constant 0.0 : f32
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4x5xf32>, %z: memref<5x5xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected dimension 1 of destination #1 to be 4, as dimension 0 of destination #0, found 5 in 'memref<5x5xf32>'}}
  zyn.compute outs(%y, %z : memref<4x5xf32>, memref<5x5xf32>)
      destination_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] {
    %v = arith.constant 0.0 : f32
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.compute' op expected a body with 0 arguments, found 1}}
  zyn.compute outs(%y : memref<4xf32>) {
  ^bb0(%i: index):
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%y: memref<4xf32>) {
  zyn.compute outs(%y : memref<4xf32>) {
    %v = arith.constant 0.0 : f32
    // expected-error @+1 {{'zyn.yield' op expected 1 values, one for each destination, found 2}}
    zyn.yield %v, %v : f32, f32
  }
  return
}

// -----

func.func @f(%y: memref<4xf32>) {
  zyn.compute outs(%y : memref<4xf32>) {
    %v = arith.constant 0.0 : f64
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be 'f32', found 'f64'}}
    zyn.yield %v : f64
  }
  return
}

// -----

func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  zyn.compute outs(%y : memref<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'memref.load' op has side effects, which the body of a zyn op must not have}}
    %v = memref.load %x[%i] : memref<4xf32>
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.compute outs(%y : tensor<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'tensor.extract' op has an operand of type 'tensor<4xf32>' in the body of 'zyn.compute', which works on scalars; make it an input and read its elements with zyn.element}}
    %v = tensor.extract %x[%i] : tensor<4xf32>
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%y: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.compute outs(%y : tensor<4xf32>) {
    // expected-error @+1 {{'tensor.empty' op creates 'tensor<4xf32>' in the body of 'zyn.compute', which works on scalars}}
    %x = tensor.empty() : tensor<4xf32>
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%y: memref<4xf32>, %n: index) {
  zyn.compute outs(%y : memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = arith.constant 0.0 : f32
    // expected-error @+1 {{'scf.parallel' op is a parallel loop in the body of 'zyn.compute'; use scf.for, since only the loops of its destinations are parallel}}
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    }
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%y: memref<4xf32>) {
  zyn.compute outs(%y : memref<4xf32>) {
    // expected-error @+1 {{'zyn.index' op expected a dimension below 1, found 1}}
    %i = zyn.index 1 : index
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'zyn.element' op expected to be in the body of zyn.compute}}
  %v = zyn.element 0[%i] : f32
  return
}

// -----

func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  zyn.compute ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'zyn.element' op expected an input below 1, found 1}}
    %v = zyn.element 1[%i] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%x: memref<4x4xf32>, %y: memref<4xf32>) {
  zyn.compute ins(%x : memref<4x4xf32>) outs(%y : memref<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'zyn.element' op expected 2 indices, one for each dimension of 'memref<4x4xf32>', found 1}}
    %v = zyn.element 0[%i] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%x: memref<4xf16>, %y: memref<4xf32>) {
  zyn.compute ins(%x : memref<4xf16>) outs(%y : memref<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'zyn.element' op expected an element of 'f16', as in 'memref<4xf16>', found 'f32'}}
    %v = zyn.element 0[%i] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

func.func @f(%x: memref<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'zyn.compute' op mixes tensors and buffers: operand #0 is 'memref<4xf32>'}}
  %r = zyn.compute ins(%x : memref<4xf32>) outs(%y : tensor<4xf32>) {
    %v = arith.constant 0.0 : f32
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %r = zyn.compute ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
    %i = zyn.index 0 : index
    // expected-error @+1 {{'scf.execute_region' op has a region of several blocks in the body of 'zyn.compute'; use scf.if, scf.for and scf.while}}
    %0 = scf.execute_region -> f32 {
      cf.br ^b
    ^a:
      scf.yield %v : f32
    ^b:
      %v = zyn.element 0[%i] : f32
      cf.br ^a
    }
    zyn.yield %0 : f32
  } -> tensor<4xf32>
  return
}
