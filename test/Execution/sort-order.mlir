// A comparator that is no strict weak order: it is undefined which elements the
// result has, but nothing else is accessed.
// REQUIRES: device
// RUN: zyn-run %s --entry main random:i32:3x2000 --device cpu --no-output
// RUN: zyn-run %s --entry main random:i32:3x2000 --device emulate --no-output

func.func @main(%x: tensor<?x?xi32>) -> tensor<?x?xi32> attributes {zyn.kernel = #zyn.kernel<unroll_factor = 1>} {
  %r = zyn.sort ins(%x : tensor<?x?xi32>) outs(%x : tensor<?x?xi32>) dimension = 1 comparator {
  ^bb0(%a: i32, %b: i32):
    %sum = arith.addi %a, %b : i32
    %three = arith.constant 3 : i32
    %remainder = arith.remsi %sum, %three : i32
    %one = arith.constant 1 : i32
    %is_before = arith.cmpi slt, %remainder, %one : i32
    zyn.yield %is_before : i1
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
