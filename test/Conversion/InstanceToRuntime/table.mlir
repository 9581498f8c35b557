// RUN: zyn-opt %s --convert-instance-to-runtime | FileCheck %s

instance.table @t : 1 x !instance.externref
instance.elements @e [unit] : !instance.externref
instance.global @own mutable : i32 = 1 : i32
instance.global @imported imports <"env", "g"> mutable : f64

// References are pointers.
// CHECK-LABEL: func.func private @instance.f(
// CHECK-SAME: !llvm.ptr, %{{.*}}: i32, %[[VALUE:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: arith.cmpi uge
// CHECK: llvm.store %[[VALUE]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.icmp "eq"
// CHECK: llvm.call @zynrtTableGrow
// CHECK: llvm.call @zynrtTableFill
// CHECK: llvm.call @zynrtTableCopy
// CHECK: llvm.call @zynrtTableInit
func.func @f(%i: i32, %value: !instance.externref) -> !instance.externref {
  instance.table_set %value, @t[%i] : !instance.externref
  %0 = instance.ref_is_null %value : !instance.externref
  %1 = instance.table_grow @t, %value, %i : !instance.externref
  instance.table_fill @t[%i], %value, %1 : !instance.externref
  instance.table_copy @t[%i], @t[%i], %i
  instance.table_init @t[%i], @e[%i], %i
  instance.elements_drop @e
  %2 = instance.table_get @t[%i] : !instance.externref
  return %2 : !instance.externref
}

// CHECK-LABEL: func.func private @instance.globals(
// CHECK: %[[WORD:.*]] = llvm.getelementptr
// CHECK-NEXT: %[[CELL:.*]] = llvm.load %[[WORD]] invariant {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[OWN:.*]] = llvm.getelementptr
// CHECK-NEXT: llvm.load %[[OWN]] {alignment = 8 : i64} : !llvm.ptr -> i32
// CHECK-NEXT: llvm.store %{{.*}}, %[[CELL]] {alignment = 8 : i64} : f64, !llvm.ptr
func.func @globals(%x: f64) -> i32 {
  %0 = instance.global_get @own : i32
  instance.global_set %x, @imported : f64
  return %0 : i32
}
