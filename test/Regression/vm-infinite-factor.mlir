// What the printer writes is read again.
// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// CHECK: {r1 = inf * r0 - inf * r2 + nan} : f32
func.func @f(%s: !vm.state<f32>) -> !vm.state<f32> {
  %0 = vm.linear %s {r1 = inf * r0 - inf * r2 + nan} : f32
  return %0 : !vm.state<f32>
}
