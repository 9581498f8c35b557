// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @dense
func.func @dense() -> (tensor<2x3xf16>, tensor<2x2xi8>, tensor<0x4xf64>) {
  // CHECK: zyn.constant_matrix values = dense<{{.*}}> : tensor<2x3xf16>
  %a = zyn.constant_matrix values = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  // CHECK: zyn.constant_matrix format = dense values = dense<7> : tensor<2x2xi8>
  %b = zyn.constant_matrix format = dense values = dense<7> : tensor<2x2xi8>
  // CHECK: zyn.constant_matrix values = dense<> : tensor<0x4xf64>
  %c = zyn.constant_matrix format = auto values = dense<> : tensor<0x4xf64>
  return %a, %b, %c : tensor<2x3xf16>, tensor<2x2xi8>, tensor<0x4xf64>
}

// CHECK-LABEL: func.func @csr
func.func @csr() -> tensor<3xbf16> {
  // CHECK: %{{.*}}:3 = zyn.constant_matrix format = csr offsets = dense<[0, 2, 2, 3]> : tensor<4xindex> columns = dense<[1, 4, 0]> : tensor<3xi8> num_columns = 5 values = dense<{{.*}}> : tensor<3xbf16>
  %offsets, %columns, %values = zyn.constant_matrix format = csr
      offsets = dense<[0, 2, 2, 3]> : tensor<4xindex>
      columns = dense<[1, 4, 0]> : tensor<3xi8> num_columns = 5
      values = dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  // CHECK: zyn.constant_matrix format = csr offsets = dense<0> : tensor<1xi32> columns = dense<> : tensor<0xi32> num_columns = 0 values = dense<> : tensor<0xf32>
  %none:3 = zyn.constant_matrix format = csr offsets = dense<0> : tensor<1xi32> columns = dense<> : tensor<0xi32> num_columns = 0 values = dense<> : tensor<0xf32>
  return %values : tensor<3xbf16>
}

// CHECK-LABEL: func.func @resources
func.func @resources() -> (tensor<2x1xf32>, tensor<2xf32>) {
  // CHECK: zyn.constant_matrix values = dense_resource<weights> : tensor<2x1xf32>
  %a = zyn.constant_matrix values = dense_resource<weights> : tensor<2x1xf32>
  // CHECK: zyn.constant_matrix format = csr offsets = dense_resource<offsets> : tensor<3xi16> columns = dense_resource<columns> : tensor<2xi64> num_columns = 300 values = dense_resource<weights> : tensor<2xf32>
  %o, %c, %v = zyn.constant_matrix format = csr offsets = dense_resource<offsets> : tensor<3xi16> columns = dense_resource<columns> : tensor<2xi64> num_columns = 300 values = dense_resource<weights> : tensor<2xf32>
  return %a, %v : tensor<2x1xf32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040",
      offsets: "0x02000000000001000200",
      columns: "0x080000002B010000000000000000000000000000"
    }
  }
#-}
