// RUN: zyn-opt %s --zyn-decompose-tensor-ops | FileCheck %s
// RUN: zyn-opt %s --zyn-decompose-tensor-ops=for-kernels | FileCheck %s --check-prefixes CHECK,KERNELS

// CHECK-LABEL: func.func @softmax
//   CHECK-NOT:   linalg.softmax
//       CHECK:   arith.maxnumf
//       CHECK:   math.exp
//       CHECK:   arith.divf
func.func @softmax(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x8xf32>) outs(%y : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @reshape
//  CHECK-SAME:   (%[[X:.*]]: tensor<?x4xf32>, %[[M:.*]]: i64)
//       CHECK:   %[[SIZE:.*]] = arith.index_cast %[[M]]
//       CHECK:   %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]]
//       CHECK:   tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [%[[SIZE]], 2]
func.func @reshape(%x: tensor<?x4xf32>, %m: i64) -> tensor<?x2xf32> {
  %two = arith.constant 2 : i64
  %shape = tensor.from_elements %m, %two : tensor<2xi64>
  %r = tensor.reshape %x(%shape) : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// The flat tensor is static if the result is.
// CHECK-LABEL: func.func @to_dynamic
//       CHECK:   %[[FLAT:.*]] = tensor.cast %{{.*}} : tensor<30xf32> to tensor<?xf32>
//       CHECK:   tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [%arg1, 10]
func.func @to_dynamic(%x: tensor<6x5xf32>, %n: index) -> tensor<?x10xf32> {
  %ten = arith.constant 10 : index
  %shape = tensor.from_elements %n, %ten : tensor<2xindex>
  %r = tensor.reshape %x(%shape) : (tensor<6x5xf32>, tensor<2xindex>) -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// CHECK-LABEL: func.func @to_static
//       CHECK:   %[[FLAT:.*]] = tensor.cast %{{.*}} : tensor<?xf32> to tensor<30xf32>
//       CHECK:   tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [3, 10]
func.func @to_static(%x: tensor<?x5xf32>, %shape: tensor<2xindex>) -> tensor<3x10xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<?x5xf32>, tensor<2xindex>) -> tensor<3x10xf32>
  return %r : tensor<3x10xf32>
}

// CHECK-LABEL: func.func @constant
//   CHECK-NOT:   tensor.reshape
//       CHECK:   tensor.expand_shape
func.func @constant(%x: tensor<?x5xf32>) -> tensor<?x10xf32> {
  %shape = arith.constant dense<[3, 10]> : tensor<2xi64>
  %r = tensor.reshape %x(%shape) : (tensor<?x5xf32>, tensor<2xi64>) -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// CHECK-LABEL: func.func @from_scalar
//       CHECK:   %[[ONE:.*]] = tensor.expand_shape %arg0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
//       CHECK:   %[[FLAT:.*]] = tensor.cast %[[ONE]]
//       CHECK:   tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [%arg1, 1]
func.func @from_scalar(%x: tensor<f32>, %n: index) -> tensor<?x1xf32> {
  %one = arith.constant 1 : index
  %shape = tensor.from_elements %n, %one : tensor<2xindex>
  %r = tensor.reshape %x(%shape) : (tensor<f32>, tensor<2xindex>) -> tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @to_scalar
//       CHECK:   tensor.collapse_shape %{{.*}} [] : tensor<1xf32> into tensor<f32>
func.func @to_scalar(%x: tensor<1x1xf32>, %shape: tensor<0xindex>) -> tensor<f32> {
  %r = tensor.reshape %x(%shape) : (tensor<1x1xf32>, tensor<0xindex>) -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @to_vector
//       CHECK:   %[[FLAT:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]]
//  CHECK-NEXT:   return %[[FLAT]]
func.func @to_vector(%x: tensor<?x5xf32>, %n: index) -> tensor<?xf32> {
  %shape = tensor.from_elements %n : tensor<1xindex>
  %r = tensor.reshape %x(%shape) : (tensor<?x5xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @splat
//       CHECK:   %[[EMPTY:.*]] = tensor.empty(%arg1) : tensor<?x2xf32>
//       CHECK:   linalg.fill ins(%arg0 : f32) outs(%[[EMPTY]] : tensor<?x2xf32>)
func.func @splat(%x: f32, %n: index) -> tensor<?x2xf32> {
  %r = tensor.splat %x[%n] : tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// Sizes that are not known in host code.
// CHECK-LABEL: func.func @unknown
//       CHECK:   tensor.reshape
func.func @unknown(%x: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A softmax of integers has no meaning; --zyn-check-input rejects it.
// CHECK-LABEL: func.func @softmax_of_integers
//       CHECK:   linalg.softmax
func.func @softmax_of_integers(%x: tensor<?x8xi64>, %y: tensor<?x8xi64>) -> tensor<?x8xi64> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x8xi64>) outs(%y : tensor<?x8xi64>) -> tensor<?x8xi64>
  return %r : tensor<?x8xi64>
}

// KERNELS-LABEL: func.func @insert
//       KERNELS:   %[[SLICE:.*]] = linalg.fill ins(%arg0 : f32) outs(%{{.*}} : tensor<1x1xf32>)
//       KERNELS:   tensor.insert_slice %[[SLICE]] into %arg1[%arg2, %arg3] [1, 1] [1, 1]
func.func @insert(%e: f32, %x: tensor<4x?xf32>, %i: index, %j: index) -> tensor<4x?xf32> {
  %r = tensor.insert %e into %x[%i, %j] : tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// KERNELS-LABEL: func.func @insert_scalar
//       KERNELS:   %[[R:.*]] = linalg.fill ins(%arg0 : f32) outs(%{{.*}} : tensor<f32>)
//       KERNELS:   return %[[R]]
func.func @insert_scalar(%e: f32, %x: tensor<f32>) -> tensor<f32> {
  %r = tensor.insert %e into %x[] : tensor<f32>
  return %r : tensor<f32>
}

// KERNELS-LABEL: func.func @from_elements
//       KERNELS:   linalg.fill ins(%arg0 : i32) outs(%{{.*}} : tensor<1x1xi32>)
//       KERNELS:   linalg.generic {{.*}} outs(%{{.*}} : tensor<2x2xi32>)
// KERNELS-COUNT-3:   arith.select
func.func @from_elements(%a: i32, %b: i32) -> (tensor<1x1xi32>, tensor<2x2xi32>) {
  %r = tensor.from_elements %a : tensor<1x1xi32>
  %s = tensor.from_elements %a, %b, %b, %a : tensor<2x2xi32>
  return %r, %s : tensor<1x1xi32>, tensor<2x2xi32>
}
