// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the dialect's verifiers, in full.

//===----------------------------------------------------------------------===//
// Function metadata
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'func.func' op expected 'zyn.kernel' to be a #zyn.kernel attribute, found 3 : i32}}
func.func private @f() attributes {zyn.kernel = 3 : i32}

// -----

// expected-error @+1 {{'func.func' op expected 'zyn.constraints' to be a #zyn.constraints attribute, found #zyn.kernel<>}}
func.func private @f() attributes {zyn.constraints = #zyn.kernel<type = custom>}

// -----

// expected-error @+1 {{'builtin.module' op has 'zyn.kernel', which is only valid on functions}}
module attributes {zyn.kernel = #zyn.kernel<type = custom>} {}

// -----

// expected-error @+1 {{'func.func' op has an unknown attribute 'zyn.kernal'; expected 'zyn.kernel' or 'zyn.constraints'}}
func.func private @f() attributes {zyn.kernal = #zyn.kernel<type = custom>}

// -----

// expected-error @+1 {{expected a workgroup of three sizes [x, y, z], found 2}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [128, 1]>}

// -----

// expected-error @+1 {{expected workgroup sizes from 1 to 1024, found 0}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [0, 1, 1]>}

// -----

// expected-error @+1 {{expected workgroup sizes from 1 to 1024, found 2048}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [1, 2048, 1]>}

// -----

// expected-error @+1 {{expected a workgroup of at most 1024 threads, found [64, 32, 1] with 2048}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [64, 32, 1]>}

// -----

// expected-error @+1 {{expected shared_memory in bytes, at least 0, found -1}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<shared_memory = -1>}

// -----

// expected-error @+1 {{expected max_registers from 16 to 255, found 8}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<max_registers = 8>}

// -----

// expected-error @+1 {{expected max_registers from 16 to 255, found 256}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<max_registers = 256>}

// -----

// expected-error @+1 {{expected min_blocks from 1 to 32, found 33}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<min_blocks = 33>}

// -----

// expected-error @+1 {{expected a vector_width of 1, 2, 4, 8 or 16, found 3}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<vector_width = 3>}

// -----

// expected-error @+1 {{expected a vector_width of 1, 2, 4, 8 or 16, found 32}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<vector_width = 32>}

// -----

// expected-error @+1 {{expected an unroll_factor from 1 to 16, found 17}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<unroll_factor = 17>}

// -----

// expected-error @+1 {{expected cpu_affinity to be the number of a core, found -2}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<cpu_affinity = -2>}

// -----

// expected-error @+1 {{expected target_latency_ns in nanoseconds, at least 0, found -1}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<target_latency_ns = -1>}

// -----

// expected-error @+2 {{failed to parse Zyn_ConstraintsAttr parameter 'opt_level' which is to be a `OptLevel`}}
// expected-error @+1 {{expected one of [O0, O1, O2, O3] for how hard the backend optimizes, got: O4}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<opt_level = O4>}

// -----

//===----------------------------------------------------------------------===//
// What the computing ops share
//===----------------------------------------------------------------------===//

func.func @f(%x: memref<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op mixes tensors and buffers: operand #0 is 'memref<4xf32>'}}
  %r = zyn.map ins(%x : memref<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// -----

func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %r = zyn.map ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<?xf32>')}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected a body with 1 arguments, found 0}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected body argument #0 to be 'f32', found 'f64'}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f64):
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the body to end with 'zyn.yield'}}
  %r = zyn.map outs(%y : tensor<4xf32>) {
    llvm.unreachable
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'zyn.yield' op expected 1 values, one for each destination, found 2}}
    zyn.yield %in, %in : f32, f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf16>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be 'f16', found 'f32'}}
    zyn.yield %in : f32
  } -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %m: memref<f32>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'memref.store' op has side effects, which the body of a zyn op must not have}}
    memref.store %in, %m[] : memref<f32>
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// zyn.map
//===----------------------------------------------------------------------===//

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 2 dimensions, as 'outs' has, and no symbols, found affine_map<(d0) -> (d0)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i) -> (i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 2 dimensions, as 'outs' has, and no symbols, found affine_map<(d0, d1)[s0] -> (d0)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j)[s] -> (i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 1 results, the rank of 'tensor<4xf32>', found 2}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1) -> (d0 + d1)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i + j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1) -> (d0, d0)>}}
  %r = zyn.map ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of input #0 to be 8, as dimension 1 of 'outs', found 4 in 'tensor<4xf32>'}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected 1 maps, one for each input, found 2}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input #0 to have rank 2, as in 'outs', found 'tensor<4xf32>'; to broadcast it, add indexing maps}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of destination #1 to be 4, as dimension 0 of destination #0, found 5 in 'tensor<5xf32>'}}
  %r:2 = zyn.map ins(%x : tensor<4xf32>) outs(%x, %y : tensor<4xf32>, tensor<5xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in, %in : f32, f32
  } -> tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected at least one destination in 'outs'}}
  "zyn.map"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%in: f32):
    zyn.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error @+1 {{'zyn.map' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats other than tf32, complex numbers or index, but got 'tensor<*xf32>'}}
  %r = zyn.map outs(%x : tensor<*xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<*xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// zyn.index
//===----------------------------------------------------------------------===//

func.func @f(%y: tensor<4xf32>) {
  %r = zyn.map outs(%y : tensor<4xf32>) {
    // expected-error @+1 {{'zyn.index' op expected a dimension below 1, found 1}}
    %i = zyn.index 1 : index
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  %r = zyn.reduce ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    // expected-error @+1 {{'zyn.index' op expected to be in a body that may depend on indices, such as that of zyn.map}}
    %i = zyn.index 0 : index
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// zyn.reduce
//===----------------------------------------------------------------------===//

func.func @f() {
  // expected-error @+1 {{'zyn.reduce' op expected at least one input}}
  "zyn.reduce"() <{dimensions = array<i64>, operandSegmentSizes = array<i32: 0, 0>}> ({
    zyn.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected as many destinations as inputs, found 1 and 2}}
  %r = zyn.reduce ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<5xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 0 of input #1 to be 4, as dimension 0 of input #0, found 5 in 'tensor<5xf32>'}}
  %r:2 = zyn.reduce ins(%x, %z : tensor<4xf32>, tensor<5xf32>) outs(%y, %y : tensor<f32>, tensor<f32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    zyn.yield %a, %b : f32, f32
  } -> tensor<f32>, tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions from 0 to 1, found 2}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [2] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions from 0 to 1, found -1}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [-1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions in increasing order, found 1 before 0}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<f32>) dimensions = [1, 0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 1 of input #0 to be 4, as dimension 0 of 'outs', found 8 in 'tensor<4x8xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x?xf32>, %y: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 0 of input #0 to be 8, as dimension 0 of 'outs', found 4 in 'tensor<4x?xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<8xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'zyn.reduce' op expected each destination to have the element type of its input}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf16>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected a body with 2 arguments, found 1}}
  %r = zyn.reduce ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// zyn.matmul
//===----------------------------------------------------------------------===//

func.func @f(%a: tensor<4xf32>, %b: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected matrices of the same rank, at least 2, found 'tensor<4xf32>', 'tensor<4x8xf32>' and 'tensor<4x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected matrices of the same rank, at least 2, found 'tensor<4xf32>', 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xi8>, %b: tensor<4x8xi8>, %y: tensor<4x8xi32>) {
  // expected-error @+1 {{'zyn.matmul' op expected elements of f16, bf16, f32, f64 or i32, found 'i8'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xi8>, tensor<4x8xi8>) outs(%y : tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x8xf16>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected A and B to have the same element type, found 'f32' and 'f16'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x8xf16>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf16>, %b: tensor<4x8xf16>, %y: tensor<4x8xf64>) {
  // expected-error @+1 {{'zyn.matmul' op expected a destination of 'f16' or 'f32', found 'f64'; an epilogue can convert to other types}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xf16>, tensor<4x8xf16>) outs(%y : tensor<4x8xf64>) -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%a: tensor<4x4xf16>, %b: tensor<4x8xf16>, %y: tensor<4x8xf64>) {
  // expected-error @+1 {{'zyn.matmul' op expected to accumulate into 'f16' or 'f32', found 'f64'}}
  %r = zyn.matmul accumulate ins(%a, %b : tensor<4x4xf16>, tensor<4x8xf16>) outs(%y : tensor<4x8xf64>)
      epilogue {
  ^bb0(%sum: f32):
    %d = arith.extf %sum : f32 to f64
    zyn.yield %d : f64
  } -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<5x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of A to be 5, as dimension 0 of 'outs', found 4 in 'tensor<4x16xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x9xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 1 of B to be 9, as dimension 1 of 'outs', found 8 in 'tensor<16x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x9xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<17x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 16, as dimension 1 of A, found 17 in 'tensor<17x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<17x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 8, as dimension 1 of 'outs', found 16 in 'tensor<16x8xf32>'}}
  %r = zyn.matmul transpose_b ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x16xf32>, %b: tensor<3x16x8xf32>, %y: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 2, as dimension 0 of 'outs', found 3 in 'tensor<3x16x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<2x4x16xf32>, tensor<3x16x8xf32>) outs(%y : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>, %e: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op has epilogue_ins but no epilogue that uses them}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue_ins(%e : tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>, %e: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected epilogue input #0 to have rank 2, as in 'outs', found 'tensor<8xf32>'; to broadcast it, add indexing maps}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue_ins(%e : tensor<8xf32>)
      epilogue {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %sum : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected a body with 1 arguments, found 0}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue {
  ^bb0:
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected an epilogue with one block}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue {
  ^bb0(%sum: f32):
    cf.br ^bb1
  ^bb1:
    zyn.yield %sum : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected one destination in 'outs', found 2}}
  %r:2 = zyn.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
      -> tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// zyn.yield
//===----------------------------------------------------------------------===//

func.func @f() {
  // expected-error @+1 {{'zyn.yield' op expected to terminate the body of a zyn op}}
  zyn.yield
}

// -----

// Sizes that the types show are compared even where the expected one is dynamic.
func.func @sizes_of_inputs(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of input #1 to be 4, as dimension 0 of input #0, found 5 in 'tensor<5xf32>'}}
  %r = zyn.map ins(%x, %y : tensor<4xf32>, tensor<5xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @rank_of_destination(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'zyn.reduce' op expected 'outs' to have rank 1, found 'tensor<4x8xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @index_in_combiner(%x: tensor<4x8xindex>, %y: tensor<4xindex>) -> tensor<4xindex> {
  %r = zyn.reduce ins(%x : tensor<4x8xindex>) outs(%y : tensor<4xindex>) dimensions = [1] {
  ^bb0(%a: index, %b: index):
    // expected-error @+1 {{'zyn.index' op expected to be in a body that may depend on indices, such as that of zyn.map}}
    %i = zyn.index 0 : index
    zyn.yield %i : index
  } -> tensor<4xindex>
  return %r : tensor<4xindex>
}

// -----

func.func @tf32(%x: memref<4x8xtf32>, %y: memref<4xtf32>) {
  // expected-error @+1 {{'zyn.reduce' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats other than tf32, complex numbers or index, but got 'memref<4x8xtf32>'}}
  zyn.reduce ins(%x : memref<4x8xtf32>) outs(%y : memref<4xtf32>) dimensions = [1] {
  ^bb0(%a: tf32, %b: tf32):
    %0 = arith.addf %a, %b : tf32
    zyn.yield %0 : tf32
  }
  return
}

// -----

func.func @scalable(%x: memref<4x8xvector<[4]xf32>>, %y: memref<4xvector<[4]xf32>>) {
  // expected-error @+1 {{'zyn.reduce' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats other than tf32, complex numbers or index, but got 'memref<4x8xvector<[4]xf32>>'}}
  zyn.reduce ins(%x : memref<4x8xvector<[4]xf32>>) outs(%y : memref<4xvector<[4]xf32>>) dimensions = [1] {
  ^bb0(%a: vector<[4]xf32>, %b: vector<[4]xf32>):
    %0 = arith.addf %a, %b : vector<[4]xf32>
    zyn.yield %0 : vector<[4]xf32>
  }
  return
}

// -----

func.func @no_bits(%x: tensor<4xi0>, %y: tensor<4xi0>) -> tensor<4xi0> {
  // expected-error @+1 {{'zyn.map' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats other than tf32, complex numbers or index, but got 'tensor<4xi0>'}}
  %0 = zyn.map ins(%x : tensor<4xi0>) outs(%y : tensor<4xi0>) {
  ^bb0(%a: i0):
    zyn.yield %a : i0
  } -> tensor<4xi0>
  return %0 : tensor<4xi0>
}
