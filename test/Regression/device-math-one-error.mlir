// A body is in its kernel once a lane; what it cannot do is said once.
// RUN: not zyn-translate --zyn-to-ptx %s 2>&1 | FileCheck %s

// CHECK: error: 'arith.remf' op on 'f32' has no device implementation
// CHECK-NOT: error:
func.func @remainder(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32):
    %s = arith.remf %a, %a : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
