// The backend aborts on f80, f128 and library calls; each is one error instead.
// RUN: not zyn-opt --split-input-file --zyn-to-nvvm %s 2>&1 | FileCheck %s

// CHECK: error: 'f128' is not supported on the device
func.func @f128(%x: tensor<64xf128>, %y: tensor<64xf128>) -> tensor<64xf128> {
  %r = zyn.map ins(%x : tensor<64xf128>) outs(%y : tensor<64xf128>) {
  ^bb0(%a: f128):
    %s = arith.addf %a, %a : f128
    zyn.yield %s : f128
  } -> tensor<64xf128>
  return %r : tensor<64xf128>
}

// -----

// CHECK: error: cannot convert floats from or to 'i128' on the device; expected at most 64 bits
func.func @wide(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %r = zyn.map ins(%x : tensor<64xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: f32):
    %i = arith.fptosi %a : f32 to i128
    %j = arith.addi %i, %i : i128
    %s = arith.sitofp %j : i128 to f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
