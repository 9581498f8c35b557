// RUN: zyn-opt %s --convert-zyn-to-kernel | FileCheck %s

// Parts of arrays at different places have one kernel, unless they begin at
// addresses that are less aligned than those of arrays.
// CHECK: gpu.func @parts_map_0(%arg0: memref<4x64xf32, strided<[256, 1]>>,
// CHECK: gpu.func @parts_map_1(%arg0: memref<4x64xf32, strided<[256, 1]>>,
// CHECK: gpu.func @parts_map_2(%arg0: memref<4x64xf32, strided<[256, 1], offset: 4>>,
// CHECK-LABEL: func.func @parts(
func.func @parts(%x: memref<4x256xf32>, %y: memref<4x64xf32>) {
  // CHECK: %[[PART:.*]] = memref.subview
  %0 = memref.subview %x[0, 0] [4, 64] [1, 1] : memref<4x256xf32> to memref<4x64xf32, strided<[256, 1]>>
  // CHECK: gpu.launch_func {{.*}} args(%[[PART]] :
  zyn.map ins(%0 : memref<4x64xf32, strided<[256, 1]>>) outs(%y : memref<4x64xf32>) {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    zyn.yield %n : f32
  }
  // CHECK: %[[PART:.*]] = memref.subview
  %1 = memref.subview %x[0, 128] [4, 64] [1, 1] : memref<4x256xf32> to memref<4x64xf32, strided<[256, 1], offset: 128>>
  // CHECK: %[[REBASED:.*]] = kernel.rebase %[[PART]]
  // CHECK: gpu.launch_func {{.*}} args(%[[REBASED]] :
  zyn.map ins(%1 : memref<4x64xf32, strided<[256, 1], offset: 128>>) outs(%y : memref<4x64xf32>) {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    zyn.yield %n : f32
  }
  // CHECK: %[[PART:.*]] = memref.subview
  %2 = memref.subview %x[0, 4] [4, 64] [1, 1] : memref<4x256xf32> to memref<4x64xf32, strided<[256, 1], offset: 4>>
  // CHECK: gpu.launch_func {{.*}} args(%[[PART]] :
  zyn.map ins(%2 : memref<4x64xf32, strided<[256, 1], offset: 4>>) outs(%y : memref<4x64xf32>) {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    zyn.yield %n : f32
  }
  return
}
