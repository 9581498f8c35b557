// Without a CUDA device, there is nothing to measure, and the function runs.
// RUN: zyn-run %s ones:f32:2x2 --tune --device cpu 2>&1 | FileCheck %s -DDEVICE=cpu
// RUN: zyn-run %s ones:f32:2x2 --tune --device emulate --check none 2>&1 | FileCheck %s -DDEVICE=emulate
// CHECK: run-tune.mlir: remark: tuning has no effect on '[[DEVICE]]': tiles of matmuls are measured on a CUDA device
// CHECK-NEXT: #0: tensor<2x2xf32>
// CHECK-NEXT: {{\[\[}}2, 2],

// RUN: not zyn-run add.ptx --tune 2>&1 | FileCheck %s --check-prefix PTX
// PTX: zyn-run: error: --tune applies to functions of .mlir files; 'add.ptx' is run as a kernel
// RUN: not zyn-run %S/run-program.mlir --entry scale --tune 2>&1 | FileCheck %s --check-prefix PROGRAM
// PROGRAM: zyn-run: error: --tune applies to functions of .mlir files; '{{.*}}run-program.mlir' is run as a program of the matrix VM
// RUN: not zyn-run %s ones:f32:2x2 --tune=4 2>&1 | FileCheck %s --check-prefix VALUE
// VALUE: zyn-run: error: --tune takes no value

func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.empty() : tensor<2x2xf32>
  %1 = zyn.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

func.func @dynamic(%a: tensor<?x?xf16>, %b: tensor<?x700xf16>) -> tensor<?x700xf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf16>
  %c = tensor.empty(%m) : tensor<?x700xf16>
  %r = zyn.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x700xf16>) outs(%c : tensor<?x700xf16>) -> tensor<?x700xf16>
  return %r : tensor<?x700xf16>
}
