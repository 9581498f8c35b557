// RUN: zyn-opt --zyn-check-bufferizable --split-input-file --verify-diagnostics %s
// RUN: not zyn-opt --zyn-to-llvm --split-input-file %s 2>&1 | FileCheck %s

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32>
func.func @address(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %f = func.constant @f : (tensor<4xf32>) -> tensor<4xf32>
  %g = func.constant @g : (tensor<4xf32>) -> tensor<4xf32>
  %h = arith.select %c, %f, %g : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: [[#@LINE+2]]:8: error: 'func.call_indirect' op works on tensors, but has no equivalent on buffers; write it with ops that have one
  // expected-error @+1 {{'func.call_indirect' op works on tensors, but has no equivalent on buffers; write it with ops that have one}}
  %r = func.call_indirect %h(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What is not used is removed.
func.func @unused(%x: tensor<4xf32>, %y: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [2] into %y : tensor<4xf32> -> tensor<2x2xf32>
  return %x : tensor<4xf32>
}
