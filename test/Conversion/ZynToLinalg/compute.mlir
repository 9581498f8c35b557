// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Tasks of neighboring points, vectors of these, and what is left. Indices that are known to be in bounds are not checked;
// those of a vector are if its first and its last lane are.
// CHECK-LABEL: func.func @matmul
// CHECK: scf.parallel
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] = {{.*}} step %c64
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %[[DEPTH:.*]] step {{.*}} -> (vector<64xf32>)
// CHECK: memref.load %arg0[%[[I]], %[[K]]]
// CHECK-NEXT: %[[ROWS:.*]] = memref.dim %arg1, %c0
// CHECK-NEXT: %[[IS_VALID:.*]] = arith.cmpi ult, %[[K]], %[[ROWS]]
// CHECK-NEXT: cf.assert %[[IS_VALID]], "{{.*}}compute.mlir:[[#@LINE+19]]:12: error: an index is out of bounds of dimension 0 of input #1"
// CHECK: vector.load %arg1[%[[K]], %[[J]]]
// CHECK: vector.broadcast
// CHECK: vector.store %{{.*}}, %arg2[%[[I]], %[[J]]]
// CHECK: {loop_annotation = #loop_annotation
// CHECK: memref.load %arg1
// CHECK: memref.store %{{.*}}, %arg2
// CHECK: {loop_annotation = #loop_annotation
func.func @matmul(%a: memref<300x?xf32>, %b: memref<?x200xf32>, %c: memref<300x200xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %depth = memref.dim %a, %c1 : memref<300x?xf32>
  zyn.compute ins(%a, %b : memref<300x?xf32>, memref<?x200xf32>) outs(%c : memref<300x200xf32>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %sum = scf.for %k = %c0 to %depth step %c1 iter_args(%partial = %zero) -> f32 {
      %x = zyn.element 0[%i, %k] : f32
      // The number of rows is not known to be the depth.
      %y = zyn.element 1[%k, %j] : f32
      %product = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %product : f32
      scf.yield %next : f32
    }
    zyn.yield %sum : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @unchecked
// CHECK-NOT: cf.assert
func.func @unchecked(%x: memref<?xf32>, %y: memref<?xf32>) {
  zyn.compute unchecked ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
    %i = zyn.index 0 : index
    %v = zyn.element 0[%i] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @unchecked_function
// CHECK-NOT: cf.assert
func.func @unchecked_function(%x: memref<?xf32>, %y: memref<?xf32>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  zyn.compute ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
    %i = zyn.index 0 : index
    %v = zyn.element 0[%i] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

// Indices beyond the array, loops that are longer, and loops from a negative index or with an unknown one are checked.
// CHECK-LABEL: func.func @checked
// CHECK-COUNT-6: cf.assert
// CHECK-NOT: cf.assert
func.func @checked(%x: memref<7xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %negative = arith.constant -1 : index
  zyn.compute ins(%x : memref<7xf32>) outs(%y : memref<8xf32>) {
    %i = zyn.index 0 : index
    %a = zyn.element 0[%i] : f32
    %b = zyn.element 0[%c7] : f32
    %good = zyn.element 0[%c6] : f32
    %ab = arith.addf %a, %b : f32
    %sum = arith.addf %ab, %good : f32
    %0 = scf.for %k = %c0 to %c8 step %c1 iter_args(%partial = %sum) -> f32 {
      %v = zyn.element 0[%k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    %1 = scf.for %k = %negative to %c7 step %c1 iter_args(%partial = %0) -> f32 {
      %v = zyn.element 0[%k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    %2 = scf.for %k = %n to %c7 step %c1 iter_args(%partial = %1) -> f32 {
      %v = zyn.element 0[%k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    // The bound is the greatest number without a sign.
    %3 = scf.for unsigned %k = %c0 to %negative step %c1 iter_args(%partial = %2) -> f32 {
      %v = zyn.element 0[%k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    zyn.yield %3 : f32
  }
  return
}

// -----

// Points are visited in the order in which the first destination stores them.
// CHECK-LABEL: func.func @transposed
// CHECK: scf.for %[[J:.*]] =
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[V:.*]] = memref.load %arg0[%[[I]], %[[J]]]
// CHECK: memref.store %[[V]], %arg1[%[[J]], %[[I]]]
// CHECK: memref.store %[[V]], %arg2[%[[I]], %[[J]]]
func.func @transposed(%x: memref<4x5xi8>, %y: memref<5x4xi8>, %z: memref<4x5xi8>) {
  zyn.compute ins(%x : memref<4x5xi8>) outs(%y, %z : memref<5x4xi8>, memref<4x5xi8>)
      destination_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>] {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %v = zyn.element 0[%i, %j] : i8
    zyn.yield %v, %v : i8, i8
  }
  return
}

// -----

// Lanes whose elements are not neighbors are loaded one by one, and the first index of others is shifted.
// CHECK-LABEL: func.func @lanes
// CHECK: scf.for %[[I:.*]] = {{.*}} step %c16
// CHECK: %[[SHIFTED:.*]] = arith.addi %[[I]], %arg3
// CHECK-COUNT-2: cf.assert
// CHECK: vector.load %arg0[%[[SHIFTED]]] : memref<?xi32>, vector<16xi32>
// CHECK: arith.index_cast %{{.*}} : vector<16xi32> to vector<16xindex>
// CHECK-COUNT-16: memref.load %arg1
// CHECK: vector.from_elements
// CHECK: vector.store
func.func @lanes(%x: memref<?xi32>, %table: memref<16xf32>, %y: memref<?xf32>, %by: index) {
  zyn.compute ins(%x, %table : memref<?xi32>, memref<16xf32>) outs(%y : memref<?xf32>) {
    %i = zyn.index 0 : index
    %shifted = arith.addi %i, %by : index
    %number = zyn.element 0[%shifted] : i32
    %at = arith.index_cast %number : i32 to index
    %v = zyn.element 1[%at] : f32
    zyn.yield %v : f32
  }
  return
}

// -----

// The numbers of steps of points differ: no vectors.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT: vector<
// CHECK: return
func.func @triangle(%x: memref<100xf32>, %y: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  zyn.compute ins(%x : memref<100xf32>) outs(%y : memref<100xf32>) {
    %i = zyn.index 0 : index
    %sum = scf.for %k = %c0 to %i step %c1 iter_args(%partial = %zero) -> f32 {
      %v = zyn.element 0[%k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    zyn.yield %sum : f32
  }
  return
}

// Complex numbers have no vectors, not even those from outside.
// CHECK-LABEL: func.func @complex
// CHECK-NOT: vector
// CHECK: return
func.func @complex(%c: complex<f32>, %y: memref<1024xcomplex<f32>>) {
  zyn.compute outs(%y : memref<1024xcomplex<f32>>) {
    zyn.yield %c : complex<f32>
  }
  return
}
