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

// Values are yielded in the second region, which has the buffers of the first one's arguments if these are forwarded in
// their places.
// CHECK-LABEL: func.func @while
func.func @while(%x: tensor<8xf32>, %n: i32) -> (i32, tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0 : i32
  %f = arith.constant 1.0 : f32
  %r:3 = scf.while (%i = %zero, %t = %x, %u = %x) : (i32, tensor<8xf32>, tensor<8xf32>) -> (i32, tensor<8xf32>, tensor<8xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    %other = tensor.empty() : tensor<8xf32>
    scf.condition(%more) %i, %t, %other : i32, tensor<8xf32>, tensor<8xf32>
  } do {
  // CHECK: ^bb0(%{{.*}}: i32, %[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<8xf32>):
  ^bb0(%i: i32, %t: tensor<8xf32>, %u: tensor<8xf32>):
    // CHECK: %[[SPLAT:.*]] = tensor.splat
    // CHECK: %[[KEPT:.*]] = bufferization.materialize_in_destination %[[SPLAT]] in %[[T]]
    // CHECK: scf.yield %{{.*}}, %[[KEPT]], %[[SPLAT]]
    %s = tensor.splat %f : tensor<8xf32>
    scf.yield %i, %s, %s : i32, tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1, %r#2 : i32, tensor<8xf32>, tensor<8xf32>
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
