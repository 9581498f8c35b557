// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// CHECK: instance.host_function @print imports <"env", "print"> : (i32) -> i64
instance.host_function @print imports <"env", "print"> : (i32) -> i64
instance.table @t : 1 x !instance.funcref

// CHECK-LABEL: func.func @f
func.func @f(%x: i32) -> (i32, f64) {
  // CHECK: instance.host_call @print(%{{.*}}) : (i32) -> i64
  %0 = instance.host_call @print(%x) : (i32) -> i64
  // CHECK: instance.call_indirect @t[%{{.*}}] (%{{.*}}) : (i64) -> (i32, f64)
  %1:2 = instance.call_indirect @t[%x](%0) : (i64) -> (i32, f64)
  return %1#0, %1#1 : i32, f64
}
