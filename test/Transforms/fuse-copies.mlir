// RUN: zyn-opt %s --canonicalize --cse --zyn-fuse --canonicalize --cse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --canonicalize --cse --zyn-fuse --split-input-file --remarks-filter=zyn-fuse 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// What other ops use, too, is computed by each of them if all of them together do not take much longer.

// The exponentials are computed for the sum and for the quotient, until these are one op. Otherwise, rows that do not remain in
// registers would be written and read again.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT: zyn.map
// CHECK: zyn.rows
// CHECK-COUNT-2: zyn.reduce_row
// CHECK-NOT: zyn.rows
// CHECK-NOT: zyn.reduce
// CHECK: return
func.func @softmax(%x: tensor<64x300000xf32>) -> tensor<64x300000xf32> {
  %empty_init_max = tensor.empty() : tensor<64xf32>
  %init_max = zyn.map outs(%empty_init_max : tensor<64xf32>) {
    %y = arith.constant 0xFF800000 : f32
    zyn.yield %y : f32
  } -> tensor<64xf32>
  %max = zyn.reduce ins(%x : tensor<64x300000xf32>) outs(%init_max : tensor<64xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %y = arith.maximumf %a, %b : f32
    zyn.yield %y : f32
  } -> tensor<64xf32>
  %empty_exp = tensor.empty() : tensor<64x300000xf32>
  %exp = zyn.map ins(%x, %max : tensor<64x300000xf32>, tensor<64xf32>) outs(%empty_exp : tensor<64x300000xf32>) indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e0: f32, %e1: f32):
    %d = arith.subf %e0, %e1 : f32
    %y = math.exp %d : f32
    zyn.yield %y : f32
  } -> tensor<64x300000xf32>
  %empty_init_sum = tensor.empty() : tensor<64xf32>
  %init_sum = zyn.map outs(%empty_init_sum : tensor<64xf32>) {
    %y = arith.constant 0.0 : f32
    zyn.yield %y : f32
  } -> tensor<64xf32>
  %sum = zyn.reduce ins(%exp : tensor<64x300000xf32>) outs(%init_sum : tensor<64xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %y = arith.addf %a, %b : f32
    zyn.yield %y : f32
  } -> tensor<64xf32>
  %empty_result = tensor.empty() : tensor<64x300000xf32>
  %result = zyn.map ins(%exp, %sum : tensor<64x300000xf32>, tensor<64xf32>) outs(%empty_result : tensor<64x300000xf32>) indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e0: f32, %e1: f32):
    %y = arith.divf %e0, %e1 : f32
    zyn.yield %y : f32
  } -> tensor<64x300000xf32>
  return %result : tensor<64x300000xf32>
}

// -----

// Transposes read an operand at another place than it is computed. Computing five functions twice takes longer than
// reading, but both maps are one, which computes them once.
// CHECK-LABEL: func.func @dear
// CHECK: zyn.map {{.*}} outs(%{{.*}}, %{{.*}} : tensor<16384x16384xf32>, tensor<16384x16384xf32>)
// CHECK-COUNT-5: math.exp
// CHECK-NOT: math.exp
// CHECK-NOT: zyn.map
// REMARK: Reason="fused ops for all uses of the operand would take {{[0-9]+}} units of time, the ops take {{[0-9]+}}"
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
func.func @dear(%x: tensor<16384x16384xf32>, %e: tensor<16384x16384xf32>)
    -> (tensor<16384x16384xf32>, tensor<16384x16384xf32>) {
  %0 = zyn.map ins(%x : tensor<16384x16384xf32>) outs(%e : tensor<16384x16384xf32>) {
  ^bb0(%v: f32):
    %1 = math.exp %v : f32
    %2 = math.exp %1 : f32
    %3 = math.exp %2 : f32
    %4 = math.exp %3 : f32
    %5 = math.exp %4 : f32
    zyn.yield %5 : f32
  } -> tensor<16384x16384xf32>
  %1 = zyn.map ins(%0, %x : tensor<16384x16384xf32>, tensor<16384x16384xf32>) outs(%e : tensor<16384x16384xf32>)
      indexing_maps = [#columns, #rows] {
  ^bb0(%v: f32, %w: f32):
    %s = arith.addf %v, %w : f32
    zyn.yield %s : f32
  } -> tensor<16384x16384xf32>
  %2 = zyn.map ins(%0, %x : tensor<16384x16384xf32>, tensor<16384x16384xf32>) outs(%e : tensor<16384x16384xf32>)
      indexing_maps = [#columns, #rows] {
  ^bb0(%v: f32, %w: f32):
    %s = arith.mulf %v, %w : f32
    zyn.yield %s : f32
  } -> tensor<16384x16384xf32>
  return %1, %2 : tensor<16384x16384xf32>, tensor<16384x16384xf32>
}

// -----

// The operand is a result of the function, and has to be computed anyway.
// CHECK-LABEL: func.func @stored
// CHECK-COUNT-2: zyn.map
// REMARK: Reason="the fused op would take {{[0-9]+}} units of time, the op alone takes {{[0-9]+}}"
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
func.func @stored(%x: tensor<16384x16384xf32>, %e: tensor<16384x16384xf32>)
    -> (tensor<16384x16384xf32>, tensor<16384x16384xf32>) {
  %0 = zyn.map ins(%x : tensor<16384x16384xf32>) outs(%e : tensor<16384x16384xf32>) {
  ^bb0(%v: f32):
    %1 = math.exp %v : f32
    zyn.yield %1 : f32
  } -> tensor<16384x16384xf32>
  %1 = zyn.map ins(%0, %x : tensor<16384x16384xf32>, tensor<16384x16384xf32>) outs(%e : tensor<16384x16384xf32>)
      indexing_maps = [#columns, #rows] {
  ^bb0(%v: f32, %w: f32):
    %s = arith.addf %v, %w : f32
    zyn.yield %s : f32
  } -> tensor<16384x16384xf32>
  return %0, %1 : tensor<16384x16384xf32>, tensor<16384x16384xf32>
}
