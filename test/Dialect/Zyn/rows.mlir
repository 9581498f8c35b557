// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @argmax
func.func @argmax(%x: tensor<?x32xf32>, %y: tensor<?x32xf32>,
                  %i: tensor<?xi32>) -> (tensor<?x32xf32>, tensor<?xi32>) {
  // CHECK: zyn.rows ins(%{{.*}} : tensor<?x32xf32>)
  // CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<?x32xf32>, tensor<?xi32>)
  // CHECK-SAME: dimensions = [1] {
  // CHECK: %[[M:.*]]:2 = zyn.reduce_row %{{.*}}, %{{.*}} init %{{.*}}, %{{.*}} : f32, i32 {
  // CHECK: zyn.yield %{{.*}}, %[[M]]#1 : f32, i32
  // CHECK-NEXT: } -> tensor<?x32xf32>, tensor<?xi32>
  %r:2 = zyn.rows ins(%x : tensor<?x32xf32>)
                  outs(%y, %i : tensor<?x32xf32>, tensor<?xi32>) dimensions = [1] {
  ^bb0(%v: f32):
    %at = zyn.index 1 : index
    %index = arith.index_cast %at : index to i32
    %lowest = arith.constant 0xFF800000 : f32
    %none = arith.constant -1 : i32
    %max:2 = zyn.reduce_row %v, %index init %lowest, %none : f32, i32 {
    ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
      %greater = arith.cmpf ogt, %b, %a : f32
      %value = arith.select %greater, %b, %a : f32
      %place = arith.select %greater, %k, %j : i32
      zyn.yield %value, %place : f32, i32
    }
    %d = arith.subf %v, %max#0 : f32
    zyn.yield %d, %max#1 : f32, i32
  } -> tensor<?x32xf32>, tensor<?xi32>
  return %r#0, %r#1 : tensor<?x32xf32>, tensor<?xi32>
}
