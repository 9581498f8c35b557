// A series of runs for each line of the input, on copies of the arguments.
// DEFINE: %{run} = zyn-run %s zeros:f32:4 --copies 2 --lockstep --repeat 3
// RUN: printf '\nnow\n' | %{run} --device cpu | FileCheck %s
// RUN: printf '\n\n' | %{run} --device emulate --verify | FileCheck %s --check-prefixes CHECK,VERIFY
// CHECK: device: {{cpu|emulate}}
// CHECK-NEXT: time: mean {{[0-9.]+}} ms, 3 runs
// CHECK-NEXT: time: mean {{[0-9.]+}} ms, 3 runs
// VERIFY-NEXT: argument #0: 'emulate' agrees with 'cpu', all elements are equal
// CHECK-NOT: {{.}}

// RUN: not zyn-run %s --copies 0 2>&1 | FileCheck %s --check-prefix ZERO
// ZERO: zyn-run: error: '0' is not a valid value for --copies: expected a positive number
// RUN: not zyn-run add.ptx --copies 2 2>&1 | FileCheck %s --check-prefix PTX
// PTX: zyn-run: error: --copies applies to functions of .mlir files; 'add.ptx' is run as a kernel
// RUN: not zyn-run %S/run-program.mlir --entry scale --lockstep 2>&1 | FileCheck %s --check-prefix PROGRAM
// PROGRAM: zyn-run: error: --lockstep applies to functions of .mlir files; '{{.*}}run-program.mlir' is run as a program of the matrix VM

func.func @main(%x: memref<4xf32>) {
  zyn.map ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%v: f32):
    %one = arith.constant 1.0 : f32
    %s = arith.addf %v, %one : f32
    zyn.yield %s : f32
  }
  return
}
