// Indices that are out of bounds, and slices whose rows are not contiguous.
// REQUIRES: device, numpy
// RUN: %python -c "import numpy as n; [n.save('%t.' + name + '.npy', n.array(i, 'i4')) for name, i in [('good', [4, 0]), ('large', [0, 5]), ('negative', [-1, 1])]]"
// RUN: zyn-run %s --device cpu random:i32:5x9 %t.good.npy -o %t.cpu.npy
// RUN: zyn-run %s --device emulate random:i32:5x9 %t.good.npy -o %t.emulate.npy
// RUN: zyn-run %s --device %device random:i32:5x9 %t.good.npy -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: not zyn-run %s --device cpu random:i32:5x9 %t.large.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device cpu random:i32:5x9 %t.negative.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:i32:5x9 %t.large.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:i32:5x9 %t.negative.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device %device random:i32:5x9 %t.negative.npy 2>&1 | FileCheck %s

// CHECK: gather.mlir:[[#@LINE+5]]:8: error: {{.*}}an index of input #1 is out of bounds of dimension 0 of input #0
func.func @main(%x: tensor<5x9xi32>, %i: tensor<2xi32>) -> tensor<2x7xi32> {
  %slice = tensor.extract_slice %x[0, 1] [5, 7] [1, 1] : tensor<5x9xi32> to tensor<5x7xi32>
  %y = tensor.empty() : tensor<2x7xi32>
  // The slice is a view.
  %r = zyn.gather ins(%slice, %i : tensor<5x7xi32>, tensor<2xi32>) outs(%y : tensor<2x7xi32>) dimension = 0 -> tensor<2x7xi32>
  return %r : tensor<2x7xi32>
}
