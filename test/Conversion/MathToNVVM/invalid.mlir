// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-math-to-nvvm))' -verify-diagnostics

gpu.module @m {
  gpu.func @f(%x: i32, %y: i32) -> i32 {
    // expected-error @+1 {{'math.ipowi' op on 'i32' has no device implementation; express it with other functions, or run it on the host}}
    %0 = math.ipowi %x, %y : i32
    gpu.return %0 : i32
  }
}
