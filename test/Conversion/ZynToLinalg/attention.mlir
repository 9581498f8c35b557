// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Few queries of the heads of a group are rows of the same matrices. Weights are rounded for the second product.
// CHECK-LABEL: func.func @grouped
// CHECK-SAME: %[[Q:[^:]*]]: memref<2x4x5x16xf16>, %[[K:[^:]*]]: memref<2x2x60x16xf16>, %[[V:[^:]*]]: memref<2x2x60x16xf16>, %[[MASK:[^:]*]]: memref<5x60xi1>
func.func @grouped(%q: memref<2x4x5x16xf16>, %k: memref<2x2x60x16xf16>, %v: memref<2x2x60x16xf16>,
                   %mask: memref<5x60xi1>, %y: memref<2x4x5x16xf16>) {
  // CHECK: %[[SCORES:.*]] = memref.alloc() : memref<2x4x5x60xf32>
  // CHECK: %[[ROWS:.*]] = memref.reinterpret_cast %[[SCORES]] to offset: [0], sizes: [2, 2, 10, 60], strides: [1200, 600, 60, 1]
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[K]] : memref<2x2x10x16xf16>, memref<2x2x60x16xf16>) outs(%[[ROWS]]
  // CHECK: %[[WEIGHTS:.*]] = memref.alloc() : memref<2x4x5x60xf16>
  // CHECK: %[[MASKED:.*]] = memref.alloc() : memref<2x4x5x60xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[SCORES]], %[[MASK]] : {{.*}} outs(%[[MASKED]]
  // CHECK: arith.select
  // CHECK: linalg.reduce { arith.maximumf } ins(%[[MASKED]]
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[MASKED]] : memref<2x4x5xf32>, memref<2x4x5x60xf32>) outs(%[[MASKED]]
  // CHECK: math.exp
  // CHECK: linalg.reduce { arith.addf } ins(%[[MASKED]]
  // CHECK: linalg.generic {{.*}} ins(%[[MASKED]] : memref<2x4x5x60xf32>) outs(%[[WEIGHTS]]
  // CHECK: %[[OPERAND:.*]] = memref.reinterpret_cast %[[WEIGHTS]]
  // CHECK: linalg.generic {{.*}} ins(%[[OPERAND]], %[[V]] : memref<2x2x10x60xf16>, memref<2x2x60x16xf16>)
  // CHECK: arith.divf
  zyn.attention group_size = 2 ins(%q, %k, %v : memref<2x4x5x16xf16>, memref<2x2x60x16xf16>, memref<2x2x60x16xf16>)
      mask(%mask : memref<5x60xi1>) mask_map = affine_map<(b, h, i, j) -> (i, j)> outs(%y : memref<2x4x5x16xf16>)
  return
}

// -----

// Otherwise, a task computes some queries of a head, here 128.
// CHECK-LABEL: func.func @tasks
// CHECK-SAME: %[[Q:[^:]*]]: memref<2x4x256x16xf32>, %[[K:[^:]*]]: memref<2x2x60x16xf32>, %[[V:[^:]*]]: memref<2x2x60x16xf32>, %[[MASK:[^:]*]]: memref<256x60xi1>, %[[Y:[^:]*]]: memref<2x4x256x16xf32>
func.func @tasks(%q: memref<2x4x256x16xf32>, %k: memref<2x2x60x16xf32>, %v: memref<2x2x60x16xf32>, %mask: memref<256x60xi1>,
                 %y: memref<2x4x256x16xf32>) {
  // CHECK: scf.parallel (%[[B:.*]], %[[H:.*]], %[[FIRST:.*]]) = (%c0, %c0, %c0) to (%c2, %c4, %c256) step (%c1, %c1, %c128)
  // CHECK: %[[KEY_HEAD:.*]] = arith.divui %[[H]], %c2
  // CHECK: memref.subview %[[Y]][%[[B]], %[[H]], %[[FIRST]], 0] [1, 1, 128, 16]
  // CHECK: %[[QUERIES:.*]] = memref.subview %[[Q]][%[[B]], %[[H]], %[[FIRST]], 0] [1, 1, 128, 16]
  // CHECK: %[[KEYS:.*]] = memref.subview %[[K]][%[[B]], %[[KEY_HEAD]], 0, 0] [1, 1, 60, 16]
  // CHECK: memref.subview %[[V]][%[[B]], %[[KEY_HEAD]], 0, 0] [1, 1, 60, 16]
  // CHECK: memref.subview %[[MASK]][%[[FIRST]], 0] [128, 60]
  // CHECK: memref.alloc() : memref<1x1x128x60xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[QUERIES]], %[[KEYS]]
  zyn.attention group_size = 2 ins(%q, %k, %v : memref<2x4x256x16xf32>, memref<2x2x60x16xf32>, memref<2x2x60x16xf32>)
      mask(%mask : memref<256x60xi1>) mask_map = affine_map<(b, h, i, j) -> (i, j)> outs(%y : memref<2x4x256x16xf32>)
  return
}

// -----

// A task only reads the keys and values that one of its queries sees: those before the length, and with a causal mask, those
// up to its last query, which is as far from the last key as from the last query of all.
// CHECK-LABEL: func.func @seen
// CHECK-SAME: %[[LENGTHS:[^:]*]]: memref<2xi32>, %{{[^:]*}}: memref<2x4x300x16xf32>, %[[K:[^:]*]]: memref<2x4x400x16xf32>
func.func @seen(%lengths: memref<2xi32>, %q: memref<2x4x300x16xf32>, %k: memref<2x4x400x16xf32>,
                %v: memref<2x4x400x16xf32>, %y: memref<2x4x300x16xf32>) {
  // CHECK: %[[END:.*]] = arith.addi %{{.*}}, %c128
  // CHECK: %[[LAST:.*]] = arith.minsi %[[END]], %c300
  // CHECK: %[[ELEMENT:.*]] = memref.load %[[LENGTHS]]
  // CHECK: %[[NUMBER:.*]] = arith.index_cast %[[ELEMENT]] : i32 to index
  // CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[NUMBER]], %c0
  // CHECK: %[[LENGTH:.*]] = arith.minsi %[[POSITIVE]], %c400
  // CHECK: %[[BEHIND:.*]] = arith.subi %c300, %[[LAST]]
  // CHECK: %[[BEFORE:.*]] = arith.subi %[[LENGTH]], %[[BEHIND]]
  // CHECK: %[[SEEN:.*]] = arith.maxsi %[[BEFORE]], %c0
  // CHECK: memref.subview %[[K]][%{{.*}}, %{{.*}}, 0, 0] [1, 1, %[[SEEN]], 16]
  zyn.attention causal ins(%q, %k, %v : memref<2x4x300x16xf32>, memref<2x4x400x16xf32>, memref<2x4x400x16xf32>)
      lengths(%lengths : memref<2xi32>) outs(%y : memref<2x4x300x16xf32>)
  return
}

// -----

// The length of a batch replaces the number of keys: for the keys that a query sees, and for the values.
// CHECK-LABEL: func.func @lengths
// CHECK-SAME: %[[LENGTHS:[^:]*]]: memref<2xi32>
func.func @lengths(%lengths: memref<2xi32>, %q: memref<2x4x5x16xf32>, %k: memref<2x1x7x16xf32>, %v: memref<2x1x7x16xf32>,
                   %y: memref<2x4x5x16xf32>, %lse: memref<2x4x5xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%[[LENGTHS]] : memref<2xi32>) outs(%[[LENGTH:.*]], %[[END:.*]] :
  // CHECK: %[[KNOWN:.*]] = arith.minsi %{{.*}}, %c7
  // CHECK: %[[QUERY:.*]] = linalg.index 2
  // CHECK: arith.addi %[[QUERY]], %[[KNOWN]]
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LENGTH]], %[[END]]
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[L:.*]]: index, %[[E:.*]]: index, %{{.*}}: f32):
  // CHECK: %[[KEY:.*]] = linalg.index 3
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[KEY]], %[[L]]
  // CHECK: %[[LAST:.*]] = arith.addi %[[KEY]], %c5
  // CHECK: %[[BEFORE:.*]] = arith.cmpi ule, %[[LAST]], %[[E]]
  // CHECK: arith.andi %[[IN]], %[[BEFORE]]
  // CHECK: math.log
  // CHECK: %[[VALUES:.*]] = memref.alloc() : memref<2x1x7x16xf32>
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LENGTHS]] : memref<2x1x7x16xf32>, memref<2xi32>) outs(%[[VALUES]]
  zyn.attention causal group_size = 4 ins(%q, %k, %v : memref<2x4x5x16xf32>, memref<2x1x7x16xf32>, memref<2x1x7x16xf32>)
      lengths(%lengths : memref<2xi32>) outs(%y, %lse : memref<2x4x5x16xf32>, memref<2x4x5xf32>)
  return
}

// -----

// The scale of heads whose size is not known is computed once.
// CHECK-LABEL: func.func @unknown_size
// CHECK: %[[ROOT:.*]] = math.sqrt
// CHECK: %[[SCALE:.*]] = arith.divf %{{.*}}, %[[ROOT]]
// CHECK: linalg.generic
// CHECK: arith.mulf %{{.*}}, %[[SCALE]]
// CHECK-NOT: math.sqrt
func.func @unknown_size(%q: memref<1x1x5x?xf32>, %k: memref<1x1x7x?xf32>, %y: memref<1x1x5x?xf32>) {
  zyn.attention ins(%q, %k, %k : memref<1x1x5x?xf32>, memref<1x1x7x?xf32>, memref<1x1x7x?xf32>) outs(%y : memref<1x1x5x?xf32>)
  return
}
