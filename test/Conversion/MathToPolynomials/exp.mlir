// RUN: zyn-opt %s --convert-math-to-polynomials | FileCheck %s

// CHECK-LABEL: func.func @vector
func.func @vector(%x: vector<16xf32>) -> vector<16xf32> {
  // CHECK-NOT: math.exp
  // CHECK-COUNT-9: math.fma {{.*}} vector<16xf32>
  %y = math.exp %x : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @half
func.func @half(%x: f16) -> f16 {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK-NOT: math.tanh
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %y = math.tanh %x : f16
  return %y : f16
}

// CHECK-LABEL: func.func @double
func.func @double(%x: f64) -> f64 {
  // CHECK: math.exp %{{.*}} : f64
  %y = math.exp %x : f64
  return %y : f64
}

// Upstream's conversion to LLVM would make exp(x) - 1 and log(1 + x) of these.
// CHECK-LABEL: func.func @near_zero
func.func @near_zero(%x: f64, %v: vector<2xf64>) -> (f64, vector<2xf64>) {
  // CHECK: call @expm1(%{{.*}}) : (f64) -> f64
  %0 = math.expm1 %x : f64
  // CHECK-COUNT-2: call @log1p(%{{.*}}) : (f64) -> f64
  %1 = math.log1p %v : vector<2xf64>
  return %0, %1 : f64, vector<2xf64>
}
