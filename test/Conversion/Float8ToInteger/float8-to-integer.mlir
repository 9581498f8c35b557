// RUN: zyn-opt --convert-float8-to-integer --canonicalize %s | FileCheck %s

// An f8E5M2 is the upper half of an f16.
// CHECK-LABEL: func.func @extend_e5m2(
// CHECK-SAME: %[[A:.*]]: f8E5M2
// CHECK: %[[BITS:.*]] = arith.bitcast %[[A]] : f8E5M2 to i8
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i8 to i16
// CHECK: %[[SHIFTED:.*]] = arith.shli %[[WIDE]], %c8_i16 : i16
// CHECK: %[[HALF:.*]] = arith.bitcast %[[SHIFTED]] : i16 to f16
// CHECK: %[[SINGLE:.*]] = arith.extf %[[HALF]] : f16 to f32
// CHECK: return %[[SINGLE]]
func.func @extend_e5m2(%a: f8E5M2) -> f32 {
  %s = arith.extf %a : f8E5M2 to f32
  return %s : f32
}

// The bias of f8E4M3FN is smaller than that of f16, and 0x7f is NaN.
// CHECK-LABEL: func.func @extend_e4m3(
// CHECK-DAG: %[[SCALE:.*]] = arith.constant dense<2.560000e+02> : vector<16xf16>
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<16384> : vector<16xi16>
// CHECK: arith.bitcast %{{.*}} : vector<16xf8E4M3FN> to vector<16xi8>
// CHECK: arith.extsi %{{.*}} : vector<16xi8> to vector<16xi16>
// CHECK: arith.addi
// CHECK: arith.andi %{{.*}}, %[[NAN]] : vector<16xi16>
// CHECK: arith.mulf %{{.*}}, %[[SCALE]] : vector<16xf16>
func.func @extend_e4m3(%a: vector<16xf8E4M3FN>) -> vector<16xf16> {
  %r = arith.extf %a : vector<16xf8E4M3FN> to vector<16xf16>
  return %r : vector<16xf16>
}

// bf16 is the upper half of f32.
// CHECK-LABEL: func.func @extend_to_others(
// CHECK: %[[SINGLE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SINGLE]] : f32 to i32
// CHECK: arith.shrui %[[BITS]], %c16_i32 : i32
// CHECK: %[[BRAIN:.*]] = arith.bitcast %{{.*}} : i16 to bf16
// CHECK: %[[DOUBLE:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK: return %[[BRAIN]], %[[DOUBLE]]
func.func @extend_to_others(%a: f8E5M2) -> (bf16, f64) {
  %b = arith.extf %a : f8E5M2 to bf16
  %d = arith.extf %a : f8E5M2 to f64
  return %b, %d : bf16, f64
}

// CHECK-LABEL: func.func @round_e4m3(
// CHECK-SAME: %[[A:.*]]: f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[A]] : f32 to i32
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[BITS]], %c2147483647_i32 : i32
// CHECK: %[[ROUNDED:.*]] = arith.minui %{{.*}}, %c127_i32 : i32
// CHECK: arith.addf %{{.*}}, %cst : f32
// CHECK: %[[SUBNORMAL:.*]] = arith.cmpi ult, %[[MAGNITUDE]], %c1015021568_i32 : i32
// CHECK: arith.select %[[SUBNORMAL]], %{{.*}}, %[[ROUNDED]] : i32
// CHECK: arith.bitcast %{{.*}} : i8 to f8E4M3FN
func.func @round_e4m3(%a: f32) -> f8E4M3FN {
  %r = arith.truncf %a : f32 to f8E4M3FN
  return %r : f8E4M3FN
}

// Too large is infinity, and NaN is different.
// CHECK-LABEL: func.func @round_e5m2(
// CHECK: arith.extf %{{.*}} : vector<4xbf16> to vector<4xf32>
// CHECK: arith.minui
// CHECK: arith.cmpi ugt
// CHECK: arith.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E5M2>
func.func @round_e5m2(%a: vector<4xbf16>) -> vector<4xf8E5M2> {
  %r = arith.truncf %a : vector<4xbf16> to vector<4xf8E5M2>
  return %r : vector<4xf8E5M2>
}

// Both have the same exponents.
// CHECK-LABEL: func.func @round_f16(
// CHECK-NOT: f32
// CHECK: arith.bitcast %{{.*}} : i8 to f8E5M2
func.func @round_f16(%a: f16) -> f8E5M2 {
  %r = arith.truncf %a : f16 to f8E5M2
  return %r : f8E5M2
}

// f64 is rounded to odd before, so that it is rounded once.
// CHECK-LABEL: func.func @round_f64(
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: arith.cmpi ne, %{{.*}} : i64
// CHECK: arith.minui
func.func @round_f64(%a: f64) -> f8E4M3FN {
  %r = arith.truncf %a : f64 to f8E4M3FN
  return %r : f8E4M3FN
}

// Arithmetic is that of f32.
// CHECK-LABEL: func.func @arithmetic(
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: math.tanh %{{.*}} : f32
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f8E4M3FN
func.func @arithmetic(%a: f8E4M3FN, %b: f8E4M3FN) -> f8E4M3FN {
  %sum = arith.addf %a, %b : f8E4M3FN
  %t = math.tanh %sum : f8E4M3FN
  %less = arith.cmpf olt, %t, %a : f8E4M3FN
  %r = arith.select %less, %t, %a : f8E4M3FN
  return %r : f8E4M3FN
}

// The sign is one bit.
// CHECK-LABEL: func.func @signs(
// CHECK: arith.xori %{{.*}}, %c-128_i8 : i8
// CHECK: arith.andi %{{.*}}, %c127_i8 : i8
// CHECK-NOT: f32
// CHECK: return
func.func @signs(%a: f8E4M3FN) -> (f8E4M3FN, f8E4M3FN) {
  %n = arith.negf %a : f8E4M3FN
  %m = math.absf %a : f8E4M3FN
  return %n, %m : f8E4M3FN, f8E4M3FN
}

// CHECK-LABEL: func.func @unchanged(
// CHECK: arith.truncf %{{.*}} upward : f32 to f8E5M2
// CHECK: arith.truncf %{{.*}} : f80 to f8E5M2
// CHECK: arith.extf %{{.*}} : f8E4M3 to f32
func.func @unchanged(%a: f32, %b: f80, %c: f8E4M3) -> (f8E5M2, f8E5M2, f32) {
  %0 = arith.truncf %a upward : f32 to f8E5M2
  %1 = arith.truncf %b : f80 to f8E5M2
  %2 = arith.extf %c : f8E4M3 to f32
  return %0, %1, %2 : f8E5M2, f8E5M2, f32
}
