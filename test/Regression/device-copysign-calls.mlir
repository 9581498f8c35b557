// math.copysign became a call of libdevice, which was unresolved on machines
// without CUDA.
// RUN: env -u CUDA_HOME zyn-translate --zyn-to-ptx %s | FileCheck %s
// CHECK-NOT: __nv_
// CHECK: copysign.f32
// CHECK-NOT: __nv_
func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = zyn.map ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.copysign %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
