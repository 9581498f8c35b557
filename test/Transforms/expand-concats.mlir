// RUN: zyn-opt %s --zyn-expand-concats | FileCheck %s

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<2x3xf32>
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<2x7xf32>
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[WHOLE]][0, 0] [2, 4] [1, 1]
// CHECK: %[[M:.*]] = zyn.map ins(%[[X]] : tensor<2x4xf32>) outs(%[[PART]] : tensor<2x4xf32>)
// CHECK: %[[I:.*]] = tensor.insert_slice %[[M]] into %[[WHOLE]][0, 0] [2, 4] [1, 1]
// CHECK: %[[J:.*]] = tensor.insert_slice %[[Y]] into %[[I]][0, 4] [2, 3] [1, 1]
// CHECK: return %[[J]]
func.func @parts(%x: tensor<2x4xf32>, %y: tensor<2x3xf32>) -> tensor<2x7xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %m = zyn.map ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    zyn.yield %0 : f32
  } -> tensor<2x4xf32>
  %c = tensor.concat dim(1) %m, %y : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return %c : tensor<2x7xf32>
}

// What is used elsewhere, or has a destination that matters, is inserted.
// CHECK-LABEL: func.func @inserted(
// CHECK: zyn.map ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT: extract_slice
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
func.func @inserted(%x: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %m = zyn.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    zyn.yield %0 : f32
  } -> tensor<4xf32>
  %c = tensor.concat dim(0) %m, %m : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %m, %c : tensor<4xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: tensor.concat
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}
