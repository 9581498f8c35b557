// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(convert-divisions-to-nvvm)))' | FileCheck %s

gpu.module @m {
  // The divisions share a branch, and the first two a reciprocal. The ops that the last one depends on move.
  // CHECK-LABEL: gpu.func @group(
  // CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: memref<8xf32>)
  // CHECK:         %[[D:.*]] = arith.addf %[[A]], %[[C]]
  // CHECK:         %[[S:.*]] = arith.mulf %[[B]], %{{.*}} : f32
  // CHECK:         %[[RB:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[S]])
  // CHECK:         %[[MIN:.*]] = llvm.intr.minnum(%[[S]], %{{.*}})
  // CHECK:         %[[SB:.*]] = llvm.intr.maxnum(%[[MIN]], %{{.*}})
  // CHECK:         %[[E:.*]] = math.fma %{{.*}}, %[[RB]], %{{.*}} : f32
  // CHECK:         %[[R:.*]] = math.fma %[[RB]], %[[E]], %[[RB]] : f32
  // CHECK:         %[[Q:.*]] = arith.mulf %[[A]], %[[R]] : f32
  // CHECK:         %[[N:.*]] = arith.negf %[[SB]]
  // CHECK:         %[[REST:.*]] = math.fma %[[N]], %[[Q]], %[[A]] : f32
  // CHECK:         %[[P:.*]] = math.fma %[[R]], %[[REST]], %[[Q]] : f32
  // CHECK:         %[[SIGNED:.*]] = math.copysign %[[P]], %[[Q]] : f32
  // CHECK:         %[[AB:.*]] = arith.mulf %[[SIGNED]], %{{.*}} : f32
  // CHECK:         arith.mulf %[[C]], %[[R]] : f32
  // CHECK:         %[[T:.*]] = arith.mulf %[[D]], %{{.*}} : f32
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[T]])
  // CHECK-NOT:     llvm.call_intrinsic
  // CHECK:         arith.cmpf ole
  // CHECK:         arith.cmpi uge
  // CHECK:         arith.cmpf oge
  // CHECK:         arith.cmpi uge
  // CHECK:         %[[ALL:.*]]:3 = scf.if %{{.*}} -> (f32, f32, f32) {
  // CHECK-NEXT:      scf.yield %[[AB]],
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      %[[X:.*]] = arith.divf %[[A]], %[[B]] : f32
  // CHECK-NEXT:      %[[Y:.*]] = arith.divf %[[C]], %[[B]] : f32
  // CHECK-NEXT:      %[[Z:.*]] = arith.divf %[[A]], %[[D]] : f32
  // CHECK-NEXT:      scf.yield %[[X]], %[[Y]], %[[Z]]
  // CHECK:         memref.store %[[ALL]]#0
  // CHECK:         memref.store %[[ALL]]#1
  // CHECK:         memref.store %[[ALL]]#2
  gpu.func @group(%a: f32, %b: f32, %c: f32, %y: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0 = arith.divf %a, %b : f32
    memref.store %0, %y[%c0] : memref<8xf32>
    %1 = arith.divf %c, %b : f32
    memref.store %1, %y[%c1] : memref<8xf32>
    %d = arith.addf %a, %c : f32
    %2 = arith.divf %a, %d : f32
    memref.store %2, %y[%c2] : memref<8xf32>
    gpu.return
  }

  // A single division, one that depends on another, what is loaded in between, other types, what may be approximate, and
  // what is a product.
  // CHECK-LABEL: gpu.func @alone
  // CHECK-NOT:     rcp.approx
  gpu.func @alone(%a: f32, %b: f32, %c: f64, %x: memref<f32>, %y: memref<3xf32>, %z: memref<f64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.divf %a, %b : f32
    %1 = arith.divf %a, %0 : f32
    memref.store %1, %y[%c0] : memref<3xf32>
    %d = memref.load %x[] : memref<f32>
    %2 = arith.divf %d, %b : f32
    memref.store %2, %y[%c1] : memref<3xf32>
    %3 = arith.divf %c, %c : f64
    memref.store %3, %z[] : memref<f64>
    %4 = arith.divf %b, %a fastmath<afn> : f32
    memref.store %4, %x[] : memref<f32>
    %four = arith.constant 4.0 : f32
    %5 = arith.divf %a, %four : f32
    memref.store %5, %x[] : memref<f32>
    %6 = arith.divf %b, %four : f32
    memref.store %6, %x[] : memref<f32>
    gpu.return
  }

  // At most eight share a branch.
  // CHECK-LABEL: gpu.func @many
  // CHECK-COUNT-8: llvm.nvvm.rcp
  // CHECK:         scf.if
  // CHECK-COUNT-8: arith.divf
  // CHECK-COUNT-2: llvm.nvvm.rcp
  // CHECK:         scf.if
  // CHECK-COUNT-2: arith.divf
  // CHECK-NOT:     arith.divf
  gpu.func @many(%a: f32, %v: vector<10xf32>) -> vector<10xf32> {
    %0:10 = vector.to_elements %v : vector<10xf32>
    %1 = arith.divf %a, %0#0 : f32
    %2 = arith.divf %a, %0#1 : f32
    %3 = arith.divf %a, %0#2 : f32
    %4 = arith.divf %a, %0#3 : f32
    %5 = arith.divf %a, %0#4 : f32
    %6 = arith.divf %a, %0#5 : f32
    %7 = arith.divf %a, %0#6 : f32
    %8 = arith.divf %a, %0#7 : f32
    %9 = arith.divf %a, %0#8 : f32
    %10 = arith.divf %a, %0#9 : f32
    %r = vector.from_elements %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : vector<10xf32>
    gpu.return %r : vector<10xf32>
  }

  // Divisions of other types in between move.
  // CHECK-LABEL: gpu.func @between
  // CHECK:         arith.divf %{{.*}} : f64
  // CHECK-COUNT-2: llvm.nvvm.rcp
  // CHECK:         scf.if
  // CHECK:           arith.divf %{{.*}} fastmath<nsz> : f32
  gpu.func @between(%a: f32, %b: f32, %c: f64) -> (f32, f32) {
    %0 = arith.divf %a, %b fastmath<nsz> : f32
    %1 = arith.divf %c, %c : f64
    %2 = arith.truncf %1 : f64 to f32
    %3 = arith.divf %a, %2 : f32
    gpu.return %0, %3 : f32, f32
  }
}
