// RUN: zyn-opt %s --zyn-outline-repeated-ops | FileCheck %s
// RUN: zyn-opt %s --zyn-outline-repeated-ops --remarks-filter=zyn-outline-repeated-ops 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: outline-repeated-ops.mlir:[[#@LINE+13]]:3: remark: [Passed] OutlineRepeatedOps | Category:zyn-outline-repeated-ops | Reason="2 ops that are the same call one function"

// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[X:.*]]: memref<8x8xf32>
func.func @layers(%x: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x8xf32>
  %b = memref.alloc() : memref<8x8xf32>
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: %[[B:.*]] = memref.alloc
  // CHECK: %[[C:.*]] = memref.alloc
  %c = memref.alloc() : memref<8x8xf32>
  // CHECK: call @zyn_matmul(%[[X]], %[[A]], %[[B]]) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  zyn.matmul ins(%x, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%b : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %zero : f32
    zyn.yield %relu : f32
  }
  // CHECK: call @zyn_matmul(%[[B]], %[[A]], %[[C]])
  zyn.matmul ins(%b, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %zero : f32
    zyn.yield %relu : f32
  }
  // Operands that may overlap, or do.
  // CHECK-NOT: call
  zyn.matmul ins(%b, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %zero : f32
    zyn.yield %relu : f32
  }
  return
}

// Another attribute, other types, another body, a value from outside.
// CHECK-LABEL: func.func @differ(
// CHECK-NOT: call
func.func @differ(%bound: f32) {
  %a = memref.alloc() : memref<8x8xf32>
  %b = memref.alloc() : memref<8x8xf32>
  %c = memref.alloc() : memref<8x8xf32>
  %d = memref.alloc() : memref<4x8xf32>
  %e = memref.alloc() : memref<4x8xf32>
  %one = arith.constant 1.0 : f32
  zyn.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  zyn.matmul accumulate ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  zyn.matmul ins(%d, %b : memref<4x8xf32>, memref<8x8xf32>) outs(%e : memref<4x8xf32>)
  zyn.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %one : f32
    zyn.yield %relu : f32
  }
  zyn.matmul ins(%a, %c : memref<8x8xf32>, memref<8x8xf32>) outs(%b : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %bound : f32
    zyn.yield %relu : f32
  }
  zyn.matmul ins(%b, %c : memref<8x8xf32>, memref<8x8xf32>) outs(%a : memref<8x8xf32>) epilogue {
  ^bb0(%sum: f32):
    %relu = arith.maximumf %sum, %bound : f32
    zyn.yield %relu : f32
  }
  return
}

// Arguments may be the same memory, which does not matter where both are read.
// CHECK-LABEL: func.func @arguments(
// CHECK: call @zyn_matmul_{{[0-9]+}}(%{{.*}}, %arg0, %arg1, %{{.*}})
// CHECK: call @zyn_matmul_{{[0-9]+}}(%{{.*}}, %arg1, %arg0, %{{.*}})
// CHECK: zyn.matmul ins(%arg0, %arg0
// CHECK: zyn.matmul ins(%{{.*}}, %arg0 {{.*}} outs(%arg1
func.func @arguments(%w: memref<6x6xf32>, %v: memref<6x6xf32>) {
  %a = memref.alloc() : memref<6x6xf32>
  %b = memref.alloc() : memref<6x6xf32>
  zyn.matmul ins(%a, %w : memref<6x6xf32>, memref<6x6xf32>) outs(%b : memref<6x6xf32>)
      epilogue_ins(%v : memref<6x6xf32>) epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %r = arith.addf %sum, %bias : f32
    zyn.yield %r : f32
  }
  zyn.matmul ins(%a, %v : memref<6x6xf32>, memref<6x6xf32>) outs(%b : memref<6x6xf32>)
      epilogue_ins(%w : memref<6x6xf32>) epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %r = arith.addf %sum, %bias : f32
    zyn.yield %r : f32
  }
  zyn.matmul ins(%w, %w : memref<6x6xf32>, memref<6x6xf32>) outs(%a : memref<6x6xf32>)
  zyn.matmul ins(%a, %w : memref<6x6xf32>, memref<6x6xf32>) outs(%v : memref<6x6xf32>)
  return
}

// Loops on threads are lowered in another way, maps are small.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: call
func.func @stay(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<2x8xf32>
  %b = memref.alloc() : memref<2xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    zyn.reduce ins(%a : memref<2x8xf32>) outs(%b : memref<2xf32>) dimensions = [1] {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      zyn.yield %s : f32
    }
    zyn.reduce ins(%a : memref<2x8xf32>) outs(%b : memref<2xf32>) dimensions = [1] {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      zyn.yield %s : f32
    }
  }
  zyn.map ins(%b : memref<2xf32>) outs(%b : memref<2xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  }
  zyn.map ins(%b : memref<2xf32>) outs(%b : memref<2xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  }
  return
}

memref.global "private" constant @one : memref<4x4xf32> = dense<1.0>
memref.global "private" constant @two : memref<4x4xf32> = dense<2.0>

// Globals are other objects than allocations and other globals, but not than
// themselves.
// CHECK-LABEL: func.func @globals(
// CHECK: %[[ONE:.*]] = memref.get_global @one
// CHECK: %[[TWO:.*]] = memref.get_global @two
// CHECK: call @zyn_matmul_{{[0-9]+}}(%[[ONE]], %[[TWO]], %{{.*}})
// CHECK: call @zyn_matmul_{{[0-9]+}}(%[[TWO]], %[[ONE]], %{{.*}})
// CHECK-NOT: call
// CHECK: zyn.matmul ins(%[[ONE]], %[[ONE]]
// CHECK-NOT: call
// CHECK: zyn.matmul ins(%[[TWO]], %[[TWO]]
// CHECK-NOT: call
func.func @globals() {
  %one = memref.get_global @one : memref<4x4xf32>
  %two = memref.get_global @two : memref<4x4xf32>
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.alloc() : memref<4x4xf32>
  zyn.matmul ins(%one, %two : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  zyn.matmul ins(%two, %one : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  zyn.matmul ins(%one, %one : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  zyn.matmul ins(%two, %two : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  return
}

// CHECK-LABEL: func.func private @zyn_matmul(
// CHECK-SAME:    %[[L:.*]]: memref<8x8xf32>, %[[R:.*]]: memref<8x8xf32>, %[[O:.*]]: memref<8x8xf32>
// CHECK-NEXT:  %[[D:.*]]:3 = memref.distinct_objects %[[L]], %[[R]], %[[O]]
// CHECK-NEXT:  zyn.matmul ins(%[[D]]#0, %[[D]]#1 : memref<8x8xf32>, memref<8x8xf32>) outs(%[[D]]#2 : memref<8x8xf32>)
// CHECK-NEXT:  ^bb0(%[[SUM:.*]]: f32):
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT:    arith.maximumf %[[SUM]], %[[ZERO]]
// CHECK:       return
// CHECK-LABEL: func.func private @zyn_matmul_0(
// CHECK-LABEL: func.func private @zyn_matmul_1(
// CHECK-NOT: func.func
