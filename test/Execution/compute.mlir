// Indices that are out of bounds, in a loop of the body, and inputs that are views.
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

// CHECK: compute.mlir:[[#@LINE+15]]:12: error: {{.*}}an index is out of bounds of dimension 0 of input #0
func.func @main(%x: tensor<5x9xi32>, %i: tensor<2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %slice = tensor.extract_slice %x[0, 1] [5, 7] [1, 1] : tensor<5x9xi32> to tensor<5x7xi32>
  // The destination is the array of indices, which is read after it was overwritten if it is the same buffer.
  %r = zyn.compute ins(%slice, %i : tensor<5x7xi32>, tensor<2xi32>) outs(%i : tensor<2xi32>) {
    %at = zyn.index 0 : index
    %last = arith.subi %c1, %at : index
    %number = zyn.element 1[%last] : i32
    %row = arith.index_cast %number : i32 to index
    %sum = scf.for %k = %c0 to %c7 step %c1 iter_args(%partial = %zero) -> i32 {
      // Columns are known to be in bounds.
      %v = zyn.element 0[%row, %k] : i32
      %next = arith.addi %partial, %v : i32
      scf.yield %next : i32
    }
    zyn.yield %sum : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}
