// RUN: zyn-opt --zyn-export-to-c --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[x:.*]]: memref<f32> {llvm.readonly}, %[[size:.*]]: index, %[[small:.*]]: i8 {llvm.signext}) -> (i1 {llvm.zeroext})
// CHECK-SAME: llvm.bareptr
// CHECK: %[[view:.*]] = memref.reinterpret_cast %[[x]] to offset: [0], sizes: [%[[size]], 4], strides: [4, 1] : memref<f32> to memref<?x4xf32
// CHECK: call @f_buffers({{.*}}, %[[small]])
// CHECK: func.func private @f_buffers(
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
func.func @f(%x: memref<?x4xf32> {llvm.readonly}, %small: i8) -> i1 {
  %true = arith.constant true
  return %true : i1
}

// Static sizes need no arguments, and of several results each has a pointer.
// CHECK-LABEL: func.func @several(
// CHECK-SAME: %[[x:.*]]: memref<2x3xf64>, %[[a:.*]]: memref<i32>, %[[b:.*]]: memref<f64>)
// CHECK: %[[r:.*]]:2 = call @several_buffers(%[[x]])
// CHECK-DAG: memref.store %[[r]]#0, %[[a]][]
// CHECK-DAG: memref.store %[[r]]#1, %[[b]][]
func.func @several(%x: memref<2x3xf64>) -> (i32, f64) {
  %a = arith.constant 1 : i32
  %b = arith.constant 1.0 : f64
  return %a, %b : i32, f64
}

// Strides of inner dynamic sizes are products.
// CHECK-LABEL: func.func @strides(
// CHECK-SAME: %[[x:.*]]: memref<i16>, %[[n:.*]]: index, %[[m:.*]]: index)
// CHECK: %[[stride:.*]] = arith.muli
// CHECK: sizes: [%[[n]], 2, %[[m]]], strides: [%[[stride]], %[[m]], 1]
func.func @strides(%x: memref<?x2x?xi16>) {
  return
}

// CHECK-LABEL: func.func @noalias(
// CHECK-SAME: %{{.*}}: memref<i16> {llvm.noalias}, %{{.*}}: index, %{{.*}}: memref<4xi16> {llvm.noalias})
func.func @noalias(%x: memref<?xi16> {llvm.noalias}, %y: memref<4xi16> {llvm.noalias}) {
  return
}

// CHECK-LABEL: func.func private @declared
func.func private @declared(memref<?xf32>)

// -----

// expected-error @+1 {{expected results of scalar types to be called from C, found 'memref<4xf32>'}}
func.func @buffer() -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  return %r : memref<4xf32>
}

// -----

// expected-error @+1 {{expected contiguous buffers to be called from C, found 'memref<4xf32, strided<[2]>>'}}
func.func @strided(%x: memref<4xf32, strided<[2]>>) {
  return
}
