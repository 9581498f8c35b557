// A matmul on Hopper into a part of a larger buffer, whose rows are not aligned for TMA.
// RUN: zyn-run %s random:f16:40x24 random:f16:24x16 random:f16:50x37 --device emulate --chip sm_90a --verify --no-output \
// RUN:   | FileCheck %s
// CHECK: result #0: 'emulate' agrees with 'cpu'
func.func @main(%a: tensor<40x24xf16>, %b: tensor<24x16xf16>, %big: tensor<50x37xf16>) -> tensor<50x37xf16> {
  %s = tensor.extract_slice %big[3, 5] [40, 16] [1, 1] : tensor<50x37xf16> to tensor<40x16xf16>
  %r = zyn.matmul accumulate ins(%a, %b : tensor<40x24xf16>, tensor<24x16xf16>) outs(%s : tensor<40x16xf16>) -> tensor<40x16xf16>
  %o = tensor.insert_slice %r into %big[3, 5] [40, 16] [1, 1] : tensor<40x16xf16> into tensor<50x37xf16>
  return %o : tensor<50x37xf16>
}
