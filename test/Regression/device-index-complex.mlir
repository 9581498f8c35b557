// Ops of the index and complex dialects in a body were left unlowered.
// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// CHECK: .entry sums_map_0
func.func @sums(%x: tensor<?xcomplex<f32>>, %y: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %r = zyn.map ins(%x : tensor<?xcomplex<f32>>) outs(%y : tensor<?xcomplex<f32>>) {
  ^bb0(%a: complex<f32>):
    %i = zyn.index 0 : index
    %twice = index.add %i, %i
    %n = arith.index_cast %twice : index to i64
    %f = arith.sitofp %n : i64 to f32
    %c = complex.create %f, %f : complex<f32>
    %s = complex.mul %a, %c : complex<f32>
    zyn.yield %s : complex<f32>
  } -> tensor<?xcomplex<f32>>
  return %r : tensor<?xcomplex<f32>>
}
