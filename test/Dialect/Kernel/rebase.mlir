// RUN: zyn-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @rebase
func.func @rebase(%x: memref<4x64xf32, strided<[256, 1], offset: 128>>, %y: memref<?x64xf32, strided<[?, 1], offset: 4>>,
                  %z: memref<4x64xf32, strided<[64, 1], offset: 64>>) {
  // CHECK: kernel.rebase %arg0 : memref<4x64xf32, strided<[256, 1], offset: 128>>
  %0 = kernel.rebase %x : memref<4x64xf32, strided<[256, 1], offset: 128>>
  %1 = memref.cast %0 : memref<4x64xf32, strided<[256, 1]>> to memref<?x64xf32, strided<[256, 1]>>
  %2 = kernel.rebase %y : memref<?x64xf32, strided<[?, 1], offset: 4>>
  // A view without gaps is like an array.
  %3 = kernel.rebase %z : memref<4x64xf32, strided<[64, 1], offset: 64>>
  %4 = memref.collapse_shape %3 [[0, 1]] : memref<4x64xf32> into memref<256xf32>
  return
}

// -----

func.func @dynamic(%x: memref<4x64xf32, strided<[256, 1], offset: ?>>) {
  // expected-error @+1 {{expected a buffer with a static offset, found 'memref<4x64xf32, strided<[256, 1], offset: ?>>'}}
  %0 = kernel.rebase %x : memref<4x64xf32, strided<[256, 1], offset: ?>>
  return
}
