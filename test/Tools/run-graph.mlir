// Graphs need a GPU.
// RUN: not zyn-run %s zeros:f32:4 --device cpu --graph 2>&1 | FileCheck %s --check-prefix HOST
// RUN: not zyn-run %s zeros:f32:4 --device emulate --graph 2>&1 | FileCheck %s --check-prefix HOST
// HOST: zyn-run: error: --graph needs a GPU, found {{cpu|emulate}}
// RUN: not zyn-run %S/run-program.mlir --entry scale --graph 2>&1 | FileCheck %s --check-prefix PROGRAM
// PROGRAM: zyn-run: error: --graph applies to functions of .mlir files; '{{.*}}run-program.mlir' is run as a program of the matrix VM

// With a GPU, only the graph writes these results.
// RUN: %if gpu %{ zyn-run %s zeros:f32:4 --device cuda --graph --repeat 5 | FileCheck %s --check-prefix CUDA %}
// RUN: %if gpu %{ zyn-run %s zeros:f32:4 --device cuda --graph --copies 2 --repeat 5 --verify | FileCheck %s --check-prefix CUDA %}
// CUDA: [1, 1, 1, 1]

// The weights of a function are on the GPU since the first run. The fake driver
// runs no kernels, but does not record copies from the host, either.
// RUN: env ZYN_CUDA_DRIVER=%build/lib/libZynFakeDriver.so ZYN_CACHE_DIR=%t.cache zyn-run %s --entry weighted zeros:f32:4 --device cuda --graph --copies 2 --repeat 5 --no-output
// RUN: %if gpu %{ zyn-run %s --entry weighted zeros:f32:4 --device cuda --graph --copies 2 --repeat 5 --verify | FileCheck %s --check-prefix WEIGHTED %}
// WEIGHTED: [4, 3, 2, 1]

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%v: f32):
    %one = arith.constant 1.0 : f32
    %s = arith.addf %v, %one : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @weighted(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[4.0, 3.0, 2.0, 1.0]> : tensor<4xf32>
  %r = zyn.map ins(%x, %w : tensor<4xf32>, tensor<4xf32>)
               outs(%x : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
