// RUN: zyn-opt %s --zyn-lower-deallocations | FileCheck %s

// CHECK-LABEL: func.func @one
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.dealloc %arg0
func.func @one(%a: memref<8xf32>, %owned: i1) {
  bufferization.dealloc (%a : memref<8xf32>) if (%owned)
  return
}

// The arrays of a deallocation in a loop are allocated once.
// CHECK-LABEL: func.func @several
// CHECK-NEXT: %[[OTHERS:.*]] = memref.alloca() : memref<1xi1>
// CHECK-NEXT: %[[CONDITIONS:.*]] = memref.alloca() : memref<2xi1>
// CHECK-NEXT: memref.alloca() : memref<2xi1>
// CHECK-NEXT: memref.alloca() : memref<1xindex>
// CHECK-NEXT: %[[ADDRESSES:.*]] = memref.alloca() : memref<2xindex>
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: memref.store %{{.*}}, %[[ADDRESSES]]
// CHECK-NOT: call
// CHECK: %[[CONDITION:.*]] = memref.load %[[CONDITIONS]][%c0
// CHECK-NEXT: scf.if %[[CONDITION]] {
// CHECK-NEXT: memref.dealloc %{{.*}} : memref<8xf32>
// CHECK: memref.dealloc %{{.*}} : memref<4xf32>
// CHECK-NOT: memref.dealloc
func.func @several(%a: memref<8xf32>, %b: memref<4xf32>, %c: memref<8xf32>,
                   %owned: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = bufferization.dealloc (%a, %b : memref<8xf32>, memref<4xf32>)
        if (%owned, %owned) retain (%c : memref<8xf32>)
  }
  return
}

// Iterations of a parallel loop each have arrays.
// CHECK-LABEL: func.func @parallel
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK-COUNT-5: memref.alloca()
func.func @parallel(%a: memref<8xf32>, %b: memref<4xf32>, %c: memref<8xf32>,
                    %owned: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = bufferization.dealloc (%a, %b : memref<8xf32>, memref<4xf32>)
        if (%owned, %owned) retain (%c : memref<8xf32>)
  }
  return
}

// The function of upstream that compares the addresses is inlined.
// CHECK-NOT: func.func
