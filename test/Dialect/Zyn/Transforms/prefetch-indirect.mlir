// RUN: zyn-opt --zyn-prefetch-indirect --split-input-file %s | FileCheck %s
// RUN: zyn-opt --zyn-prefetch-indirect --remarks-filter=zyn-prefetch-indirect --split-input-file %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark

// REMARK: remark: [Passed] PrefetchIndirect | Category:zyn-prefetch-indirect | Reason="memref<1048576xf32>: 1 lines of each row, 8 iterations ahead"
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[table:[^ ]*]]: memref<1048576xf32>, %[[rows:[^ ]*]]: memref<?xi32>
// CHECK: %[[size:.*]] = memref.dim %[[rows]]
// CHECK: %[[last:.*]] = arith.subi %[[size]]
// CHECK: scf.for %[[i:[^ ]*]] =
// CHECK-NEXT: %[[row:.*]] = memref.load %[[rows]][%[[i]]]
// CHECK-NEXT: %[[ahead:.*]] = arith.addi %[[i]], %
// CHECK-NEXT: %[[bounded:.*]] = arith.minsi %[[ahead]], %
// CHECK-NEXT: %[[inside:.*]] = arith.minui %[[bounded]], %[[last]]
// CHECK-NEXT: %[[next:.*]] = memref.load %[[rows]][%[[inside]]]
// CHECK-NEXT: %[[index:.*]] = arith.index_cast %[[next]]
// CHECK-NEXT: memref.prefetch %[[table]][%[[index]]], read, locality<3>, data
// CHECK: vector.load %[[table]]
func.func @gather(%table: memref<1048576xf32>, %rows: memref<?xi32>, %n: index) -> f32 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %row = memref.load %rows[%i] : memref<?xi32>
    %index = arith.index_cast %row : i32 to index
    %v = vector.load %table[%index] : memref<1048576xf32>, vector<16xf32>
    %t = vector.reduction <add>, %v, %s : vector<16xf32> into f32
    scf.yield %t : f32
  }
  return %sum : f32
}

// -----

// Rows of 48 elements, which an inner loop reads, have three lines.
// REMARK: remark: {{.*}}Reason="memref<65536x48xf32>: 3 lines of each row, 8 iterations ahead"
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-3: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
func.func @rows(%table: memref<65536x48xf32>, %rows: memref<?xindex>, %n: index) -> f32 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %t = scf.for %k = %c0 to %c48 step %c1 iter_args(%u = %s) -> f32 {
      %v = memref.load %table[%row, %k] : memref<65536x48xf32>
      %w = arith.addf %u, %v : f32
      scf.yield %w : f32
    }
    scf.yield %t : f32
  }
  return %sum : f32
}

// -----

// REMARK: remark: [Missed] PrefetchIndirect | Category:zyn-prefetch-indirect | Reason="the table fits into the cache"
// CHECK-LABEL: func.func @small
// CHECK-NOT: memref.prefetch
func.func @small(%table: memref<1024xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %v = memref.load %table[%row] : memref<1024xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the loop ends before the first prefetched row"
// CHECK-LABEL: func.func @short
// CHECK-NOT: memref.prefetch
func.func @short(%table: memref<?xf32>, %rows: memref<?xindex>, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %v = memref.load %table[%row] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the index is not loaded in each iteration"
// CHECK-LABEL: func.func @sometimes
// CHECK-NOT: memref.prefetch
func.func @sometimes(%table: memref<?xf32>, %rows: memref<?xindex>, %n: index, %c: i1, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %row = memref.load %rows[%i] : memref<?xindex>
      %v = memref.load %table[%row] : memref<?xf32>
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the position of the index is no function of the loop's variable"
// CHECK-LABEL: func.func @chain
// CHECK-NOT: memref.prefetch
func.func @chain(%table: memref<?xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%at = %c0) -> index {
    %sum = arith.addi %at, %i : index
    %row = memref.load %rows[%sum] : memref<?xindex>
    %v = memref.load %table[%row] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
    scf.yield %row : index
  }
  return
}

// -----

// Streams, and functions that are on no critical path, are left alone.
// CHECK-LABEL: func.func @stream
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @other
// CHECK-NOT: memref.prefetch
func.func @stream(%x: memref<?xf32>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}
func.func @other(%table: memref<?xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %v = memref.load %table[%row] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// Processors overlap loads of single elements themselves.
// REMARK: remark: {{.*}}Reason="less than a line of each row is read, for which processors overlap iterations"
// CHECK-LABEL: func.func @elements
// CHECK-NOT: memref.prefetch
func.func @elements(%table: memref<?xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %v = memref.load %table[%row] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// A row that is one vector leaves a body so short that processors overlap iterations.
// REMARK: remark: {{.*}}Reason="each row is read in fewer than 4 steps, for which processors overlap iterations"
// CHECK-LABEL: func.func @vector
// CHECK-NOT: memref.prefetch
func.func @vector(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: index, %zero: vector<16xf32>) -> vector<16xf32> attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> vector<16xf32> {
    %row = memref.load %rows[%i] : memref<?xindex>
    %v = vector.load %table[%row, %c0] : memref<?x16xf32>, vector<16xf32>
    %t = arith.addf %s, %v : vector<16xf32>
    scf.yield %t : vector<16xf32>
  }
  return %sum : vector<16xf32>
}

// -----

// LLVM vectorizes copies to memory that is known to be apart, and only these.
// REMARK: remark: {{.*}}Reason="the loop over a row can be vectorized, so that processors overlap iterations"
// REMARK: remark: {{.*}}Reason="memref<?x16xf32>: 1 lines of each row, 8 iterations ahead"
// CHECK-LABEL: func.func @copy(
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @copy_within
// CHECK: memref.prefetch
func.func @copy(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?x16xf32> {llvm.noalias}) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    scf.for %k = %c0 to %c16 step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      memref.store %v, %y[%i, %k] : memref<?x16xf32>
    }
  }
  return
}
func.func @copy_within(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?x16xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    scf.for %k = %c0 to %c16 step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      memref.store %v, %y[%i, %k] : memref<?x16xf32>
    }
  }
  return
}

// -----

// A prefetch would keep LLVM from vectorizing a sum that it may reassociate.
// REMARK: remark: {{.*}}Reason="the loop over a row can be vectorized, so that processors overlap iterations"
// CHECK-LABEL: func.func @reassociated
// CHECK-NOT: memref.prefetch
func.func @reassociated(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: index, %zero: f32) -> f32 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %t = scf.for %k = %c0 to %c16 step %c1 iter_args(%u = %s) -> f32 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      %w = arith.addf %u, %v fastmath<reassoc> : f32
      scf.yield %w : f32
    }
    scf.yield %t : f32
  }
  return %sum : f32
}

// -----

// Lines are as many elements apart as they take bytes in memory: i1 takes one.
// REMARK: remark: {{.*}}Reason="memref<?x128xi1>: 2 lines of each row, 8 iterations ahead"
// CHECK-LABEL: func.func @bits
// CHECK: %[[line:.*]] = arith.constant 64 : index
// CHECK: memref.prefetch
// CHECK-NEXT: %[[second:.*]] = arith.addi %{{.*}}, %[[line]]
// CHECK-NEXT: memref.prefetch %{{.*}}[%{{.*}}, %[[second]]]
func.func @bits(%table: memref<?x128xi1>, %rows: memref<?xindex>, %n: index, %y: memref<?xi1>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cw = arith.constant 128 : index
  %from = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.for %i = %from to %n step %step {
    %at = arith.index_cast %i : index to i64
    %p = arith.index_cast %at : i64 to index
    %row = memref.load %rows[%p] : memref<?xindex>
    scf.for %k = %c0 to %cw step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x128xi1>
      memref.store %v, %y[%k] : memref<?xi1>
    }
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the size of the table's elements is not known"
// CHECK-LABEL: func.func @empty_elements
// CHECK-NOT: memref.prefetch
func.func @empty_elements(%table: memref<?x128xi0>, %rows: memref<?xindex>, %n: index, %y: memref<?xi0>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cw = arith.constant 128 : index
  %from = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.for %i = %from to %n step %step {
    %at = arith.index_cast %i : index to i64
    %p = arith.index_cast %at : i64 to index
    %row = memref.load %rows[%p] : memref<?xindex>
    scf.for %k = %c0 to %cw step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x128xi0>
      memref.store %v, %y[%k] : memref<?xi0>
    }
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the loop's variable cannot hold the distance"
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: memref.prefetch
func.func @narrow(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: i4, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cw = arith.constant 16 : index
  %from = arith.constant 0 : i4
  %step = arith.constant 1 : i4
  scf.for %i = %from to %n step %step : i4 {
    %at = arith.index_cast %i : i4 to index
    %row = memref.load %rows[%at] : memref<?xindex>
    scf.for %k = %c0 to %cw step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      memref.store %v, %y[%k] : memref<?xf32>
    }
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the table differs between iterations"
// CHECK-LABEL: func.func @tables
// CHECK-NOT: memref.prefetch
func.func @tables(%table: memref<?x16xf32>, %rows: memref<?xindex>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %view = memref.subview %table[%i, 0] [1, 16] [1, 1] : memref<?x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    %v = memref.load %view[%row] : memref<16xf32, strided<[1], offset: ?>>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// -----

// REMARK: remark: {{.*}}Reason="the address depends on other values of the iteration"
// CHECK-LABEL: func.func @two_indices
// CHECK-NOT: memref.prefetch
func.func @two_indices(%table: memref<?x?xf32>, %rows: memref<?xindex>, %columns: memref<?xindex>, %n: index, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xindex>
    %column = memref.load %columns[%i] : memref<?xindex>
    %v = memref.load %table[%row, %column] : memref<?x?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}
