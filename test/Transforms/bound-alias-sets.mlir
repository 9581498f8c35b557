// RUN: zyn-opt %s "--zyn-bound-alias-sets=max-uses=1 max-chain=2" --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-bound-alias-sets --split-input-file | FileCheck %s --check-prefix=DEFAULT
// RUN: zyn-opt %s "--zyn-bound-alias-sets=max-uses=1 max-chain=2" "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --split-input-file | FileCheck %s --check-prefix=BUFFERS

// DEFAULT-NOT: bufferization.to_buffer

// CHECK-LABEL: func.func @read
// CHECK-SAME: %[[X:.*]]: tensor<8xf32> {
// CHECK: %[[M:.*]] = bufferization.to_buffer %[[X]] read_only
// CHECK: %[[X0:.*]] = bufferization.to_tensor %[[M]] restrict :
// CHECK: %[[X1:.*]] = bufferization.to_tensor %[[M]] restrict :
// CHECK-DAG: zyn.map ins(%[[X0]]
// CHECK-DAG: zyn.map ins(%[[X1]]
// BUFFERS-LABEL: func.func @read
// BUFFERS-NOT: memref.copy
func.func @read(%x: tensor<8xf32> {bufferization.writable = false}) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%x : tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Without the attribute, something may write to it between its uses.
// CHECK-LABEL: func.func @writable
// CHECK-NOT: to_buffer
func.func @writable(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%x : tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A chain in place stays in place.
// CHECK-LABEL: func.func @chain
// CHECK: zyn.map
// CHECK: %[[SECOND:.*]] = zyn.map
// CHECK: %[[M:.*]] = bufferization.to_buffer %[[SECOND]] :
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK: zyn.map ins(%[[T]] : tensor<8xf32>) outs(%[[T]]
// CHECK-NOT: to_buffer
// BUFFERS-LABEL: func.func @chain
// BUFFERS-COUNT-1: memref.alloc
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
func.func @chain(%x: tensor<8xf32> {bufferization.writable = false}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %2 = zyn.map ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// The result is read again after it was written to: bufferization has to see it.
// CHECK-LABEL: func.func @read_later
// CHECK-NOT: to_buffer
// BUFFERS-LABEL: func.func @read_later
// BUFFERS-COUNT-2: memref.alloc
func.func @read_later(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A chain that starts with an argument that is copied, since it is not writable.
// CHECK-LABEL: func.func @copied
// CHECK: zyn.map
// CHECK: %[[SECOND:.*]] = zyn.map
// CHECK: bufferization.to_buffer %[[SECOND]] :
// BUFFERS-LABEL: func.func @copied
// BUFFERS-COUNT-1: memref.alloc
// BUFFERS-NOT: memref.alloc
func.func @copied(%x: tensor<8xf32> {bufferization.writable = false}) -> tensor<8xf32> {
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %2 = zyn.map ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A writable argument belongs to the caller.
// CHECK-LABEL: func.func @writable
// CHECK-NOT: to_buffer
func.func @writable(%x: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %2 = zyn.map ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
