// Code inside a gpu.module is not host code: it may load and store.
// RUN: zyn-opt --zyn-to-gpu %s | FileCheck %s --check-prefix=GPU
// RUN: zyn-opt --zyn-to-gpu %s | zyn-translate --zyn-to-ptx | FileCheck %s --check-prefix=PTX

// GPU: memref.load
// PTX-DAG: .entry hand(
// PTX-DAG: .entry twice_map_0
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @hand(%x: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %x[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    %r = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
    ^bb0(%a: f32):
      %s = arith.addf %a, %a : f32
      zyn.yield %s : f32
    } -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
}
