// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-math-to-nvvm))' -verify-diagnostics -split-input-file

gpu.module @m {
  gpu.func @f(%x: f64) -> f64 {
    // expected-error @+1 {{'math.atan' op on 'f64' has no device implementation; compute it in f32, or on the host}}
    %0 = math.atan %x : f64
    gpu.return %0 : f64
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: f32, %y: f32) -> f32 {
    // expected-error @+1 {{'arith.remf' op on 'f32' has no device implementation; express it with other functions, or run it on the host}}
    %0 = arith.remf %x, %y : f32
    gpu.return %0 : f32
  }
}
