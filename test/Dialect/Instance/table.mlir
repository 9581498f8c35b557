// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// CHECK: instance.table @t : 10 to 20 x !instance.funcref
instance.table @t : 10 to 20 x !instance.funcref
// CHECK: instance.table @o imports <"env", "objects"> : 0 x !instance.externref
instance.table @o imports <"env", "objects"> : 0 x !instance.externref
// CHECK: instance.elements @e [@f, unit, @g] : !instance.funcref
instance.elements @e [@f, unit, @g] : !instance.funcref
instance.global @g : !instance.funcref = @f

// CHECK-LABEL: func.func @f
func.func @f(%i: i32, %n: i32) -> i1 {
  // CHECK: %[[NULL:.*]] = instance.ref_null : !instance.externref
  %null = instance.ref_null : !instance.externref
  // CHECK: instance.ref_func @f
  %f = instance.ref_func @f
  // CHECK: instance.table_get @o[%{{.*}}] : !instance.externref
  %0 = instance.table_get @o[%i] : !instance.externref
  // CHECK: instance.table_set %{{.*}}, @t[%{{.*}}] : !instance.funcref
  instance.table_set %f, @t[%i] : !instance.funcref
  // CHECK: instance.table_size @t
  %1 = instance.table_size @t
  // CHECK: instance.table_grow @o, %[[NULL]], %{{.*}} : !instance.externref
  %2 = instance.table_grow @o, %null, %1 : !instance.externref
  // CHECK: instance.table_fill @o[%{{.*}}], %{{.*}}, %{{.*}} : !instance.externref
  instance.table_fill @o[%i], %0, %2 : !instance.externref
  // CHECK: instance.table_copy @t[%{{.*}}], @t[%{{.*}}], %{{.*}}
  instance.table_copy @t[%i], @t[%i], %n
  // CHECK: instance.table_init @t[%{{.*}}], @e[%{{.*}}], %{{.*}}
  instance.table_init @t[%i], @e[%i], %n
  // CHECK: instance.elements_drop @e
  instance.elements_drop @e
  // CHECK: instance.ref_is_null %{{.*}} : !instance.externref
  %3 = instance.ref_is_null %0 : !instance.externref
  return %3 : i1
}
