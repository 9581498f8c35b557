// RUN: zyn-opt %s --convert-kernel-to-runtime | FileCheck %s

// The memory for the element is allocated once, not in each iteration.
// CHECK: llvm.func @zynrtRead(!llvm.ptr, !llvm.ptr, i64)
// CHECK-LABEL: func.func @read
// CHECK: %[[E:.*]] = llvm.alloca %{{.*}} x f16
// CHECK: scf.for
// CHECK:   %[[X:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:   %[[Y:.*]] = llvm.getelementptr %[[X]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:   llvm.call @zynrtRead(%[[E]], %[[Y]], %{{.*}})
// CHECK:   llvm.load %[[E]] : !llvm.ptr -> f16
func.func @read(%x: memref<4x?xf16, strided<[?, 2], offset: 3>>, %n: index) -> f16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f16
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f16 {
    %e = kernel.read %x[%c1, %i] : memref<4x?xf16, strided<[?, 2], offset: 3>>
    %t = arith.addf %s, %e : f16
    scf.yield %t : f16
  }
  return %sum : f16
}
