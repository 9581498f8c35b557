// A contiguous copy into a part of a buffer that has an offset.
// RUN: zyn-run %s random:f32:6x5 random:f32:6x5 --device emulate --verify --no-output | FileCheck %s
// CHECK: result #0: 'emulate' agrees with 'cpu'
func.func @main(%x: tensor<6x5xf32>, %y: tensor<6x5xf32>) -> tensor<12x5xf32> {
  %r = tensor.concat dim(0) %x, %y : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<12x5xf32>
  return %r : tensor<12x5xf32>
}
