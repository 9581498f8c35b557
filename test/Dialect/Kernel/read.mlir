// RUN: zyn-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @read
func.func @read(%x: memref<4x64xbf16, strided<[?, 1], offset: ?>>, %y: memref<i32>, %i: index) -> (bf16, i32) {
  // CHECK: kernel.read %arg0[%arg2, %arg2] : memref<4x64xbf16, strided<[?, 1], offset: ?>>
  %0 = kernel.read %x[%i, %i] : memref<4x64xbf16, strided<[?, 1], offset: ?>>
  // CHECK: kernel.read %arg1[] : memref<i32>
  %1 = kernel.read %y[] : memref<i32>
  return %0, %1 : bf16, i32
}

// -----

func.func @rank(%x: memref<4x64xf32>, %i: index) -> f32 {
  // expected-error @+1 {{'kernel.read' op expected 2 indices, found 1}}
  %0 = kernel.read %x[%i] : memref<4x64xf32>
  return %0 : f32
}
