// RUN: zyn-opt %s --instance-to-llvm | FileCheck %s

instance.memory @memory : 1

// CHECK-LABEL: llvm.func @instance.f(
// CHECK-SAME: !llvm.ptr
// CHECK: llvm.intr.roundeven
// CHECK: llvm.cond_br
// CHECK: llvm.func @instance_code(
func.func @f(%c: i1, %x: f32) -> f32 {
  %0 = math.roundeven %x : f32
  %1 = scf.if %c -> i32 {
    %2 = instance.memory_size @memory
    scf.yield %2 : i32
  } else {
    %zero = arith.constant 0 : i32
    scf.yield %zero : i32
  }
  %3 = instance.load @memory[%1 + 0] : f32
  %4 = arith.addf %0, %3 : f32
  return %4 : f32
}
