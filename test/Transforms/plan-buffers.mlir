// DEFINE: %{plan} = zyn-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(zyn-plan-buffers))'
// RUN: %{plan} | FileCheck %s
// RUN: %{plan} --remarks-filter=zyn-plan-buffers 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Two of three buffers exist at the same time. That they grow leaves no holes.
// REMARK: plan-buffers.mlir:[[#@LINE+11]]:1: remark: [Passed] PlanBuffers | Category:zyn-plan-buffers | Reason="3 buffers are in a workspace of 1792 bytes; blocks of their sizes would take 2304 bytes, and 1792 bytes are in use at the same time"
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[WORKSPACE:.*]] = memref.alloc() {alignment = 256 : i64} : memref<1792xi8>
// CHECK-NEXT: %[[A:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[WORKSPACE]][%[[A]]][] : memref<1792xi8> to memref<100xf32>
// CHECK: %[[B:.*]] = arith.constant 768 : index
// CHECK-NEXT: memref.view %[[WORKSPACE]][%[[B]]][] : memref<1792xi8> to memref<16x16xf32>
// CHECK: %[[C:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[WORKSPACE]][%[[C]]][] : memref<1792xi8> to memref<3x64xf32>
// CHECK: memref.dealloc %[[WORKSPACE]]
// CHECK-NEXT: return
func.func @chain() {
  %a = memref.alloc() : memref<100xf32>
  "test.use"(%a) : (memref<100xf32>) -> ()
  %b = memref.alloc() : memref<16x16xf32>
  "test.use"(%a, %b) : (memref<100xf32>, memref<16x16xf32>) -> ()
  memref.dealloc %a : memref<100xf32>
  %c = memref.alloc() : memref<3x64xf32>
  "test.use"(%b, %c) : (memref<16x16xf32>, memref<3x64xf32>) -> ()
  memref.dealloc %b : memref<16x16xf32>
  memref.dealloc %c : memref<3x64xf32>
  return
}

// A buffer that is used before and in a loop keeps its memory during the whole
// loop; those of the iterations share theirs, also with those of a branch.
// REMARK: Reason="5 buffers are in a workspace of 1280 bytes; blocks of their sizes would take 1792 bytes, and 1280 bytes are in use at the same time"
// CHECK-LABEL: func.func @control_flow
// CHECK-NEXT: %[[WORKSPACE:.*]] = memref.alloc() {alignment = 256 : i64} : memref<1280xi8>
// CHECK: %[[OUTER:.*]] = memref.view {{.*}} to memref<64xf32>
// CHECK: scf.for
// CHECK: arith.constant 256 : index
// CHECK-NEXT: memref.view {{.*}} to memref<128xf32>
// CHECK: arith.constant 256 : index
// CHECK-NEXT: memref.view {{.*}} to memref<256xf32>
// CHECK: scf.if
// CHECK: arith.constant 256 : index
// CHECK-NEXT: memref.view {{.*}} to memref<128xf32>
// CHECK: } else {
// CHECK: arith.constant 256 : index
// CHECK-NEXT: memref.view {{.*}} to memref<128xf32>
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[WORKSPACE]]
// CHECK-NEXT: return
func.func @control_flow(%n: index, %condition: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<128xf32>
    "test.use"(%outer, %a) : (memref<64xf32>, memref<128xf32>) -> ()
    memref.dealloc %a : memref<128xf32>
    %b = memref.alloc() : memref<256xf32>
    "test.use"(%outer, %b) : (memref<64xf32>, memref<256xf32>) -> ()
    memref.dealloc %b : memref<256xf32>
  }
  scf.if %condition {
    %a = memref.alloc() : memref<128xf32>
    "test.use"(%a) : (memref<128xf32>) -> ()
    memref.dealloc %a : memref<128xf32>
  } else {
    %a = memref.alloc() : memref<128xf32>
    "test.use"(%outer, %a) : (memref<64xf32>, memref<128xf32>) -> ()
    memref.dealloc %a : memref<128xf32>
  }
  memref.dealloc %outer : memref<64xf32>
  return
}

// The deallocation ends the lifetime, whatever uses views of the buffer.
// CHECK-LABEL: func.func @views
// CHECK: arith.constant 0 : index
// CHECK-NEXT: %[[A:.*]] = memref.view
// CHECK: memref.subview %[[A]]
// CHECK: arith.constant 512 : index
// CHECK-NEXT: memref.view
// CHECK: return
func.func @views() {
  %a = memref.alloc() : memref<128xf32>
  %view = memref.subview %a[64] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 64>>
  %b = memref.alloc() : memref<64xf32>
  "test.use"(%view, %b) : (memref<64xf32, strided<[1], offset: 64>>, memref<64xf32>) -> ()
  memref.dealloc %a : memref<128xf32>
  memref.dealloc %b : memref<64xf32>
  return
}

// Every return frees the workspace.
// CHECK-LABEL: func.func @blocks
// CHECK: memref.alloc() {alignment = 256 : i64} : memref<256xi8>
// CHECK: cf.cond_br
// CHECK: memref.dealloc
// CHECK-NEXT: return
// CHECK: memref.dealloc
// CHECK-NEXT: return
func.func @blocks(%condition: i1) {
  cf.cond_br %condition, ^then, ^else
^then:
  %a = memref.alloc() : memref<f32>
  memref.dealloc %a : memref<f32>
  return
^else:
  %b = memref.alloc() : memref<0xf32>
  memref.dealloc %b : memref<0xf32>
  return
}

// Only the last two buffers are planned.
// CHECK-LABEL: func.func @kept
// CHECK-NEXT: memref.alloc() {alignment = 256 : i64} : memref<512xi8>
// CHECK-DAG: memref.alloc() : memref<1xf32>
// CHECK-DAG: memref.alloc() : memref<2xf32>
// CHECK-DAG: memref.alloc() {alignment = 512 : i64} : memref<4xf32>
// CHECK-DAG: memref.alloc() : memref<5xf32, 3>
// CHECK-DAG: memref.alloc() : memref<6xf32>
// CHECK-DAG: memref.alloc() : memref<4611686018427387903xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.view {{.*}} to memref<7xf32>
// CHECK: memref.view {{.*}} to memref<8xi1>
func.func @kept(%n: index, %condition: i1) -> memref<1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %returned = memref.alloc() : memref<1xf32>
  %conditional = memref.alloc() : memref<2xf32>
  scf.if %condition {
    memref.dealloc %conditional : memref<2xf32>
  }
  %aligned = memref.alloc() {alignment = 512} : memref<4xf32>
  memref.dealloc %aligned : memref<4xf32>
  %shared = memref.alloc() : memref<5xf32, 3>
  memref.dealloc %shared : memref<5xf32, 3>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %local = memref.alloc() : memref<6xf32>
    memref.dealloc %local : memref<6xf32>
    scf.reduce
  }
  %huge = memref.alloc() : memref<4611686018427387903xf32>
  memref.dealloc %huge : memref<4611686018427387903xf32>
  %a = memref.alloc() : memref<7xf32>
  %b = memref.alloc() : memref<8xi1>
  memref.dealloc %a : memref<7xf32>
  memref.dealloc %b : memref<8xi1>
  return %returned : memref<1xf32>
}

// A single buffer stays as it is.
// CHECK-LABEL: func.func @single
// CHECK-NEXT: memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.dealloc
func.func @single() {
  %a = memref.alloc() : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  return
}

// Buffers of the same dynamic sizes follow each other in the same memory.
// REMARK: Reason="2 of 5 buffers of dynamic sizes use the memory of earlier ones of the same size"
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
// CHECK: %[[A:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: %[[B:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: "test.use"(%[[A]], %[[B]])
// CHECK-NEXT: "test.use"(%[[A]], %[[B]])
// CHECK-NEXT: memref.dealloc %[[B]]
// CHECK-NEXT: %[[C:.*]] = memref.alloc(%[[M]]) : memref<?xf32>
// CHECK-NEXT: "test.use"(%[[A]], %[[C]])
// CHECK-NEXT: memref.dealloc %[[C]]
// CHECK-NEXT: "test.use"(%[[A]])
// CHECK-NEXT: memref.dealloc %[[A]]
func.func @dynamic(%n: index, %m: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  "test.use"(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  "test.use"(%c, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  %d = memref.alloc(%m) : memref<?xf32>
  "test.use"(%c, %d) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.dealloc %c : memref<?xf32>
  memref.dealloc %d : memref<?xf32>
  %e = memref.alloc(%n) : memref<?xf32>
  "test.use"(%e) : (memref<?xf32>) -> ()
  memref.dealloc %e : memref<?xf32>
  return
}

// An i24 occupies four bytes, and an i96 sixteen in LLVM but not in MLIR.
// CHECK-LABEL: func.func @padding
// CHECK-NEXT: memref.alloc() {alignment = 256 : i64} : memref<1024xi8>
// CHECK: arith.constant 0 : index
// CHECK-NEXT: memref.view {{.*}} to memref<80xi24>
// CHECK: arith.constant 512 : index
// CHECK-NEXT: memref.view {{.*}} to memref<18xf80>
// CHECK-NEXT: memref.alloc() : memref<4xi96>
func.func @padding() {
  %a = memref.alloc() : memref<80xi24>
  %b = memref.alloc() : memref<18xf80>
  %kept = memref.alloc() : memref<4xi96>
  memref.dealloc %kept : memref<4xi96>
  memref.dealloc %a : memref<80xi24>
  memref.dealloc %b : memref<18xf80>
  return
}

// Regions that may run at the same time as each other, or as themselves, do
// not share memory.
// CHECK-LABEL: func.func @concurrent
// CHECK-NOT: memref.view
// CHECK: return
func.func @concurrent(%n: index) {
  %first = async.execute {
    %a = memref.alloc() : memref<64xf32>
    "test.use"(%a) : (memref<64xf32>) -> ()
    memref.dealloc %a : memref<64xf32>
    async.yield
  }
  %second = async.execute {
    %a = memref.alloc() : memref<64xf32>
    "test.use"(%a) : (memref<64xf32>) -> ()
    memref.dealloc %a : memref<64xf32>
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  omp.parallel {
    %a = memref.alloc() : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    omp.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %a = memref.alloc() : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    gpu.terminator
  }
  acc.parallel {
    %a = memref.alloc() : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    acc.yield
  }
  affine.parallel (%i) = (0) to (%n) {
    %a = memref.alloc() : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
  }
  "test.unknown"() ({
    %a = memref.alloc() : memref<64xf32>
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
  }) : () -> ()
  return
}
