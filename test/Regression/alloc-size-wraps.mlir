// (2^62 + 1) * 4 bytes wrapped to 4, and the loop wrote past them.
// RUN: not zyn-run %s 4611686018427387905 --device cpu 2>&1 | FileCheck %s

// CHECK: error: {{.*}}out of memory
func.func @main(%n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = zyn.map outs(%e : tensor<?xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
