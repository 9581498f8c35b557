// REQUIRES: x86_64
// RUN: zyn-translate --zyn-to-object --cpu=znver4 --latency-report %s -o %t.o 2>&1 | FileCheck %s
// RUN: not zyn-translate --zyn-to-object --cpu=znver4 --strict %s -o %t.o 2>&1 | FileCheck %s --check-prefix=STRICT

// Eight dependent additions of f64 take three cycles each.
// CHECK: latency-report.mlir:[[#@LINE+4]]:1: warning: the longest path of dependences of 'chain' takes [[#CYCLES:]] cycles, {{.*}} ns at {{.*}} GHz, but its target_latency_ns is 1
// CHECK: 'chain': longest path of dependences [[#CYCLES]] cycles ({{.*}} ns at {{.*}} GHz) on znver4
// CHECK-COUNT-8: vaddsd {{.*}}latency-report.mlir:
// STRICT: latency-report.mlir:[[#@LINE+1]]:1: error: the longest path of dependences of 'chain' takes
func.func @chain(%x: f64, %y: f64) -> f64 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true, target_latency_ns = 1>} {
  %0 = arith.addf %x, %y : f64
  %1 = arith.addf %0, %y : f64
  %2 = arith.addf %1, %y : f64
  %3 = arith.addf %2, %y : f64
  %4 = arith.addf %3, %y : f64
  %5 = arith.addf %4, %y : f64
  %6 = arith.addf %5, %y : f64
  %7 = arith.addf %6, %y : f64
  return %7 : f64
}

// No goal, no warning.
// CHECK: 'fast': longest path of dependences 1 cycle
func.func @fast(%x: i64, %y: i64) -> i64 {
  %0 = arith.addi %x, %y : i64
  return %0 : i64
}
