// REQUIRES: x86_64
// A goal with which the estimate cannot be compared is a warning, or an error with --strict.
// RUN: zyn-translate --zyn-to-object --cpu=znver4 %s -o %t.o 2>&1 | FileCheck %s -DKIND=warning --implicit-check-not=warning:
// RUN: not zyn-translate --zyn-to-object --cpu=znver4 --strict %s -o %t.o 2>&1 | FileCheck %s -DKIND=error --implicit-check-not=error:

// CHECK: latency-unknown.mlir:[[#@LINE+1]]:1: [[KIND]]: the latency of 'private' is not known: it is private, so that it may become a part of its callers; expected a public function
func.func private @private(%x: i64) -> i64 attributes {
    no_inline, zyn.constraints = #zyn.constraints<target_latency_ns = 1000>} {
  %r = arith.addi %x, %x : i64
  return %r : i64
}

// CHECK: latency-unknown.mlir:[[#@LINE+1]]:1: [[KIND]]: the latency of 'loop' is not known: the body of its loop at {{.*}}latency-unknown.mlir:{{1[89]|2[0-4]}}:{{[0-9]+}} is counted once; expected code without loops
func.func @loop(%x: memref<?xf64>, %n: index) -> f64 attributes {
    zyn.constraints = #zyn.constraints<target_latency_ns = 1000>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    %next = arith.addf %s, %v : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// CHECK: latency-unknown.mlir:[[#@LINE+1]]:1: [[KIND]]: the latency of 'call' is not known: the cycles of 'sin', called at {{.*}}latency-unknown.mlir:[[#@LINE+3]]:{{[0-9]+}}, are not counted; expected code without calls
func.func @call(%x: f64) -> f64 attributes {
    zyn.constraints = #zyn.constraints<target_latency_ns = 1000>} {
  %r = math.sin %x : f64
  return %r : f64
}

// Without a goal, nothing is expected. A call that reports an error does not count.
func.func @plain(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}
func.func @checked(%x: memref<?xi64>, %i: index) -> i64 attributes {
    zyn.constraints = #zyn.constraints<target_latency_ns = 1000>} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %inside = arith.cmpi ult, %i, %n : index
  cf.assert %inside, "out of bounds"
  %v = memref.load %x[%i] : memref<?xi64>
  return %v : i64
}
