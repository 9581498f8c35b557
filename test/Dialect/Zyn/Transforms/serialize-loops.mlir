// RUN: zyn-opt --zyn-serialize-loops %s | FileCheck %s

// CHECK-LABEL: func.func @critical
// CHECK-NOT: scf.forall
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
// CHECK: scf.for
// CHECK: memref.store
func.func @critical(%x: f32, %y: memref<8x64xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.forall (%j) in (64) {
      memref.store %x, %y[%i, %j] : memref<8x64xf32>
    }
  }
  scf.forall (%j) in (64) {
    memref.store %x, %y[%c0, %j] : memref<8x64xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_syscalls
// CHECK-NOT: scf.forall
// CHECK: scf.for
func.func @no_syscalls(%x: f32, %y: memref<64xf32>) attributes {
    zyn.constraints = #zyn.constraints<no_syscalls = true>} {
  scf.forall (%j) in (64) {
    memref.store %x, %y[%j] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_alloc
// CHECK-NOT: scf.forall
// CHECK: scf.for
func.func @no_alloc(%x: f32, %y: memref<64xf32>) attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true>} {
  scf.forall (%j) in (64) {
    memref.store %x, %y[%j] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @other
// CHECK: scf.forall
func.func @other(%x: f32, %y: memref<64xf32>) attributes {
    zyn.constraints = #zyn.constraints<inline_always = true>} {
  scf.forall (%j) in (64) {
    memref.store %x, %y[%j] : memref<64xf32>
  }
  return
}

// What a constrained function calls has the same constraints.
// CHECK-LABEL: func.func @caller
// CHECK-LABEL: func.func private @callee
// CHECK-NOT: scf.forall
// CHECK: scf.for
func.func @caller(%x: f32, %y: memref<64xf32>) attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true>} {
  call @callee(%x, %y) : (f32, memref<64xf32>) -> ()
  return
}
func.func private @callee(%x: f32, %y: memref<64xf32>) {
  scf.forall (%j) in (64) {
    memref.store %x, %y[%j] : memref<64xf32>
  }
  return
}
