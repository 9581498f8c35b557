// RUN: zyn-opt %s --zyn-select-matrix-format='cost-model chip=sm_90a' --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-select-matrix-format='cost-model allow-3xtf32 chip=sm_90a' --split-input-file | FileCheck %s --check-prefix=SPLIT
// RUN: zyn-opt %s --zyn-select-matrix-format='cost-model chip=sm_90a' --split-input-file --remarks-filter=zyn-select-matrix-format 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-select-matrix-format='cost-model allow-3xtf32 chip=sm_90a' --split-input-file --remarks-filter=zyn-select-matrix-format 2>&1 >/dev/null | FileCheck %s --check-prefix=THREE
// RUN: not zyn-opt %s --zyn-select-matrix-format=chip=foo --split-input-file 2>&1 | FileCheck %s --check-prefix=CHIP

// CHIP: error: unknown chip 'foo': expected an architecture such as sm_80 or sm_90a

// A matrix without elements takes the time of the arrays alone.
// REMARK: Reason="CSR: CSR takes {{[0-9]+}} units of time, dense takes {{[0-9]+}}; {{[0-9]+}} bytes and 0 multiply-adds
// THREE: Reason="CSR: CSR takes {{[0-9]+}} units of time, dense takes {{[0-9]+}}, dense in 3xtf32 takes {{[0-9]+}}; {{[0-9]+}} bytes and 0
// CHECK: zyn.spmm
// SPLIT: zyn.spmm
func.func @zeros(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %w = arith.constant dense<0.0> : tensor<4096x4096xf32>
  %r = zyn.matmul ins(%w, %x : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%y : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// -----

// Dense f32 is rounded as before unless that may change.
// REMARK: Reason="dense: CSR takes
// CHECK: zyn.matmul ins(
// THREE: Reason="dense in 3xtf32: CSR takes
// SPLIT: zyn.matmul precision = tf32x3 ins(
func.func @ones(%x: tensor<4096x4096xf32>, %y: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %w = arith.constant dense<1.0> : tensor<4096x4096xf32>
  %r = zyn.matmul ins(%w, %x : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%y : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// -----

// f16 is on the tensor cores anyway, and small matmuls are not worth it.
// THREE: Reason="dense: CSR takes {{[0-9]+}} units of time, dense takes {{[0-9]+}};
// SPLIT: zyn.matmul ins(
func.func @half(%x: tensor<16x16xf16>, %y: tensor<16x16xf16>) -> tensor<16x16xf16> {
  %w = arith.constant dense<0.0> : tensor<16x16xf16>
  %r = zyn.matmul ins(%x, %w : tensor<16x16xf16>, tensor<16x16xf16>) outs(%y : tensor<16x16xf16>) -> tensor<16x16xf16>
  return %r : tensor<16x16xf16>
}

// -----

// zyn.spmm multiplies no batches, so that only dense ones are compared.
// REMARK: Reason="dense: dense takes {{[0-9]+}} units of time"
// THREE: Reason="dense in 3xtf32: dense takes {{[0-9]+}} units of time, dense in 3xtf32 takes {{[0-9]+}}"
// SPLIT: zyn.matmul precision = tf32x3 ins(
func.func @batch(%x: tensor<2x4096x4096xf32>, %y: tensor<2x4096x4096xf32>) -> tensor<2x4096x4096xf32> {
  %w = arith.constant dense<0.0> : tensor<2x4096x4096xf32>
  %r = zyn.matmul ins(%w, %x : tensor<2x4096x4096xf32>, tensor<2x4096x4096xf32>) outs(%y : tensor<2x4096x4096xf32>) -> tensor<2x4096x4096xf32>
  return %r : tensor<2x4096x4096xf32>
}
