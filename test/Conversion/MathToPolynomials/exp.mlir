// RUN: zyn-opt %s --convert-math-to-polynomials | FileCheck %s

// CHECK-LABEL: func.func @vector
func.func @vector(%x: vector<16xf32>) -> vector<16xf32> {
  // CHECK-NOT: math.exp
  // CHECK: math.fma {{.*}} : vector<16xf32>
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
