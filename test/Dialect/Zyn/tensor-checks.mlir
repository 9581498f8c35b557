// RUN: zyn-opt %s --zyn-insert-tensor-checks | FileCheck %s
// RUN: not zyn-run %s --entry assumed random:f32:3x4 --device cpu 2>&1 | FileCheck %s --check-prefix=ASSUMED
// RUN: not zyn-run %s --entry cast random:f32:3x4 --device cpu 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not zyn-run %s --entry cast random:f32:3x4 --device emulate 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: zyn-run %s --entry cast random:f32:3x1 --device cpu
// RUN: not zyn-run %s --entry expand random:f32:6 3 4 --device cpu 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: not zyn-run %s --entry expand random:f32:6 3 4 --device emulate 2>&1 | FileCheck %s --check-prefix=EXPAND
// The products wrap, to 6 and to 0.
// RUN: not zyn-run %s --entry expand random:f32:6 -2 -3 --device cpu 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: not zyn-run %s --entry expand random:f32:0 4294967296 4294967296 --device cpu 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: not zyn-run %s --entry reshape random:f32:4 zeros:i64:2 --device cpu 2>&1 | FileCheck %s --check-prefix=RESHAPE
// RUN: zyn-run %s --entry reshape random:f32:0 zeros:i64:2 --device cpu
// RUN: zyn-run %s --entry expand random:f32:6 3 2 --device cpu
// RUN: zyn-run %s --entry expand random:f32:0 0 5 --device cpu
// RUN: zyn-run %s --entry expand random:f32:0 5 0 --device cpu

// CHECK-LABEL: func.func @cast
//       CHECK:   cf.assert %{{.*}}, "{{.*}}:[[#@LINE+4]]:8: error: 'tensor.cast' op size mismatch of dim 1"
//       CHECK:   tensor.cast
func.func @cast(%x: tensor<?x?xf32>) -> tensor<?x1xf32> {
  // CAST: tensor-checks.mlir:[[#@LINE+1]]:8: error: 'tensor.cast' op size mismatch of dim 1
  %c = tensor.cast %x : tensor<?x?xf32> to tensor<?x1xf32>
  return %c : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @assumed
//       CHECK:   cf.assert
func.func @assumed(%x: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?x1xf32>
  // Canonicalization makes this a cast.
  // ASSUMED: tensor-checks.mlir:[[#@LINE+1]]:8: error: 'tensor.cast' op size mismatch of dim 1
  %r = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @expand
//       CHECK:   cf.assert %{{.*}}, "{{.*}}'tensor.expand_shape' op number of elements differs from that of the source"
//       CHECK:   tensor.expand_shape
func.func @expand(%x: tensor<?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  // EXPAND: tensor-checks.mlir:[[#@LINE+1]]:8: error: 'tensor.expand_shape' op number of elements differs from that of the source
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%m, %n] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshape
//       CHECK:   tensor.extract
//       CHECK:   cf.assert
//       CHECK:   tensor.reshape
func.func @reshape(%x: tensor<?xf32>, %shape: tensor<2xi64>) -> tensor<?x2xf32> {
  // RESHAPE: tensor-checks.mlir:[[#@LINE+1]]:8: error: 'tensor.reshape' op number of elements differs from that of the source
  %r = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// Ops whose sizes are all dynamic are not checked on the host, and unchecked functions not at all.
// CHECK-LABEL: func.func @dynamic
//   CHECK-NOT:   cf.assert
//       CHECK:   linalg.exp
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.exp ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @unchecked
//   CHECK-NOT:   cf.assert
//       CHECK:   tensor.cast
func.func @unchecked(%x: tensor<?xf32>) -> tensor<4xf32> attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  %c = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

// CHECK-LABEL: func.func @concat
//       CHECK:   cf.assert %{{.*}}, "{{.*}}'tensor.concat' op dimension 0 of the result is not 5"
//       CHECK:   cf.assert %{{.*}}, "{{.*}}'tensor.concat' op dimension 1 of operand #1 differs from that of operand #0"
//       CHECK:   tensor.concat
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<5x?xf32> {
  %c = tensor.concat dim(0) %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<5x?xf32>
  return %c : tensor<5x?xf32>
}

// What is constant is checked by the verifier.
// CHECK-LABEL: func.func @inserted_slice
//       CHECK:   %[[FOUND:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x3xf32>
//       CHECK:   %[[IS_SIZE:.*]] = arith.cmpi eq, %[[FOUND]], %arg3
//       CHECK:   cf.assert %[[IS_SIZE]], "{{.*}}'tensor.insert_slice' op dimension 0 of the source differs from that of the slice"
//       CHECK:   cf.assert %{{.*}}, "{{.*}}'tensor.insert_slice' op runs out-of-bounds along dimension 0"
//   CHECK-NOT:   cf.assert
//       CHECK:   tensor.insert_slice
func.func @inserted_slice(%x: tensor<?x3xf32>, %y: tensor<8x5xf32>, %i: index, %n: index) -> tensor<8x5xf32> {
  %r = tensor.insert_slice %x into %y[%i, 1] [%n, 3] [1, 1] : tensor<?x3xf32> into tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
