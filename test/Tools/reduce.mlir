// zyn-reduce makes a module smaller as long as a script finds it interesting: here, as long as there is a zyn.map.
// RUN: printf '#!/bin/sh\nif grep -q zyn.map "$1"; then exit 1; fi\n' > %t.sh && chmod +x %t.sh
// RUN: zyn-reduce %s --reduction-tree='traversal-mode=0 test=%t.sh' | FileCheck %s
// CHECK: func.func @keep
// CHECK: zyn.map
// CHECK-NOT: func.func @drop
func.func @drop(%x: i32) -> i32 {
  return %x : i32
}
func.func @keep(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = zyn.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
