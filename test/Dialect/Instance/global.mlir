// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// CHECK: instance.global @i mutable : i64 = 5 : i64
instance.global @i mutable : i64 = 5 : i64
// CHECK: instance.global @nan : f32 = 0x7FA00000 : f32
instance.global @nan : f32 = 0x7FA00000 : f32
// CHECK: instance.global @base imports <"env", "base"> : i32
instance.global @base imports <"env", "base"> : i32
// CHECK: instance.global @copy : i32 = @base
instance.global @copy : i32 = @base
// CHECK: instance.global @function : !instance.funcref = @f
instance.global @function : !instance.funcref = @f
// CHECK: instance.global @null : !instance.externref = unit
instance.global @null : !instance.externref = unit

// CHECK-LABEL: func.func @f
func.func @f() {
  // CHECK: %[[VALUE:.*]] = instance.global_get @i : i64
  %0 = instance.global_get @i : i64
  // CHECK: instance.global_set %[[VALUE]], @i : i64
  instance.global_set %0, @i : i64
  return
}
