// A program without a zyn op, but with a copy that is not contiguous, which becomes a map: the pass has to load the
// dialect itself.
// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// CHECK: .entry column_
func.func @column(%x: tensor<4x4xf32>) -> tensor<4x1xf32> {
  %c = tensor.extract_slice %x[0, 1] [4, 1] [1, 1] : tensor<4x4xf32> to tensor<4x1xf32>
  return %c : tensor<4x1xf32>
}
