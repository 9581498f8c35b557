// --verify runs a function on a second device, too, and compares the results.
// DEFINE: %{entry} =
// DEFINE: %{args} =
// DEFINE: %{device} = cpu
// DEFINE: %{run} = zyn-run %s --device %{device} --entry %{entry} --no-output %{args} --verify

// REDEFINE: %{entry} = results
// REDEFINE: %{args} = random:f32:4x8 zeros:f32:4 3 true
// RUN: %{run} | FileCheck %s --check-prefix AGREE
// AGREE: result #0: 'cpu' agrees with 'emulate', {{all elements are equal|largest error}}
// AGREE-NEXT: result #1: 'cpu' agrees with 'emulate', all elements are equal
// AGREE-NEXT: result #2: 'cpu' agrees with 'emulate', all elements are equal
// AGREE-NOT: {{.}}

// REDEFINE: %{device} = emulate
// RUN: %{run} | FileCheck %s --check-prefix EMULATE
// EMULATE: result #0: 'emulate' agrees with 'cpu', {{all elements are equal|largest error}}

// Results follow, and are only written if they agree.
// RUN: zyn-run %s --device cpu --entry results %{args} --verify -o %t.0.npy -o %t.1.npy -o %t.2.npy
// RUN: zyn-run %s --device cpu --entry results ones:f32:4x8 zeros:f32:4 3 true --verify | FileCheck %s --check-prefix PRINT
// PRINT: result #2: 'cpu' agrees
// PRINT-NEXT: #0: tensor<4xf32>
func.func @results(%x: tensor<?x?xf32>, %init: tensor<?xf32>, %n: i32, %b: i1) -> (tensor<?xf32>, i32, i1) {
  %sum = zyn.reduce ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1] {
  ^bb0(%a: f32, %v: f32):
    %s = arith.addf %a, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  %m = arith.muli %n, %n : i32
  return %sum, %m, %b : tensor<?xf32>, i32, i1
}

// Memref arguments are compared after a single run, also if timed runs preceded it.
// REDEFINE: %{entry} = increment
// REDEFINE: %{args} = ones:i32:3 --repeat 3
// RUN: %{run} | FileCheck %s --check-prefix ARGUMENT
// ARGUMENT: argument #0: 'emulate' agrees with 'cpu', all elements are equal
// ARGUMENT-NOT: {{.}}
func.func @increment(%x: memref<3xi32>) {
  zyn.map ins(%x : memref<3xi32>) outs(%x : memref<3xi32>) {
  ^bb0(%old: i32):
    %one = arith.constant 1 : i32
    %s = arith.addi %old, %one : i32
    zyn.yield %s : i32
  }
  return
}

// The time differs from run to run.
// RUN: not zyn-run %s --device cpu --entry time 2 --verify=0 -o %t.never.npy -o %t.time.npy 2>%t.err | FileCheck %s --check-prefix SAME
// RUN: FileCheck %s --check-prefix DIFFER < %t.err
// RUN: not ls %t.time.npy
// SAME: result #0: 'cpu' agrees with 'emulate', all elements are equal
// DIFFER: run-verify.mlir:[[#@LINE+3]]:1: error: result #1 of 'time' on 'cpu' differs from the reference 'emulate' in 1 of 1 element: the element is 1{{.*}}, expected 1{{.*}}, an error of {{.*}}e-{{.*}}; the tolerance is 0
// DIFFER-NOT: {{.}}
func.func private @rtclock() -> f64
func.func @time(%x: i32) -> (i32, f64) {
  %now = func.call @rtclock() : () -> f64
  return %x, %now : i32, f64
}

// RUN: zyn-run %s --device cpu --entry time 2 --verify=1 --no-output | FileCheck %s --check-prefix TOLERANCE
// TOLERANCE: result #1: 'cpu' agrees with 'emulate', largest error {{.*}}e-{{.*}}, tolerance 1
