// A buffer in another memory space lost it on the way and failed in a generated op.
// RUN: not zyn-opt %s 2>&1 | FileCheck %s

func.func @copy(%x: memref<8x8xf32, 1>, %y: memref<8x8xf32, 1>) {
  // CHECK: :[[@LINE+1]]:3: error: 'zyn.map' op expected buffers in the default memory space, found 'memref<8x8xf32, 1>'
  zyn.map ins(%x : memref<8x8xf32, 1>) outs(%y : memref<8x8xf32, 1>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}
