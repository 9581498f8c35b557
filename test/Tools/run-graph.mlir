// Graphs need a GPU.
// RUN: not zyn-run %s zeros:f32:4 --device cpu --graph 2>&1 | FileCheck %s --check-prefix HOST
// RUN: not zyn-run %s zeros:f32:4 --device emulate --graph 2>&1 | FileCheck %s --check-prefix HOST
// HOST: error: recording a graph: expected a GPU, found host memory
// RUN: not zyn-run %S/run-program.mlir --entry scale --graph 2>&1 | FileCheck %s --check-prefix PROGRAM
// PROGRAM: zyn-run: error: --graph applies to functions of .mlir files; '{{.*}}run-program.mlir' is run as a program of the matrix VM

// With a GPU, each run has the same effect.
// RUN: %if gpu %{ zyn-run %s zeros:f32:4 --device cuda --graph --repeat 5 --verify | FileCheck %s --check-prefix CUDA %}
// CUDA: argument #0: 'cuda:0' agrees with 'cpu'

func.func @main(%x: memref<4xf32>) {
  zyn.map ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%v: f32):
    %one = arith.constant 1.0 : f32
    %s = arith.addf %v, %one : f32
    zyn.yield %s : f32
  }
  return
}
