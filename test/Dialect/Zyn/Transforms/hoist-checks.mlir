// RUN: zyn-opt --zyn-hoist-checks %s | FileCheck %s
// RUN: zyn-opt --zyn-hoist-checks --remarks-filter=zyn-hoist-checks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: hoist-checks.mlir:[[#@LINE+16]]:1: remark: [Passed] HoistChecks | Category:zyn-hoist-checks | Reason="5 checks: 1 proved, 3 hoisted out of loops, 0 out of inner loops only, 1 as they were"
// REMARK: Reason="3 checks: 0 proved, 2 hoisted out of loops, 1 out of inner loops only, 0 as they were"

// CHECK-LABEL: func.func @checks(
// CHECK-SAME: %[[x:.*]]: memref<?xi64>, %[[n:.*]]: index, %[[flag:.*]]: i1
// CHECK: %[[last:.*]] = arith.subi %[[n]], %{{.*}} : index
// CHECK: %[[inside:.*]] = arith.cmpi ult, %[[last]], %{{.*}} : index
// CHECK: %[[empty:.*]] = arith.cmpi sge, %{{.*}}, %[[n]] : index
// CHECK: %[[ok:.*]] = arith.ori %[[empty]], %[[inside]] : i1
// CHECK: cf.assert %[[ok]], "inside"
// CHECK: %[[ok:.*]] = arith.ori %{{.*}}, %[[flag]] : i1
// CHECK: cf.assert %[[ok]], "the same each time"
// CHECK: scf.for
// CHECK-NOT: "proved"
// CHECK: cf.assert %{{.*}}, "data"
// CHECK-NOT: cf.assert
func.func @checks(%x: memref<?xi64>, %n: index, %flag: i1) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %size = memref.dim %x, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %inside = arith.cmpi ult, %i, %size : index
    cf.assert %inside, "inside"
    cf.assert %flag, "the same each time"
    %v = memref.load %x[%i] : memref<?xi64>
    %positive = arith.cmpi sge, %v, %zero : i64
    cf.assert %positive, "data"
    %proved = arith.cmpi sge, %i, %c0 : index
    cf.assert %proved, "proved"
  }
  // CHECK: return
  // The bound of an outer loop: before both. Neither loop can be empty.
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      zyn.assert %flag, "nested"
    }
  }
  return
}

// Loops that may be empty: the condition of the outer loop is that of the inner one, unless its bounds depend on the
// outer one.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[m:.*]]: index, %[[n:.*]]: index, %[[rows:.*]]: index, %[[columns:.*]]: index
// CHECK: %[[innerEmpty:.*]] = arith.cmpi sge, %{{.*}}, %[[n]]
// CHECK: %[[lastRow:.*]] = arith.subi %[[m]],
// CHECK: %[[insideRows:.*]] = arith.cmpi ult, %[[lastRow]], %[[rows]]
// CHECK: %[[inner:.*]] = arith.ori %[[innerEmpty]], %[[insideRows]]
// CHECK: %[[outerEmpty:.*]] = arith.cmpi sge, %{{.*}}, %[[m]]
// CHECK: %[[ok:.*]] = arith.ori %[[outerEmpty]], %[[inner]]
// CHECK: cf.assert %[[ok]], "row"
// CHECK: cf.assert %{{.*}}, "column"
// CHECK: scf.for
// CHECK-NOT: cf.assert
// CHECK: scf.for
// CHECK: cf.assert %{{.*}}, "triangle"
// CHECK: scf.for
func.func @nested(%m: index, %n: index, %rows: index, %columns: index) attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.cmpi ult, %i, %rows : index
      cf.assert %row, "row"
      %column = arith.cmpi ult, %j, %columns : index
      cf.assert %column, "column"
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %column = arith.cmpi ult, %j, %columns : index
      cf.assert %column, "triangle"
    }
  }
  return
}

// A variable that descends as an unsigned number, or by larger steps, is not that simple.
// CHECK-LABEL: func.func @refused
// CHECK: scf.for
// CHECK: cf.assert %{{.*}}, "may start below zero"
// CHECK: scf.for
// CHECK: cf.assert %{{.*}}, "step"
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "not in each iteration"
func.func @refused(%from: index, %n: index, %size: index, %flag: i1) attributes {
    zyn.constraints = #zyn.constraints<opt_level = Olatency>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %from to %n step %c1 {
    %inside = arith.cmpi ult, %i, %size : index
    cf.assert %inside, "may start below zero"
  }
  scf.for %i = %c0 to %n step %c2 {
    %inside = arith.cmpi ult, %i, %size : index
    cf.assert %inside, "step"
    scf.if %flag {
      cf.assert %inside, "not in each iteration"
    }
  }
  return
}

// CHECK-LABEL: func.func @other
// CHECK: scf.for
// CHECK: cf.assert
func.func @other(%n: index, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    cf.assert %flag, "stays"
  }
  return
}
