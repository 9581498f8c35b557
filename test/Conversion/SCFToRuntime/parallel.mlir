// RUN: zyn-opt %s --convert-scf-parallel-to-runtime | FileCheck %s

// CHECK: llvm.func @zynrtParallelFor(i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)

// CHECK-LABEL: func.func @fill
// CHECK-SAME: (%[[X:[^,]*]]: memref<?x8xf32>, %[[F:[^,]*]]: f32, %[[N:.*]]: index)
func.func @fill(%x: memref<?x8xf32>, %f: f32, %n: index) {
  // CHECK: %[[CAPTURES:.*]] = llvm.alloca
  // CHECK: %[[COUNT:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: llvm.store %{{.*}}, %[[CAPTURES]]
  // CHECK: %[[BODY:.*]] = builtin.unrealized_conversion_cast %{{.*}} : (!llvm.ptr, i64) -> () to !llvm.ptr
  // CHECK: %[[NAME:.*]] = llvm.mlir.addressof @"zynrt:loop:fill_parallel"
  // CHECK: %[[LOCATION:.*]] = llvm.mlir.addressof @"zynrt:location:{{.*}}parallel.mlir:[[#]]:3"
  // CHECK: llvm.call @zynrtParallelFor(%[[COUNT]], %[[BODY]], %[[CAPTURES]], %[[NAME]], %[[LOCATION]])
  // CHECK-NOT: scf.parallel
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c8) step (%c1, %c1) {
    memref.store %f, %x[%i, %j] : memref<?x8xf32>
    scf.reduce
  }
  return
}

// A reduction stays where it is.
// CHECK-LABEL: func.func @sum
func.func @sum(%x: memref<8xf32>) -> f32 {
  // CHECK: scf.parallel
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> f32 {
    %v = memref.load %x[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %r = arith.addf %a, %b : f32
      scf.reduce.return %r : f32
    }
  }
  return %sum : f32
}

// CHECK-LABEL: func.func private @fill_parallel
// CHECK-SAME: (%[[CAPTURES:.*]]: !llvm.ptr, %[[NUMBER:.*]]: i64)
// CHECK-DAG: %[[RECORD:.*]] = llvm.load %[[CAPTURES]]
// CHECK-DAG: %[[REST:.*]] = arith.index_cast %[[NUMBER]]
// CHECK: arith.remui %[[REST]]
// CHECK: arith.divui %[[REST]]
// CHECK: memref.store
// CHECK: return
