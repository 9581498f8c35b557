// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --canonicalize | zyn-opt | FileCheck %s --check-prefix=CANONICAL

// CHECK: @names(tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>, tensor<?x?xf32, #zyn.shape<"M", "M">>)
func.func private @names(tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>, tensor<?x?xf32, #zyn.shape<"M", "M">>)
// CHECK: @scalars(tensor<f32, #zyn.shape<>>, tensor<f32, #zyn.shape<device = cpu>>)
func.func private @scalars(tensor<f32, #zyn.shape<>>, tensor<f32, #zyn.shape<device = cpu>>)
// CHECK: @devices(tensor<2xf32, #zyn.device<cpu>>, tensor<2xf32, #zyn.device<cuda:3>>, tensor<2xf32, #zyn.device<emulate>>)
func.func private @devices(tensor<2xf32, #zyn.device<cpu>>, tensor<2xf32, #zyn.device<cuda:3>>, tensor<2xf32, #zyn.device<emulate>>)
// CHECK: @both(tensor<?xf32, #zyn.shape<"M", device = cuda:0>>)
func.func private @both(tensor<?xf32, #zyn.shape<"M", device = cuda:0>>)

// A result has the encoding of its destination, whatever inputs have.
// CHECK-LABEL: @matmul
func.func @matmul(%a: tensor<?x8xf32, #zyn.shape<"M", "K">>, %b: tensor<8x?xf32>,
                  %c: tensor<?x?xf32, #zyn.shape<"M", "N">>) -> tensor<?x?xf32, #zyn.shape<"M", "N">> {
  // CHECK: -> tensor<?x?xf32, #zyn.shape<"M", "N">>
  %r = zyn.matmul ins(%a, %b : tensor<?x8xf32, #zyn.shape<"M", "K">>, tensor<8x?xf32>)
                  outs(%c : tensor<?x?xf32, #zyn.shape<"M", "N">>) -> tensor<?x?xf32, #zyn.shape<"M", "N">>
  return %r : tensor<?x?xf32, #zyn.shape<"M", "N">>
}

// Sorting one element is copying it, but not if that changed the encoding.
// CANONICAL-LABEL: @sort
func.func @sort(%x: tensor<1xf32, #zyn.shape<"M">>, %y: tensor<1xf32>) -> tensor<1xf32> {
  // CANONICAL: zyn.sort
  %r = zyn.sort ins(%x : tensor<1xf32, #zyn.shape<"M">>) outs(%y : tensor<1xf32>) dimension = 0 -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// A cast that adds names is not folded: it would not be checked.
// CANONICAL-LABEL: @cast
func.func @cast(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CANONICAL: tensor.cast %{{.*}} : tensor<?xf32> to tensor<?xf32, #zyn.shape<"M" max 5>>
  %named = tensor.cast %x : tensor<?xf32> to tensor<?xf32, #zyn.shape<"M" max 5>>
  %r = zyn.map ins(%named : tensor<?xf32, #zyn.shape<"M" max 5>>) outs(%y : tensor<?xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A matrix of pixels has other dimensions than those with names.
// CANONICAL-LABEL: @pixels
func.func @pixels(%x: tensor<?x8x8x4xf16, #zyn.shape<"N", _, _, _>>, %f: tensor<3x1x1x4xf16>,
                  %y: tensor<?x8x8x3xf16>) -> tensor<?x8x8x3xf16> {
  // CANONICAL: zyn.conv2d
  %r = zyn.conv2d ins(%x, %f : tensor<?x8x8x4xf16, #zyn.shape<"N", _, _, _>>, tensor<3x1x1x4xf16>)
                  outs(%y : tensor<?x8x8x3xf16>) -> tensor<?x8x8x3xf16>
  return %r : tensor<?x8x8x3xf16>
}
