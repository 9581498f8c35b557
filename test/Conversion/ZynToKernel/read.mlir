// RUN: zyn-opt %s --zyn-to-kernel | FileCheck %s
// RUN: zyn-opt %s --zyn-to-kernel --remarks-filter=zyn-to-kernel -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A loop whose condition is an element that a kernel computes.
// CHECK-LABEL: func.func @main
// CHECK: scf.while
// CHECK:   gpu.launch_func
// CHECK:   %[[X:.*]] = kernel.read %{{.*}}[] : memref<f32>
// CHECK:   %[[C:.*]] = arith.cmpf olt, %[[X]], %{{.*}} : f32
// CHECK:   scf.condition(%[[C]])
// CHECK: } do {
// CHECK:   gpu.launch_func
// REMARK: read.mlir:[[@LINE+5]]:10: remark: [Missed] HostRead {{.*}}the host waits for all kernels before this, since it reads an element that is on the device
func.func @main(%x: tensor<8xf32>, %limit: f32) -> tensor<8xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = scf.while (%v = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    %sum = linalg.reduce {arith.addf} ins(%v : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    %e = tensor.extract %sum[] : tensor<f32>
    %c = arith.cmpf olt, %e, %limit : f32
    scf.condition(%c) %v : tensor<8xf32>
  } do {
  ^bb0(%v: tensor<8xf32>):
    %n = arith.addf %v, %v : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
