// RUN: zyn-opt %s --zyn-fuse --remarks-filter=zyn-fuse -o /dev/null 2>&1 | FileCheck %s

// A function of the results of a product takes longer in its epilogue than in a map, unless the tensor cores multiply that
// long in any case.

// CHECK: [[#@LINE+5]]:8: remark: [Missed] Fuse | Category:zyn-fuse | Reason="the fused op would take {{[0-9]+}} units of time, both ops take {{[0-9]+}}"
func.func @few_products(%a: tensor<16384x256xbf16>, %b: tensor<256x1024xbf16>, %y: tensor<16384x1024xbf16>)
    -> tensor<16384x1024xbf16> {
  %0 = zyn.matmul ins(%a, %b : tensor<16384x256xbf16>, tensor<256x1024xbf16>) outs(%y : tensor<16384x1024xbf16>)
      -> tensor<16384x1024xbf16>
  %1 = zyn.map ins(%0 : tensor<16384x1024xbf16>) outs(%y : tensor<16384x1024xbf16>) {
  ^bb0(%x: bf16):
    %t = math.erf %x : bf16
    zyn.yield %t : bf16
  } -> tensor<16384x1024xbf16>
  return %1 : tensor<16384x1024xbf16>
}

// CHECK: [[#@LINE+5]]:8: remark: [Passed] Fuse | Category:zyn-fuse | Reason="fused with the producer of its operand
func.func @many_products(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>)
    -> tensor<4096x4096xbf16> {
  %0 = zyn.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%y : tensor<4096x4096xbf16>)
      -> tensor<4096x4096xbf16>
  %1 = zyn.map ins(%0 : tensor<4096x4096xbf16>) outs(%y : tensor<4096x4096xbf16>) {
  ^bb0(%x: bf16):
    %t = math.erf %x : bf16
    zyn.yield %t : bf16
  } -> tensor<4096x4096xbf16>
  return %1 : tensor<4096x4096xbf16>
}

// Few operations are hidden.
// CHECK: [[#@LINE+5]]:8: remark: [Passed] Fuse | Category:zyn-fuse | Reason="fused with the producer of its operand
func.func @few_operations(%a: tensor<16384x256xbf16>, %b: tensor<256x1024xbf16>, %y: tensor<16384x1024xbf16>)
    -> tensor<16384x1024xbf16> {
  %0 = zyn.matmul ins(%a, %b : tensor<16384x256xbf16>, tensor<256x1024xbf16>) outs(%y : tensor<16384x1024xbf16>)
      -> tensor<16384x1024xbf16>
  %1 = zyn.map ins(%0 : tensor<16384x1024xbf16>) outs(%y : tensor<16384x1024xbf16>) {
  ^bb0(%x: bf16):
    %t = arith.negf %x : bf16
    zyn.yield %t : bf16
  } -> tensor<16384x1024xbf16>
  return %1 : tensor<16384x1024xbf16>
}

// Tensor cores do not multiply sparse matrices.
// CHECK: [[#@LINE+5]]:8: remark: [Passed] Fuse | Category:zyn-fuse | Reason="fused with the producer of its operand
func.func @sparse(%offsets: tensor<16385xi32>, %columns: tensor<?xi32>, %values: tensor<?xbf16>, %b: tensor<256x1024xbf16>,
                  %y: tensor<16384x1024xbf16>) -> tensor<16384x1024xbf16> {
  %0 = zyn.spmm ins(%offsets, %columns, %values, %b : tensor<16385xi32>, tensor<?xi32>, tensor<?xbf16>, tensor<256x1024xbf16>)
      outs(%y : tensor<16384x1024xbf16>) -> tensor<16384x1024xbf16>
  %1 = zyn.map ins(%0 : tensor<16384x1024xbf16>) outs(%y : tensor<16384x1024xbf16>) {
  ^bb0(%x: bf16):
    %t = math.erf %x : bf16
    zyn.yield %t : bf16
  } -> tensor<16384x1024xbf16>
  return %1 : tensor<16384x1024xbf16>
}
