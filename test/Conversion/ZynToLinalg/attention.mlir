// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// The heads of a group are rows of the same matrices. Weights are rounded for the second product.
// CHECK-LABEL: func.func @grouped
// CHECK-SAME: %[[Q:[^:]*]]: memref<2x4x50x16xf16>, %[[K:[^:]*]]: memref<2x2x60x16xf16>, %[[V:[^:]*]]: memref<2x2x60x16xf16>, %[[MASK:[^:]*]]: memref<50x60xi1>
func.func @grouped(%q: memref<2x4x50x16xf16>, %k: memref<2x2x60x16xf16>, %v: memref<2x2x60x16xf16>,
                   %mask: memref<50x60xi1>, %y: memref<2x4x50x16xf16>) {
  // CHECK: %[[SCORES:.*]] = memref.alloc() : memref<2x4x50x60xf32>
  // CHECK: %[[ROWS:.*]] = memref.reinterpret_cast %[[SCORES]] to offset: [0], sizes: [2, 2, 100, 60], strides: [12000, 6000, 60, 1]
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[K]] : memref<2x2x100x16xf16>, memref<2x2x60x16xf16>) outs(%[[ROWS]]
  // CHECK: linalg.generic {{.*}} ins(%[[SCORES]], %[[MASK]] : {{.*}} outs(%[[SCORES]]
  // CHECK: arith.select
  // CHECK: linalg.reduce { arith.maximumf } ins(%[[SCORES]]
  // CHECK: %[[WEIGHTS:.*]] = memref.alloc() : memref<2x4x50x60xf16>
  // CHECK: linalg.generic {{.*}} ins(%[[SCORES]], %{{.*}} : memref<2x4x50x60xf32>, memref<2x4x50xf32>) outs(%[[SCORES]], %[[WEIGHTS]]
  // CHECK: math.exp
  // CHECK: linalg.reduce { arith.addf } ins(%[[SCORES]]
  // CHECK: %[[OPERAND:.*]] = memref.reinterpret_cast %[[WEIGHTS]]
  // CHECK: linalg.generic {{.*}} ins(%[[OPERAND]], %[[V]] : memref<2x2x100x60xf16>, memref<2x2x60x16xf16>)
  // CHECK: arith.divf
  zyn.attention group_size = 2 ins(%q, %k, %v : memref<2x4x50x16xf16>, memref<2x2x60x16xf16>, memref<2x2x60x16xf16>)
      mask(%mask : memref<50x60xi1>) mask_map = affine_map<(b, h, i, j) -> (i, j)> outs(%y : memref<2x4x50x16xf16>)
  return
}

// -----

// The length of a batch replaces the number of keys: for the keys that a query sees, and for the values.
// CHECK-LABEL: func.func @lengths
// CHECK-SAME: %[[LENGTHS:[^:]*]]: memref<2xi32>
func.func @lengths(%lengths: memref<2xi32>, %q: memref<2x4x5x16xf32>, %k: memref<2x4x7x16xf32>, %v: memref<2x4x7x16xf32>,
                   %y: memref<2x4x5x16xf32>, %lse: memref<2x4x5xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LENGTHS]] : memref<2x4x5x7xf32>, memref<2xi32>)
  // CHECK: %[[KEY:.*]] = linalg.index 3
  // CHECK: %[[LENGTH:.*]] = arith.minsi %{{.*}}, %c7
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[KEY]], %[[LENGTH]]
  // CHECK: %[[QUERY:.*]] = linalg.index 2
  // CHECK: %[[LAST:.*]] = arith.addi %[[KEY]], %c5
  // CHECK: %[[END:.*]] = arith.addi %[[QUERY]], %[[LENGTH]]
  // CHECK: %[[BEFORE:.*]] = arith.cmpi ule, %[[LAST]], %[[END]]
  // CHECK: arith.andi %[[IN]], %[[BEFORE]]
  // CHECK: math.log
  // CHECK: %[[VALUES:.*]] = memref.alloc() : memref<2x4x7x16xf32>
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LENGTHS]] : memref<2x4x7x16xf32>, memref<2xi32>) outs(%[[VALUES]]
  zyn.attention causal ins(%q, %k, %v : memref<2x4x5x16xf32>, memref<2x4x7x16xf32>, memref<2x4x7x16xf32>)
      lengths(%lengths : memref<2xi32>) outs(%y, %lse : memref<2x4x5x16xf32>, memref<2x4x5xf32>)
  return
}
