// Windows that are much larger than their array, whose time is that of the elements that they have: sums of all elements
// above and to the left.
// REQUIRES: device, numpy
// RUN: %python -c "import numpy as n; n.save('%t.npy', n.arange(24, dtype='i4').reshape(4, 6))"
// RUN: zyn-run %s --device cpu %t.npy zeros:i32:4x7 -o %t.cpu.npy
// RUN: zyn-run %s --device emulate %t.npy zeros:i32:4x7 -o %t.emulate.npy
// RUN: zyn-run %s --device %device %t.npy zeros:i32:4x7 -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: %python -c "import numpy as n; s = n.load('%t.npy').cumsum(0).cumsum(1); r = n.load('%t.cpu.npy'); assert (r[:, :6] == s).all() and (r[:, 6] == s[:, 5]).all()"

func.func @main(%x: tensor<4x6xi32>, %y: tensor<4x7xi32>) -> tensor<4x7xi32> {
  %r = zyn.reduce_window window = [100000000, 1000000000] padding = [99999999, 0, 999999999, 1]
      ins(%x : tensor<4x6xi32>) outs(%y : tensor<4x7xi32>) {
  ^bb0(%sum: i32, %element: i32):
    %next = arith.addi %sum, %element : i32
    zyn.yield %next : i32
  } -> tensor<4x7xi32>
  return %r : tensor<4x7xi32>
}
