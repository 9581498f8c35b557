// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// The exponentials are stored in the destination, where they become quotients. What is computed of a row's maximum is cheap
// enough to be computed for each element.
// CHECK-LABEL: func.func @softmax
// CHECK: %[[Y:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: %[[MAX:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.reduce { arith.maximumf } ins(%{{.*}} : memref<4x8xf32>) outs(%[[MAX]]
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}} ins(%[[MAX]], %{{.*}} : memref<4xf32>, memref<4x8xf32>) outs(%[[Y]]
// CHECK: arith.select
// CHECK: math.exp
// CHECK: linalg.reduce { arith.addf } ins(%[[Y]] : memref<4x8xf32>) outs(%[[MAX]]
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %[[MAX]] : memref<4x8xf32>, memref<4xf32>) outs(%[[Y]]
// CHECK: arith.divf
// CHECK: memref.dealloc %[[MAX]]
// CHECK-NOT: memref.dealloc
func.func @softmax(%x: memref<4x8xf32>) -> memref<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %y = memref.alloc() : memref<4x8xf32>
  zyn.rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %max = zyn.reduce_row %v init %lowest : f32 {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %b : f32
      zyn.yield %m : f32
    }
    %empty = arith.cmpf oeq, %max, %lowest : f32
    %reference = arith.select %empty, %zero, %max : f32
    %difference = arith.subf %v, %reference : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %q = arith.divf %exp, %sum : f32
    zyn.yield %q : f32
  }
  return %y : memref<4x8xf32>
}

// -----

// A destination that may overlap with an input has no other values before.
// CHECK-LABEL: func.func @argument
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[Y:.*]]: memref<4x8xf32>
// CHECK: %[[SQUARES:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<4x8xf32>) outs(%[[SQUARES]]
// CHECK: linalg.reduce { arith.addf } ins(%[[SQUARES]]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : memref<4x8xf32>, memref<4xf32>) outs(%[[Y]]
func.func @argument(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %square = arith.mulf %v, %v : f32
    %sum = zyn.reduce_row %square init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %q = arith.subf %v, %sum : f32
    zyn.yield %q : f32
  }
  return
}

// -----

// The first result of the reduction is not used again, but has its own memory.
// CHECK-LABEL: func.func @unused
// CHECK: linalg.reduce ins(%{{.*}}) outs(%[[SUM:.*]], %[[MAX:.*]] : memref<4xf32>, memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[MAX]] :
// CHECK: memref.dealloc %[[SUM]]
// CHECK: memref.dealloc %[[MAX]]
func.func @unused(%x: memref<4x8xf32>) -> memref<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<4x8xf32>
  zyn.rows ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %s:2 = zyn.reduce_row %v, %v init %zero, %zero : f32, f32 {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
      %e = arith.addf %a, %c : f32
      %m = arith.maximumf %b, %d : f32
      zyn.yield %e, %m : f32, f32
    }
    %q = arith.subf %v, %s#1 : f32
    zyn.yield %q : f32
  }
  return %y : memref<4x8xf32>
}

// -----

// An input is a view of the destination.
// CHECK-LABEL: func.func @view
// CHECK: %[[Y:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: %[[SQUARES:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: linalg.generic {{.*}} outs(%[[SQUARES]]
// CHECK: linalg.reduce { arith.addf } ins(%[[SQUARES]]
func.func @view() -> memref<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<4x8xf32>
  %x = memref.subview %y[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  zyn.rows ins(%x : memref<4x8xf32, strided<[8, 1]>>) outs(%y : memref<4x8xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %square = arith.mulf %v, %v : f32
    %sum = zyn.reduce_row %square init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %q = arith.subf %v, %sum : f32
    zyn.yield %q : f32
  }
  return %y : memref<4x8xf32>
}

// -----

// A task has 12 rows of 300 elements, whose indices are those of all rows.
// CHECK-LABEL: func.func @tasks
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%c100) step (%c1)
// CHECK: %[[X:.*]] = memref.subview %{{.*}}[%[[I]], 0, 0] [1, 12, 300] [1, 1, 1]
// CHECK: %[[Y:.*]] = memref.subview %{{.*}}[%[[I]], 0, 0] [1, 12, 300] [1, 1, 1]
// CHECK: %[[SUM:.*]] = memref.alloc() : memref<1x12xf32>
// CHECK: linalg.reduce { arith.addf } ins(%[[X]] {{.*}} outs(%[[SUM]]
// CHECK: arith.index_cast %[[I]]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} outs(%[[Y]]
func.func @tasks(%x: memref<100x12x300xf32>, %y: memref<100x12x300xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<100x12x300xf32>) outs(%y : memref<100x12x300xf32>) dimensions = [2] {
  ^bb0(%v: f32):
    %sum = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %i = zyn.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.addf %sum, %f : f32
    %q = arith.divf %v, %p : f32
    zyn.yield %q : f32
  }
  return
}

// -----

// Whether a few long rows are computed together is only known when the code runs. The last task has fewer rows.
// CHECK-LABEL: func.func @dynamic
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %arg1, %c0
// CHECK-DAG: %[[LENGTH:.*]] = memref.dim %arg0, %c1
// CHECK-DAG: %[[LONG:.*]] = arith.cmpi sgt, %[[LENGTH]], %c16384
// CHECK-DAG: %[[FEW:.*]] = arith.cmpi slt, %[[ROWS]], %c16
// CHECK: %[[TOGETHER:.*]] = arith.andi %[[LONG]], %[[FEW]]
// CHECK: scf.if %[[TOGETHER]]
// CHECK: linalg.reduce { arith.addf } ins(%arg0
// CHECK: else
// CHECK: scf.parallel (%[[FIRST:.*]]) = (%c0) to (%[[ROWS]]) step (%[[MOST:.*]]) {
// CHECK: %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
// CHECK: %[[COUNT:.*]] = arith.minsi %[[MOST]], %[[LEFT]]
// CHECK: %[[PART:.*]] = memref.subview %arg0[%[[FIRST]], 0] [%[[COUNT]], %[[LENGTH]]] [1, 1]
// CHECK: linalg.reduce { arith.addf } ins(%[[PART]]
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %sum = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  return
}

// -----

// Rows of a few elements, and those in a loop that runs on threads, are computed by one thread.
// CHECK-LABEL: func.func @one_thread
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: memref.subview %{{.*}} [40, 100] [1, 1]
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: memref.subview %{{.*}} [4, 1000] [1, 1]
// CHECK-NOT: scf.parallel
func.func @one_thread(%x: memref<120x100xf32>, %y: memref<120xf32>, %z: memref<8x100x1000xf32>, %w: memref<8x100xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  zyn.rows ins(%x : memref<120x100xf32>) outs(%y : memref<120xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %sum = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %part = memref.subview %z[%i, 0, 0] [1, 100, 1000] [1, 1, 1]
        : memref<8x100x1000xf32> to memref<100x1000xf32, strided<[1000, 1], offset: ?>>
    %sums = memref.subview %w[%i, 0] [1, 100] [1, 1] : memref<8x100xf32> to memref<100xf32, strided<[1], offset: ?>>
    zyn.rows ins(%part : memref<100x1000xf32, strided<[1000, 1], offset: ?>>)
        outs(%sums : memref<100xf32, strided<[1], offset: ?>>) dimensions = [1] {
    ^bb0(%v: f32):
      %sum = zyn.reduce_row %v init %zero : f32 {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        zyn.yield %s : f32
      }
      zyn.yield %sum : f32
    }
  }
  return
}
