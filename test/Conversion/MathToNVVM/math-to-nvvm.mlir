// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-math-to-nvvm))' | FileCheck %s

gpu.module @m {
  // 2^n is made of its bits, and stays normal.
  // CHECK-LABEL: gpu.func @exp
  // CHECK-SAME:    %[[X:.*]]: f32
  gpu.func @exp(%x: f32) -> f32 {
    // CHECK: %[[SUM:.*]] = math.fma %[[X]]
    // CHECK: %[[MAX:.*]] = llvm.intr.maxnum(%[[SUM]]
    // CHECK: %[[MIN:.*]] = llvm.intr.minnum(%[[MAX]]
    // CHECK: arith.subf %[[MIN]]
    // CHECK: arith.shli
    // CHECK: math.fma %[[X]]
    // CHECK: %[[F:.*]] = math.fma %[[X]]
    // CHECK: math.exp2 %[[F]] fastmath<afn>
    // CHECK: arith.mulf
    // CHECK-NOT: math.exp
    %0 = math.exp %x : f32
    gpu.return %0 : f32
  }

  // That of f32 is an instruction.
  // CHECK-LABEL: gpu.func @exp2
  gpu.func @exp2(%x: f32) -> f32 {
    // CHECK-NEXT: math.exp2 %{{.*}} : f32
    %0 = math.exp2 %x : f32
    gpu.return %0 : f32
  }

  // CHECK-LABEL: gpu.func @rsqrt
  gpu.func @rsqrt(%x: f64) -> f64 {
    // CHECK: %[[ROOT:.*]] = math.sqrt %{{.*}} : f64
    // CHECK: arith.divf %{{.*}}, %[[ROOT]] : f64
    %0 = math.rsqrt %x : f64
    gpu.return %0 : f64
  }

  // A polynomial, of upstream.
  // CHECK-LABEL: gpu.func @tanh
  gpu.func @tanh(%x: f32) -> f32 {
    // CHECK-COUNT-9: math.fma
    // CHECK: arith.divf
    // CHECK-NOT: math.tanh
    %0 = math.tanh %x : f32
    gpu.return %0 : f32
  }

  // What the GPU has instructions for stays.
  // CHECK-LABEL: gpu.func @instructions
  gpu.func @instructions(%x: f32, %y: f64) -> (f32, f64, f64) {
    // CHECK-NEXT: math.sqrt %{{.*}} : f32
    // CHECK-NEXT: math.floor %{{.*}} : f64
    // CHECK-NEXT: math.fma %{{.*}} : f64
    %0 = math.sqrt %x : f32
    %1 = math.floor %y : f64
    %2 = math.fma %y, %y, %y : f64
    gpu.return %0, %1, %2 : f32, f64, f64
  }

  // f64: reduced in two parts, and 2^n from its bits in two steps.
  // CHECK-LABEL: gpu.func @exp_f64
  gpu.func @exp_f64(%x: f64) -> f64 {
    // CHECK: math.roundeven
    // CHECK-COUNT-15: math.fma
    // CHECK: arith.fptosi
    // CHECK-COUNT-2: arith.bitcast %{{.*}} : i64 to f64
    // CHECK-NOT: math.exp
    %0 = math.exp %x : f64
    gpu.return %0 : f64
  }

  // Large arguments are reduced by integers, in a branch of their own.
  // CHECK-LABEL: gpu.func @sin
  gpu.func @sin(%x: f32) -> f32 {
    // CHECK: %[[ANGLE:.*]]:2 = scf.if
    // CHECK: arith.extf %{{.*}} : f32 to f64
    // CHECK: arith.mului_extended
    // CHECK: } else {
    // CHECK: math.roundeven
    // CHECK: arith.fptosi
    // CHECK: }
    // CHECK: math.fma
    // CHECK-NOT: math.sin
    %0 = math.sin %x : f32
    gpu.return %0 : f32
  }

  // The logarithm and the product are sums of two numbers.
  // CHECK-LABEL: gpu.func @power
  // CHECK-SAME: (%[[X:.*]]: f64, %[[Y:.*]]: f64)
  gpu.func @power(%x: f64, %y: f64) -> f64 {
    // CHECK: %[[HIGH:.*]] = arith.mulf %[[Y]], %[[LOG:.*]] : f64
    // CHECK: %[[MINUS:.*]] = arith.negf %[[HIGH]]
    // CHECK: %[[LOW:.*]] = math.fma %[[Y]], %[[LOG]], %[[MINUS]]
    // CHECK: math.fma %[[Y]], %{{.*}}, %[[LOW]]
    // CHECK-NOT: math.powf
    %0 = math.powf %x, %y : f64
    gpu.return %0 : f64
  }

  // CHECK-LABEL: gpu.func @remainder
  gpu.func @remainder(%x: f32, %y: f32) -> f32 {
    // CHECK: scf.while
    // CHECK: arith.cmpf oge
    // CHECK: math.fma
    %0 = arith.remf %x, %y : f32
    gpu.return %0 : f32
  }

  // CHECK-LABEL: gpu.func @narrow_remainder
  gpu.func @narrow_remainder(%x: f16, %y: bf16) -> (f16, bf16) {
    // CHECK-DAG: arith.extf %{{.*}} : f16 to f32
    // CHECK-DAG: arith.extf %{{.*}} : bf16 to f32
    // CHECK-DAG: arith.truncf %{{.*}} : f32 to f16
    // CHECK-DAG: arith.truncf %{{.*}} : f32 to bf16
    %0 = arith.remf %x, %x : f16
    %1 = arith.remf %y, %y : bf16
    gpu.return %0, %1 : f16, bf16
  }

  // CHECK-LABEL: gpu.func @both
  gpu.func @both(%x: f64) -> (f64, f64) {
    // CHECK-NOT: math.sin
    // CHECK: gpu.return %{{.*}}, %{{.*}} : f64, f64
    %0, %1 = math.sincos %x : f64
    gpu.return %0, %1 : f64, f64
  }

  // Vectors of f32 have upstream's polynomials.
  // CHECK-LABEL: gpu.func @vector
  gpu.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
    // CHECK-NOT: scf.if
    // CHECK: math.fma %{{.*}} : vector<4xf32>
    %0 = math.sin %x : vector<4xf32>
    gpu.return %0 : vector<4xf32>
  }
}
