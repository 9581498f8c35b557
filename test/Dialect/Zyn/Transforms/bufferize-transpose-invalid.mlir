// RUN: zyn-opt %s --zyn-bufferize --verify-diagnostics

func.func @layout(%m: memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>, %y: memref<4x4xf32>) {
  %x = bufferization.to_tensor %m restrict : memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>> to tensor<4x4xf32>
  // expected-error@+2 {{failed to bufferize op}}
  // expected-error@+1 {{expected a buffer with strides, found 'memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>'}}
  %t = zyn.transpose %x permutation = [1, 0] : tensor<4x4xf32>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
  return
}
