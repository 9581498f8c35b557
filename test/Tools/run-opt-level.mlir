// RUN: zyn-run %s --entry none ones:f32:100 --device %device | FileCheck %s
// RUN: zyn-run %s --entry debug ones:f32:100 --device %device | FileCheck %s
// RUN: zyn-run %s --entry size ones:f32:100 --device %device | FileCheck %s
// RUN: zyn-run %s --entry latency ones:f32:100 --device %device | FileCheck %s

// All levels compute the same.
// CHECK: [2, 2, 2
func.func private @body(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %twice = arith.addf %a, %a : f32
    zyn.yield %twice : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @none(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = call @body(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @debug(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    zyn.constraints = #zyn.constraints<opt_level = O0>} {
  %r = call @body(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @size(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    zyn.constraints = #zyn.constraints<opt_level = Os>} {
  %r = call @body(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @latency(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    zyn.constraints = #zyn.constraints<opt_level = Olatency>} {
  %r = call @body(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
