// The processor traps; that ended zyn-run by a signal.
// RUN: not zyn-run %s --device cpu ones:i32:64 zeros:i32:64 2>&1 | FileCheck %s
// CHECK: zyn-run: error: the program divided an integer by zero, or the minimum integer by -1

func.func @main(%x: tensor<64xi32>, %y: tensor<64xi32>) -> tensor<64xi32> {
  %empty = tensor.empty() : tensor<64xi32>
  %quotients = zyn.map ins(%x, %y : tensor<64xi32>, tensor<64xi32>) outs(%empty : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32):
    %q = arith.divsi %a, %b : i32
    zyn.yield %q : i32
  } -> tensor<64xi32>
  return %quotients : tensor<64xi32>
}
