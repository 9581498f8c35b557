// RUN: zyn-opt %s --zyn-unroll --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-unroll=factor=2 --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: zyn-opt %s --zyn-unroll="max-iterations=2" --split-input-file --remarks-filter=zyn-unroll 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-unroll=factor=1 --split-input-file | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: func.func @known
// TWO-LABEL: func.func @known
// ONE-LABEL: func.func @known
func.func @known(%m: memref<5xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // CHECK-NOT: scf.for
  // CHECK-COUNT-5: memref.store
  // CHECK-NOT: memref.store
  // Two at once, and the one that is left over.
  // TWO: scf.for
  // TWO-COUNT-2: memref.store
  // TWO: }
  // TWO: memref.store
  // ONE: scf.for
  // ONE-NEXT: memref.store
  // ONE-NEXT: }
  // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the loop has more than 2 iterations"
  scf.for %i = %c0 to %c5 step %c1 {
    memref.store %x, %m[%i] : memref<5xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @unknown
// TWO-LABEL: func.func @unknown
func.func @unknown(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  // TWO: scf.for
  // TWO-COUNT-2: memref.store
  // TWO: scf.for
  // TWO: memref.store
  // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the number of iterations is not known"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// Upstream's unrolling takes a positive step for granted.
// TWO-LABEL: func.func @backwards
// TWO: scf.for
// TWO-COUNT-1: memref.store
// REMARK: remark: {{.*}}expected a positive step, found -1
func.func @backwards(%m: memref<?xf32>, %x: f32, %n: index) {
  %a = arith.constant 32 : index
  %s = arith.constant -1 : index
  scf.for %i = %a to %n step %s {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
