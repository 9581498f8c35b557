// RUN: zyn-opt %s --zyn-to-llvm=vector-bytes=32 | FileCheck %s
// RUN: zyn-opt %s --zyn-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null

// CHECK-DAG: llvm.func @zynrtParallelFor
// CHECK-DAG: llvm.func @zynrtAlloc
// CHECK-DAG: llvm.func @zynrtFail

// CHECK-LABEL: llvm.func @layer
// CHECK-SAME: llvm.emit_c_interface
// CHECK: llvm.call @zynrtParallelFor
// CHECK: llvm.call @zynrtFail
// CHECK: llvm.func @_mlir_ciface_layer
// CHECK-NOT: unrealized_conversion_cast
func.func @layer(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = zyn.map ins(%r : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%in: f32):
    %e = math.exp %in : f32
    zyn.yield %e : f32
  } -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}
