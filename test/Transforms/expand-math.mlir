// RUN: zyn-opt --zyn-expand-math --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @classes
// CHECK-SAME: (%[[X:.*]]: f64)
// CHECK-NOT: math.is
// CHECK-DAG: %[[SMALLEST:.*]] = arith.constant 2.225{{.*}}E-308 : f64
// CHECK-DAG: %[[INF:.*]] = arith.constant 0x7FF0000000000000 : f64
// CHECK: %[[A:.*]] = math.absf %[[X]] : f64
// CHECK: arith.cmpf uno, %[[A]], %[[A]]
// CHECK: arith.cmpf oeq, %{{.*}}, %[[INF]]
// CHECK: arith.cmpf olt, %{{.*}}, %[[INF]]
// CHECK: arith.cmpf oge, %{{.*}}, %[[SMALLEST]]
// CHECK: arith.andi
func.func @classes(%x: f64) -> (i1, i1, i1, i1) {
  %0 = math.isnan %x : f64
  %1 = math.isinf %x : f64
  %2 = math.isfinite %x : f64
  %3 = math.isnormal %x : f64
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// The smallest normal number is that of the narrow type.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[SMALLEST:.*]] = arith.constant dense<6.103{{.*}}E-5> : vector<4xf32>
// CHECK: arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
// CHECK: arith.cmpf oge, %{{.*}}, %[[SMALLEST]]
func.func @narrow(%x: vector<4xf16>) -> vector<4xi1> {
  %0 = math.isnormal %x : vector<4xf16>
  return %0 : vector<4xi1>
}

// CHECK-LABEL: func.func @sincos
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[S:.*]], %[[C:.*]] = math.sincos %[[X]] : f32
// CHECK: arith.truncf %[[S]]
// CHECK: arith.truncf %[[C]]
func.func @sincos(%x: bf16) -> (bf16, bf16) {
  %s, %c = math.sincos %x : bf16
  return %s, %c : bf16, bf16
}

// CHECK-LABEL: func.func @power
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c1
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi ugt
// CHECK: arith.select
func.func @power(%x: vector<2xi32>, %n: vector<2xi32>) -> vector<2xi32> {
  %0 = math.ipowi %x, %n : vector<2xi32>
  return %0 : vector<2xi32>
}

// CHECK-LABEL: func.func @clamp_and_power
// CHECK-SAME: %[[X:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32
// CHECK: %[[M:.*]] = arith.minimumf %[[X]], %[[HIGH]]
// CHECK: arith.maximumf %[[M]], %[[LOW]]
// CHECK-NOT: math.fpowi
// CHECK: func.func @narrow_power
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @clamp_and_power(%x: f32, %low: f32, %high: f32) -> (f32, f32) {
  %c3 = arith.constant 3 : i32
  %0 = math.clampf %x to [%low, %high] : f32
  %1 = math.fpowi %x, %c3 : f32, i32
  return %0, %1 : f32, f32
}
func.func @narrow_power(%x: f16) -> f16 {
  %c3 = arith.constant 3 : i32
  %0 = math.fpowi %x, %c3 : f16, i32
  return %0 : f16
}

// CHECK-LABEL: func.func @tensors
// CHECK: math.isnan
// CHECK: math.ipowi
func.func @tensors(%x: tensor<?xf16>, %n: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi32>) {
  %0 = math.isnan %x : tensor<?xf16>
  %1 = math.ipowi %n, %n : tensor<?xi32>
  return %0, %1 : tensor<?xi1>, tensor<?xi32>
}
