// Matrices that are not valid, and a dense matrix whose rows are not contiguous.
// REQUIRES: device, numpy
// RUN: %python -c "import numpy as n; [n.save('%t.' + name + '.npy', n.array(i, 'i4')) for name, i in [('offsets', [0, 2, 3]), ('decrease', [0, 3, 2]), ('exceed', [0, 2, 4]), ('below', [-1, 2, 3]), ('columns', [4, 0, 1]), ('large', [0, 1, 5]), ('negative', [0, -1, 1])]]"
// RUN: zyn-run %s --device cpu %t.offsets.npy %t.columns.npy random:i32:3 random:i32:5x9 -o %t.cpu.npy
// RUN: zyn-run %s --device emulate %t.offsets.npy %t.columns.npy random:i32:3 random:i32:5x9 -o %t.emulate.npy
// RUN: zyn-run %s --device %device %t.offsets.npy %t.columns.npy random:i32:3 random:i32:5x9 -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: not zyn-run %s --device cpu %t.decrease.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device cpu %t.exceed.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device cpu %t.below.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device emulate %t.decrease.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device emulate %t.exceed.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device %device %t.below.npy %t.columns.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=OFFSETS
// RUN: not zyn-run %s --device cpu %t.offsets.npy %t.large.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not zyn-run %s --device emulate %t.offsets.npy %t.large.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not zyn-run %s --device emulate %t.offsets.npy %t.negative.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not zyn-run %s --device %device %t.offsets.npy %t.negative.npy ones:i32:3 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not zyn-run %s --device cpu %t.offsets.npy %t.columns.npy ones:i32:2 ones:i32:5x9 2>&1 | FileCheck %s --check-prefix=SIZES

// SIZES: spmm.mlir:[[#@LINE+7]]:8: error: size of dimension 0 of the values is not that of dimension 0 of the columns
// OFFSETS: spmm.mlir:[[#@LINE+6]]:8: error: {{.*}}the row offsets decrease, or exceed the number of values
// COLUMNS: spmm.mlir:[[#@LINE+5]]:8: error: {{.*}}an index of the columns is out of bounds of dimension 0 of the dense matrix
func.func @main(%offsets: tensor<3xi32>, %columns: tensor<?xi32>, %values: tensor<?xi32>, %x: tensor<5x9xi32>) -> tensor<2x7xi32> {
  %y = tensor.empty() : tensor<2x7xi32>
  // The slice is a view.
  %slice = tensor.extract_slice %x[0, 1] [5, 7] [1, 1] : tensor<5x9xi32> to tensor<5x7xi32>
  %r = zyn.spmm ins(%offsets, %columns, %values, %slice : tensor<3xi32>, tensor<?xi32>, tensor<?xi32>, tensor<5x7xi32>) outs(%y : tensor<2x7xi32>) -> tensor<2x7xi32>
  return %r : tensor<2x7xi32>
}
