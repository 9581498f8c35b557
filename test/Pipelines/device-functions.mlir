// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// Functions of Zyn, and one that upstream expands: no call is left, of libdevice
// or of anything else.

// CHECK: .visible .entry f_map_0(
// CHECK-NOT: call
// CHECK: fma.rn.f32
// CHECK-NOT: call
// CHECK: ret;
func.func @f(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32):
    %0 = math.powf %a, %a : f32
    %1 = math.tan %0 : f32
    %2 = math.cosh %1 : f32
    %3 = math.acosh %2 : f32
    %4 = math.round %3 : f32
    zyn.yield %4 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
