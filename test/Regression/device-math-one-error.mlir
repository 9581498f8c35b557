// A body is in its kernel once a lane; what it cannot do is said once.
// RUN: not zyn-translate --zyn-to-ptx %s 2>&1 | FileCheck %s

// CHECK: error: 'math.tanh' op on 'f128' has no device implementation
// CHECK-NOT: error:
func.func @tanh(%x: tensor<?xf128>, %y: tensor<?xf128>) -> tensor<?xf128> {
  %r = zyn.map ins(%x : tensor<?xf128>) outs(%y : tensor<?xf128>) {
  ^bb0(%a: f128):
    %s = math.tanh %a : f128
    zyn.yield %s : f128
  } -> tensor<?xf128>
  return %r : tensor<?xf128>
}
