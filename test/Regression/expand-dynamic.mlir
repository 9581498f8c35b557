// A dimension that is divided into several dynamic ones, on which upstream's --expand-strided-metadata crashes.
// RUN: zyn-run %s 'random:i32:6' 2 --device cpu --verify | FileCheck %s
// CHECK: tensor<2x3xi32>
func.func @main(%x: tensor<?xi32>, %a: index) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %b = arith.divui %n, %a : index
  %e = tensor.expand_shape %x [[0, 1]] output_shape [%a, %b] : tensor<?xi32> into tensor<?x?xi32>
  %empty = tensor.empty(%a, %b) : tensor<?x?xi32>
  %r = zyn.map ins(%e : tensor<?x?xi32>) outs(%empty : tensor<?x?xi32>) {
  ^bb0(%v: i32):
    %s = arith.addi %v, %v : i32
    zyn.yield %s : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
