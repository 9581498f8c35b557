// The latency of single calls, without any assertion about times.
// DEFINE: %{run} = zyn-run %s --entry f zeros:f32:4 --device cpu
// RUN: %{run} --latency=500 --no-output | FileCheck %s
// CHECK: device: cpu, {{.*}} thread
// CHECK-NEXT: latency: p50 {{[0-9.]+ [num]?s}}, p99 {{[0-9.]+ [num]?s}}, p99.9 {{[0-9.]+ [num]?s}}, max {{[0-9.]+ [num]?s}}, 500 calls on core {{[0-9]+$}}
// CHECK-NEXT: clock: {{rdtscp|cntvct_el0|steady_clock}}, {{.*}}; its readings, {{[0-9.]+ [num]?s}}, are subtracted; entering compiled code, {{[0-9.]+ [num]?s}}, is included
// CHECK-NEXT: {{^ *[0-9.]+ [num]?s \|#+ [0-9]+$}}
// CHECK-NOT: tensor

// The emulator, with results and a comparison.
// RUN: zyn-run %s --entry f zeros:f32:4 --device emulate --latency=2 --verify | FileCheck %s --check-prefix EMULATE
// EMULATE: 2 calls on core
// EMULATE: result #0: 'emulate' agrees with 'cpu'
// EMULATE: #0: tensor<4xf32>

// RUN: zyn-run %s --entry goal --device cpu --latency=3 | FileCheck %s --check-prefix GOAL
// GOAL: 3 calls on core {{[0-9]+$}}
// GOAL: target: met, p99.9 is {{.*}}, and target_latency_ns 9000000000000 ns

// RUN: zyn-run %s --entry goal --device cpu --latency=3 --report=json | %python -c "import json, sys; print(json.load(sys.stdin))" | FileCheck %s --check-prefix JSON
// JSON: {'latency': {'calls': 3, 'clock': {'calibration_ms': {{.*}}, 'entry_ns': {{.*}}, 'gigahertz': {{.*}}, 'source': '{{.*}}', 'subtracted_ns': {{.*}}}, 'core': {{[0-9]+}}, 'device': 'cpu', 'histogram': [{'begin': {{.*}}, 'calls': {{.*}}, 'end': {{.*}}], 'nanoseconds': {'max': {{.*}}, 'min': {{.*}}, 'p50': {{.*}}, 'p99': {{.*}}, 'p99.9': {{.*}}}, 'target': {'met': True, 'ns': 9000000000000}}}

// DEFINE: %{bad} = not zyn-run %s --device cpu --entry f zeros:f32:4
// RUN: %{bad} --latency=0 2>&1 | FileCheck %s --check-prefix ZERO
// ZERO: zyn-run: error: '0' is not a valid value for --latency: expected a number of calls from 1 to 100000000
// RUN: %{bad} --latency=x 2>&1 | FileCheck %s --check-prefix LETTER
// LETTER: zyn-run: error: 'x' is not a valid value for --latency: expected a number of calls
// RUN: %{bad} --latency --time 2>&1 | FileCheck %s --check-prefix TIME
// TIME: zyn-run: error: --latency measures calls of its own, which does not go with --time, --repeat and --lockstep
// RUN: %{bad} --report=json 2>&1 | FileCheck %s --check-prefix REPORT
// REPORT: error: --engine, --max-epochs, --state and --report apply to programs of the matrix VM
// RUN: not zyn-run add.ptx --latency 2>&1 | FileCheck %s --check-prefix PTX
// PTX: zyn-run: error: --latency applies to functions of .mlir files; 'add.ptx' is run as a kernel
// RUN: not zyn-run %s --entry nowhere --latency 2>&1 | FileCheck %s --check-prefix CORE
// Also without a measurement.
// RUN: not zyn-run %s --entry nowhere --device cpu 2>&1 | FileCheck %s --check-prefix CORE
// CORE: run-latency.mlir:[[#@LINE+16]]:1: error: cpu_affinity of 'nowhere' is 1000000: expected a core that the process may use, which are {{[0-9]}}

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @goal() attributes {
    zyn.constraints = #zyn.constraints<target_latency_ns = 9000000000000>} {
  return
}

func.func @nowhere() attributes {zyn.constraints = #zyn.constraints<cpu_affinity = 1000000>} {
  return
}
