// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// Functions that kernels call, of both kinds.

// CHECK: .func (.param .b32 func_retval0) half(
// CHECK: .entry f(
// CHECK: call.uni
gpu.module @m {
  func.func private @half(%n: i32, %x: f32) -> f32 attributes {no_inline} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %half = arith.constant 0.5 : f32
    %isLast = arith.cmpi eq, %n, %c0 : i32
    %r = scf.if %isLast -> f32 {
      scf.yield %x : f32
    } else {
      %0 = arith.mulf %x, %half : f32
      %1 = arith.subi %n, %c1 : i32
      %2 = func.call @half(%1, %0) : (i32, f32) -> f32
      scf.yield %2 : f32
    }
    return %r : f32
  }
  gpu.func @f(%x: memref<64xf32>, %n: i32) kernel {
    %i = kernel.thread_id x
    %0 = kernel.load %x[%i] : memref<64xf32>, f32
    %1 = func.call @half(%n, %0) : (i32, f32) -> f32
    kernel.store %1, %x[%i] : f32, memref<64xf32>
    gpu.return
  }
}
