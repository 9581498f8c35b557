// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>

// CHECK-LABEL: func.func @grouped
func.func @grouped(%q: tensor<?x32x?x128xbf16>, %k: tensor<?x8x?x128xbf16>, %v: tensor<?x8x?x96xbf16>,
                   %y: tensor<?x32x?x96xf32>) -> tensor<?x32x?x96xf32> {
  // CHECK: zyn.attention causal group_size = 4 ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>, tensor<?x8x?x96xbf16>)
  // CHECK-SAME: outs(%{{.*}} : tensor<?x32x?x96xf32>) -> tensor<?x32x?x96xf32>
  %r = zyn.attention causal group_size = 4
      ins(%q, %k, %v : tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>, tensor<?x8x?x96xbf16>)
      outs(%y : tensor<?x32x?x96xf32>) -> tensor<?x32x?x96xf32>
  return %r : tensor<?x32x?x96xf32>
}

// CHECK-LABEL: func.func @masked
func.func @masked(%q: memref<2x8x5x16xf64>, %k: memref<2x8x7x16xf64>, %v: memref<2x8x7x16xf64>, %mask: memref<5x7xi1>,
                  %lengths: memref<2xi64>, %y: memref<2x8x5x16xf64>, %lse: memref<2x8x5xf64>) {
  // CHECK: zyn.attention scale = 2.500000e-01 ins(
  // CHECK-SAME: mask(%{{.*}} : memref<5x7xi1>) mask_map = #[[$MAP]] lengths(%{{.*}} : memref<2xi64>)
  // CHECK-SAME: outs(%{{.*}}, %{{.*}} : memref<2x8x5x16xf64>, memref<2x8x5xf64>)
  zyn.attention scale = 0.25
      ins(%q, %k, %v : memref<2x8x5x16xf64>, memref<2x8x7x16xf64>, memref<2x8x7x16xf64>)
      mask(%mask : memref<5x7xi1>) mask_map = affine_map<(b, h, i, j) -> (i, j)>
      lengths(%lengths : memref<2xi64>)
      outs(%y, %lse : memref<2x8x5x16xf64>, memref<2x8x5xf64>)
  return
}
