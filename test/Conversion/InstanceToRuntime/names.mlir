// RUN: zyn-opt %s --instance-to-llvm | FileCheck %s

// Programs may use the names of the runtime and of the C library.

instance.host_function @zynrtInstanceTrap imports <"env", "trap"> : (i32) -> ()
instance.memory @instance_code : 1

// CHECK-LABEL: llvm.func @instance.zynrtMemoryGrow(
// CHECK: llvm.call @instance.zynrtInstanceTrap
// CHECK: llvm.call @zynrtMemoryGrow
func.func @zynrtMemoryGrow(%x: i32) -> i32 {
  instance.host_call @zynrtInstanceTrap(%x) : (i32) -> ()
  %0 = instance.memory_grow @instance_code, %x
  return %0 : i32
}

// CHECK-LABEL: llvm.func @instance.malloc(
func.func @malloc(%x: i32) -> i32 {
  return %x : i32
}

// CHECK-LABEL: llvm.func @"instance.a b%00%25"(
func.func @"a b\00%"() {
  return
}

// CHECK: llvm.func @instance_code(
