// A body is in its kernel once a lane; what it cannot do is said once.
// RUN: not zyn-translate --zyn-to-ptx %s 2>&1 | FileCheck %s

// CHECK: error: 'math.ipowi' op on 'i32' has no device implementation
// CHECK-NOT: error:
func.func @power(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %r = zyn.map ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32):
    %s = math.ipowi %a, %a : i32
    zyn.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
