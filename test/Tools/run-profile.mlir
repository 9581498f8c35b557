// The table of kernels and the trace, without any assertion about times.
// DEFINE: %{run} = zyn-run %s --entry f ones:f32:5x7 --no-output --repeat 2
// RUN: %{run} --device emulate --profile=%t.json | FileCheck %s
// CHECK: device: emulate
// CHECK-NEXT: kernel {{ *}}launches {{ *}}total {{ *}}mean {{ *}}share {{ *}}bytes {{ *}}GB/s {{ *}}FLOP {{ *}}TFLOP/s
// CHECK-NEXT: f_map{{[_0-9]*}} at {{.*}}run-profile.mlir:[[#]]:8 {{ *}}1 {{.*}} 100.0% {{ *}}280 B {{.*}} 70 {{.*}}
// CHECK-NEXT: call: {{.*}}, of which {{.*}} in no kernel; times are those of the emulation on the host, not of a GPU

// RUN: %python -c "import json, sys; t = json.load(open(sys.argv[1]))['traceEvents']; x = [e for e in t if e['ph'] == 'X']; print([e['cat'] for e in x], all(e['dur'] >= 0 and e['ts'] >= 0 for e in x), sorted(x[1]['args']), x[1]['args']['bytes'], x[1]['args']['flop'], [e['name'] for e in t if e['ph'] == 'M'])" %t.json | FileCheck %s --check-prefix TRACE
// TRACE: ['call', 'kernel', 'call', 'kernel'] True ['block', 'bytes', 'call', 'dynamic_shared_bytes', 'flop', 'grid', 'location'] 280 70 ['process_name', 'thread_name']

// RUN: %{run} --device cpu --profile | FileCheck %s --check-prefix CPU
// CPU: device: cpu
// CPU: call: {{.*}}, of which {{.*}} outside of parallel loops

// DEFINE: %{bad} = not zyn-run %s --device cpu --entry f ones:f32:5x7
// RUN: %{bad} --profile --time 2>&1 | FileCheck %s --check-prefix TIME
// RUN: %{bad} --profile --latency 2>&1 | FileCheck %s --check-prefix TIME
// TIME: zyn-run: error: --profile times each kernel of calls of its own, which does not go with --time, --lockstep, --graph, --latency and --copies
// RUN: %{bad} --profile=%t.missing/x.json 2>&1 | FileCheck %s --check-prefix FOLDER
// FOLDER: x.json: error: cannot write: the folder '{{.*}}' does not exist
func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %r = zyn.map ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    %c = math.exp %b : f32
    zyn.yield %c : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
