// RUN: zyn-run %s --device cpu | FileCheck %s

// A program whose schedule cuts a matmul into tiles: the sums are the same.

// CHECK: [18,  18,  18,  18]
module attributes {transform.with_named_sequence} {
  func.func private @printMemrefF32(memref<*xf32>)
  func.func @main() {
    %three = arith.constant dense<3.0> : tensor<4x6xf32>
    %one = arith.constant dense<1.0> : tensor<6x4xf32>
    %zero = arith.constant dense<0.0> : tensor<4x4xf32>
    %0 = linalg.matmul ins(%three, %one : tensor<4x6xf32>, tensor<6x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = tensor.cast %0 : tensor<4x4xf32> to tensor<*xf32>
    %2 = bufferization.to_buffer %1 : tensor<*xf32> to memref<*xf32>
    call @printMemrefF32(%2) : (memref<*xf32>) -> ()
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %matmul tile_sizes [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
