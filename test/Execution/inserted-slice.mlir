// A slice that is inserted must be in the destination, and have the size of the source.
// REQUIRES: device
// RUN: zyn-run %s --device %device zeros:f32:8 ones:f32:3 5 3 | FileCheck %s --check-prefix LAST
// RUN: zyn-run %s --device emulate zeros:f32:8 ones:f32:3 5 3 | FileCheck %s --check-prefix LAST
// RUN: zyn-run %s --device %device zeros:f32:8 ones:f32:0 8 0 | FileCheck %s --check-prefix EMPTY
// RUN: not zyn-run %s --device %device zeros:f32:8 ones:f32:3 6 3 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate zeros:f32:8 ones:f32:3 -1 3 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device %device zeros:f32:8 ones:f32:3 0 4 2>&1 | FileCheck %s --check-prefix SIZE
// RUN: not zyn-run %s --entry element --device %device zeros:f32:8 8 2>&1 | FileCheck %s --check-prefix ELEMENT
// RUN: not zyn-run %s --entry element --device emulate zeros:f32:8 2000000000 2>&1 | FileCheck %s --check-prefix ELEMENT

// LAST: [0, 0, 0, 0, 0, 1, 1, 1]
// EMPTY: [0, 0, 0, 0, 0, 0, 0, 0]
// CHECK: inserted-slice.mlir:[[#@LINE+3]]:8: error: 'tensor.insert_slice' op runs out-of-bounds along dimension 0
// SIZE: inserted-slice.mlir:[[#@LINE+2]]:8: error: 'tensor.insert_slice' op dimension 0 of the source differs from that of the slice
func.func @main(%x: tensor<8xf32>, %y: tensor<?xf32>, %i: index, %n: index) -> tensor<8xf32> {
  %r = tensor.insert_slice %y into %x[%i] [%n] [1] : tensor<?xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// ELEMENT: inserted-slice.mlir:[[#@LINE+3]]:8: error: 'tensor.insert{{(_slice)?}}' op {{(out-of-bounds access|runs out-of-bounds along dimension 0)}}
func.func @element(%x: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %v = arith.constant 5.0 : f32
  %r = tensor.insert %v into %x[%i] : tensor<8xf32>
  return %r : tensor<8xf32>
}
