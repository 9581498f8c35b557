// Results that are not as many as windows, and an input whose rows are not contiguous.
// REQUIRES: device, numpy
// RUN: zyn-run %s --device cpu random:f32:5x9 zeros:f32:4x6 -o %t.cpu.npy
// RUN: zyn-run %s --device emulate random:f32:5x9 zeros:f32:4x6 -o %t.emulate.npy
// RUN: zyn-run %s --device %device random:f32:5x9 zeros:f32:4x6 -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: not zyn-run %s --device cpu random:f32:5x9 zeros:f32:5x6 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:f32:5x9 zeros:f32:5x6 2>&1 | FileCheck %s

func.func @main(%x: tensor<?x9xf32>, %y: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x9xf32>
  // The slice is a view.
  %slice = tensor.extract_slice %x[0, 1] [%rows, 7] [1, 1] : tensor<?x9xf32> to tensor<?x7xf32>
  // CHECK: window.mlir:[[#@LINE+1]]:8: error: size of dimension 0 of 'outs' is not the number of windows in dimension 0 of input #0 with its padding
  %r = zyn.reduce_window window = [2, 2] ins(%slice : tensor<?x7xf32>) outs(%y : tensor<?x6xf32>) {
  ^bb0(%max: f32, %element: f32):
    %next = arith.maximumf %max, %element : f32
    zyn.yield %next : f32
  } -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}
