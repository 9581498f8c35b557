// RUN: zyn-opt --zyn-to-nvvm="chip=sm_90a" --split-input-file %s | FileCheck %s

// The level of the function is that of its kernels. Private functions do not count.
// CHECK: gpu.module @zyn_kernels [#nvvm.target<O = 1, chip = "sm_90a", features = "+ptx80">]
func.func @f(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> attributes {
    zyn.constraints = #zyn.constraints<opt_level = O1>} {
  %r = zyn.map ins(%x : tensor<64xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func private @inlined(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}

// -----

// Of several public functions, the highest one counts.
// CHECK: gpu.module @zyn_kernels [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">]
func.func @f(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> attributes {
    zyn.constraints = #zyn.constraints<opt_level = O0>} {
  %r = zyn.map ins(%x : tensor<64xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @g(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}
