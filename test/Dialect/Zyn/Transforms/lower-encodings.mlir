// RUN: zyn-opt %s --zyn-lower-encodings --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-lower-encodings --split-input-file --remarks-filter=zyn-hoist-checks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: func.func @arguments
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?xf32>) -> tensor<?x4xf32>
func.func @arguments(%x: tensor<?x4xf32, #zyn.shape<"{M}", _>>, %y: tensor<?xf32, #zyn.shape<"{M}" max 64, device = cpu>>)
    -> tensor<?x4xf32, #zyn.shape<"{M}", _>> {
  // CHECK: %[[M:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[M]], %c64
  // CHECK: zyn.assert %[[FITS]], "expected '{{[{][{]}}M}' to be at most 64, found {0} in dimension 0 of argument #0"(%[[M]])
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[Y]]
  // CHECK: %[[FIRST:.*]] = tensor.dim %[[X]]
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[SIZE]], %[[FIRST]]
  // CHECK: zyn.assert %[[EQUAL]], "expected '{{[{][{]}}M}' to be one size, found {0} in dimension 0 of argument #0 and {1} in dimension 0 of argument #1"(%[[FIRST]], %[[SIZE]])
  // CHECK-NOT: zyn.assert
  // CHECK: zyn.map {{.*}} attributes {zyn.max_sizes = array<i64: 64, -1>}
  %r = zyn.map ins(%y : tensor<?xf32, #zyn.shape<"{M}" max 64, device = cpu>>)
               outs(%x : tensor<?x4xf32, #zyn.shape<"{M}", _>>) indexing_maps = [affine_map<(i, j) -> (i)>] {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  } -> tensor<?x4xf32, #zyn.shape<"{M}", _>>
  // CHECK: -> tensor<?x4xf32>
  return %r : tensor<?x4xf32, #zyn.shape<"{M}", _>>
}

// -----

// Names of branches are compared with those that dominate them, and not with
// those of other branches.
// CHECK-LABEL: func.func @branches
func.func @branches(%ok: i1, %x: tensor<?xf32, #zyn.shape<"M">>, %k: index, %n: index) {
  // CHECK: scf.if
  scf.if %ok {
    // CHECK: zyn.assert {{.*}}"expected 'M' to be one size, found {0} in dimension 0 of argument #1 and {1} in dimension 0 of the result of 'tensor.empty'"
    %0 = tensor.empty(%k, %k) : tensor<?x?xf32, #zyn.shape<"M", "K">>
  } else {
    // CHECK: } else {
    // CHECK-NOT: zyn.assert
    %1 = tensor.empty(%n) : tensor<?xf32, #zyn.shape<"K">>
    // CHECK: return
  }
  return
}

// -----

// CHECK-LABEL: func.func @blocks
func.func @blocks(%ok: i1, %k: index) {
  %0 = tensor.empty(%k) : tensor<?xf32, #zyn.shape<"K">>
  cf.cond_br %ok, ^one, ^other
^one:
  // CHECK: zyn.assert {{.*}} 'K'
  %1 = tensor.empty(%k, %k) : tensor<?x?xf32, #zyn.shape<"K", "N">>
  cf.br ^last(%1 : tensor<?x?xf32, #zyn.shape<"K", "N">>)
^other:
  // CHECK: ^bb2
  // CHECK: zyn.assert {{.*}} 'K'
  // CHECK-NOT: zyn.assert
  %2 = tensor.empty(%k, %k) : tensor<?x?xf32, #zyn.shape<"K", "N">>
  cf.br ^last(%2 : tensor<?x?xf32, #zyn.shape<"K", "N">>)
// CHECK: ^bb3(%{{.*}}: tensor<?x?xf32>):
^last(%3: tensor<?x?xf32, #zyn.shape<"K", "N">>):
  // CHECK: zyn.assert {{.*}}"expected 'K' to be one size, found {0} in dimension 0 of the result of 'tensor.empty' and {1} in dimension 0 of block argument #0"
  return
}

// -----

// REMARK: remark: [Passed] HoistChecks | {{.*}}Reason="2 checks: 2 removed, since the function is unchecked"
// CHECK-LABEL: func.func @unchecked
// CHECK-NOT: tensor.dim
// CHECK-NOT: zyn.assert
// CHECK: return
func.func @unchecked(%x: tensor<?xf32, #zyn.shape<"M" max 4>>, %y: tensor<?xf32, #zyn.shape<"M">>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  return
}

// -----

// Constants, declarations, casts, and sizes that are known to be equal.
// CHECK-LABEL: func.func private @declared(tensor<?xf32>)
func.func private @declared(tensor<?xf32, #zyn.shape<"N">>)
// CHECK-LABEL: func.func @known
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @known(%x: tensor<4xf32, #zyn.shape<"M" max 4>>) -> (tensor<4xf32>, tensor<4xf32, #zyn.device<cpu>>) {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32, #zyn.device<cpu>>
  %s = arith.constant dense<1.0> : tensor<4xf32, #zyn.shape<"M">>
  // CHECK-NOT: tensor.cast
  %y = tensor.cast %x : tensor<4xf32, #zyn.shape<"M" max 4>> to tensor<4xf32>
  // CHECK: return %[[X]], %[[C]]
  return %y, %c : tensor<4xf32>, tensor<4xf32, #zyn.device<cpu>>
}

// -----

// The encodings of other dialects are kept.
#csr = #sparse_tensor.encoding<{map = (i) -> (i : dense)}>
// CHECK-LABEL: @sparse
// CHECK-SAME: tensor<4xf32, #{{.*}}>
func.func private @sparse(tensor<4xf32, #csr>)
