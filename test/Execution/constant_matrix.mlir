// Constants with encodings, in resources, and resources without elements.
// REQUIRES: device, numpy
// RUN: zyn-run %s --device cpu -o %t.cpu.npy
// RUN: zyn-run %s --device emulate -o %t.emulate.npy
// RUN: zyn-run %s --device %device -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: %python -c "import numpy as n; assert n.load('%t.cpu.npy').tolist() == [[8, 10, 12], [1, 2, 3]]"
// RUN: sed 's/<weights>/<__elided__>/' %s > %t.mlir
// RUN: not zyn-run %t.mlir --device cpu -o %t.none.npy 2>&1 | FileCheck %s

// CHECK: error: {{.*}}resource
func.func @main() -> tensor<2x3xf32> {
  %x = zyn.constant_matrix values = dense_resource<weights> : tensor<2x3xf32, #zyn.shape<"K", "N">>
  %plain = tensor.cast %x : tensor<2x3xf32, #zyn.shape<"K", "N">> to tensor<2x3xf32>
  %o, %c, %v = zyn.constant_matrix format = csr
      offsets = dense_resource<offsets> : tensor<3xi16>
      columns = dense<[1, 0]> : tensor<2xindex> num_columns = 2
      values = dense<[2.0, 1.0]> : tensor<2xf32>
  %y = tensor.empty() : tensor<2x3xf32>
  %r = zyn.spmm ins(%o, %c, %v, %plain : tensor<3xi16>, tensor<2xindex>, tensor<2xf32>, tensor<2x3xf32>) outs(%y : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F0000004000004040000080400000A0400000C040",
      offsets: "0x02000000000001000200"
    }
  }
#-}
