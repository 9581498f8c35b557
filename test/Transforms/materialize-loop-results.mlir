// RUN: zyn-opt %s --zyn-materialize-loop-results | FileCheck %s

// The product is computed elsewhere, and copied.
// CHECK-LABEL: func.func @elsewhere
func.func @elsewhere(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x4xf32> {
    %e = tensor.empty() : tensor<4x4xf32>
    // CHECK: %[[R:.*]] = zyn.matmul
    // CHECK: %[[KEPT:.*]] = bufferization.materialize_in_destination %[[R]] in %[[A]]
    // CHECK: scf.yield %[[KEPT]]
    %r = zyn.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %r : tensor<4x4xf32>
  }
  return %t : tensor<4x4xf32>
}

// A destination already, through another loop; and a size that may change.
// CHECK-LABEL: func.func @left_alone
// CHECK-NOT: materialize_in_destination
func.func @left_alone(%x: tensor<8xf32>, %y: tensor<?xf32>, %f: f32, %n: index) -> (tensor<8xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<?xf32>) {
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<8xf32> {
      %r = tensor.insert %f into %c[%j] : tensor<8xf32>
      scf.yield %r : tensor<8xf32>
    }
    %e = tensor.empty(%i) : tensor<?xf32>
    scf.yield %inner, %e : tensor<8xf32>, tensor<?xf32>
  }
  return %t#0, %t#1 : tensor<8xf32>, tensor<?xf32>
}

// The body of a loop with a condition may return buffers of its own; its result is known to have the buffer of the initial
// value if the condition forwards it in the same place.
// CHECK-LABEL: func.func @while
// CHECK: scf.for
// CHECK-NOT: materialize_in_destination
// CHECK: scf.yield %{{.*}} : i32, tensor<8xf32>
// CHECK-NOT: materialize_in_destination
// CHECK: return
func.func @while(%x: tensor<8xf32>, %n: i32, %m: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %f = arith.constant 1.0 : f32
  %r = scf.for %k = %c0 to %m step %c1 iter_args(%y = %x) -> tensor<8xf32> {
    %r:2 = scf.while (%i = %zero, %t = %y) : (i32, tensor<8xf32>) -> (i32, tensor<8xf32>) {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i, %t : i32, tensor<8xf32>
    } do {
    ^bb0(%i: i32, %t: tensor<8xf32>):
      %s = tensor.splat %f : tensor<8xf32>
      scf.yield %i, %s : i32, tensor<8xf32>
    }
    scf.yield %r#1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// What is overwritten by another result is copied before.
// CHECK-LABEL: func.func @swapped
func.func @swapped(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
  // CHECK: %[[OLD_B:.*]] = bufferization.alloc_tensor() copy(%[[B]])
  // CHECK: %[[OLD_A:.*]] = bufferization.alloc_tensor() copy(%[[A]])
  // CHECK: bufferization.materialize_in_destination %[[OLD_B]] in %[[A]]
  // CHECK: bufferization.materialize_in_destination %[[OLD_A]] in %[[B]]
  %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %t#0, %t#1 : tensor<8xf32>, tensor<8xf32>
}

// So is what a result with dynamic sizes has.
// CHECK-LABEL: func.func @cast
func.func @cast(%x: tensor<8xf32>, %y: tensor<?xf32>, %f: f32, %n: index) -> (tensor<8xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[CAST:.*]] = tensor.cast
  // CHECK: %[[OLD:.*]] = bufferization.alloc_tensor() copy(%[[CAST]])
  // CHECK: %[[KEPT:.*]] = bufferization.materialize_in_destination
  // CHECK: scf.yield %[[KEPT]], %[[OLD]]
  %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<?xf32>) {
    %s = tensor.splat %f : tensor<8xf32>
    %c = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
    scf.yield %s, %c : tensor<8xf32>, tensor<?xf32>
  }
  return %t#0, %t#1 : tensor<8xf32>, tensor<?xf32>
}
