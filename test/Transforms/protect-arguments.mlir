// RUN: zyn-opt %s --zyn-protect-arguments | FileCheck %s

// CHECK-LABEL: func.func @public
// CHECK-SAME: tensor<4xf32> {bufferization.writable = false}
// CHECK-SAME: tensor<4xf32> {bufferization.writable = true}
// CHECK-SAME: memref<4xf32>)
func.func @public(%kept: tensor<4xf32>,
                  %given: tensor<4xf32> {bufferization.writable = true},
                  %buffer: memref<4xf32>) {
  return
}

// CHECK-LABEL: func.func private @private(
// CHECK-NOT: bufferization.writable
func.func private @private(%x: tensor<4xf32>) {
  return
}
