// RUN: zyn-opt %s --zyn-copy-strided-results | FileCheck %s

// CHECK-LABEL: func.func private @external
func.func private @external(tensor<4x?xf32>) -> tensor<4x?xf32>

// What is returned, and what is passed to another function.
// CHECK-LABEL: func.func @slice
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK: %[[ARGUMENT:.*]] = bufferization.alloc_tensor() copy(%[[SLICE]]) : tensor<4x?xf32>
// CHECK: %[[CALL:.*]] = call @external(%[[ARGUMENT]])
// CHECK: %[[RESULT:.*]] = bufferization.alloc_tensor() copy(%[[SLICE]]) : tensor<4x?xf32>
// CHECK: return %[[RESULT]], %[[CALL]]
func.func @slice(%x: tensor<4x?xf32>, %n: index) -> (tensor<4x?xf32>, tensor<4x?xf32>) {
  %r = tensor.extract_slice %x[0, 0] [4, %n] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
  %c = call @external(%r) : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return %r, %c : tensor<4x?xf32>, tensor<4x?xf32>
}

// The result of an op that writes to a view.
// CHECK-LABEL: func.func @destination
// CHECK: zyn.map
// CHECK: %[[T:.*]] = zyn.transpose
// CHECK: %[[RESULT:.*]] = bufferization.alloc_tensor() copy(%[[T]])
// CHECK: return %[[RESULT]]
func.func @destination(%x: tensor<?x3x?xf32>, %y: tensor<3x?x?xf32>) -> tensor<3x?x?xf32> {
  %d = zyn.transpose %y permutation = [1, 0, 2] : tensor<3x?x?xf32>
  %0 = zyn.map ins(%x : tensor<?x3x?xf32>) outs(%d : tensor<?x3x?xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?x3x?xf32>
  %r = zyn.transpose %0 permutation = [1, 0, 2] : tensor<?x3x?xf32>
  return %r : tensor<3x?x?xf32>
}

// Whole buffers, contiguous rows of one, and what bufferization copies itself.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: alloc_tensor() copy
// CHECK: return
func.func @whole(%x: tensor<?x4xf32>, %y: tensor<8x8xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x4xf32>) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
  %1 = zyn.map ins(%x : tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?x4xf32>
  %2 = tensor.extract_slice %x[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %3 = tensor.extract_slice %y[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return %x, %1, %2, %3 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x4xf32>
}

// Loops that carry a whole buffer, and one that yields a part of it.
// CHECK-LABEL: func.func @loops
// CHECK: %[[WHOLE:.*]] = scf.for
// CHECK: %[[PART:.*]] = scf.for
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[PART]])
// CHECK: return %[[WHOLE]], %[[COPY]]
func.func @loops(%x: tensor<4x?xf32>, %n: index, %m: index) -> (tensor<4x?xf32>, tensor<4x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x?xf32> {
    %y = zyn.map ins(%a : tensor<4x?xf32>) outs(%a : tensor<4x?xf32>) {
    ^bb0(%e: f32):
      %f = arith.addf %e, %e : f32
      zyn.yield %f : f32
    } -> tensor<4x?xf32>
    scf.yield %y : tensor<4x?xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<4x?xf32> {
    %y = tensor.extract_slice %a[0, 0] [4, %m] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
    scf.yield %y : tensor<4x?xf32>
  }
  return %0, %1 : tensor<4x?xf32>, tensor<4x?xf32>
}

// Ops with buffers of their own.
// CHECK-LABEL: func.func @allocations
// CHECK-NOT: alloc_tensor() copy
// CHECK: return
func.func @allocations(%x: tensor<4x?xf32>, %n: index) -> (tensor<8x?xf32>, tensor<?xindex>) {
  %0 = tensor.concat dim(0) %x, %x : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %1 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %0, %1 : tensor<8x?xf32>, tensor<?xindex>
}

// CHECK-LABEL: func.func @empty
// CHECK: %[[NEW:.*]] = bufferization.alloc_tensor(%arg0) : tensor<4x?xf32>
// CHECK: return %[[NEW]]
func.func @empty(%n: index) -> tensor<4x?xf32> {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  return %e : tensor<4x?xf32>
}
