// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%x: i1, %y: f32) -> f32 {
  // CHECK: instance.trap_if %{{.*}}, divide_by_zero
  instance.trap_if %x, divide_by_zero
  // CHECK: %[[OPAQUE:.*]] = instance.opaque %{{.*}} : f32
  %0 = instance.opaque %y : f32
  cf.cond_br %x, ^trap, ^return
^trap:
  // CHECK: instance.trap unreachable
  instance.trap unreachable
^return:
  return %0 : f32
}
