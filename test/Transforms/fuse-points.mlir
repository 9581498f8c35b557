// RUN: zyn-opt %s --zyn-fuse --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-fuse --split-input-file --remarks-filter=zyn-fuse 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// A diamond of maps: the first one has two uses, but is computed once.
// CHECK-LABEL: func.func @diamond
// CHECK-SAME: %[[X:.*]]: tensor<8x64xf32>, %[[B:.*]]: tensor<64xf32>
func.func @diamond(%x: tensor<8x64xf32>, %b: tensor<64xf32>) -> tensor<8x64xf32> {
  // REMARK: remark: [Passed] Fuse | Category:zyn-fuse | Reason="fused with the producer of its operand, which takes 67161088 units of time instead of 134286336"
  // CHECK: zyn.map ins(%[[X]], %[[B]] : tensor<8x64xf32>, tensor<64xf32>)
  // CHECK: arith.addf
  // CHECK-NEXT: arith.negf
  // CHECK-NEXT: arith.mulf
  // CHECK-NOT: zyn.map
  %e = tensor.empty() : tensor<8x64xf32>
  %0 = zyn.map ins(%x, %b : tensor<8x64xf32>, tensor<64xf32>) outs(%e : tensor<8x64xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%v: f32, %w: f32):
    %s = arith.addf %v, %w : f32
    zyn.yield %s : f32
  } -> tensor<8x64xf32>
  %1 = zyn.map ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<8x64xf32>
  %2 = zyn.map ins(%0, %1 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%v: f32, %w: f32):
    %s = arith.mulf %v, %w : f32
    zyn.yield %s : f32
  } -> tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}

// -----

// A result that is returned as well becomes another result.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[R:.*]]:2 = zyn.map ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>)
  // CHECK: return %[[R]]#1, %[[R]]#0
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A transpose becomes a part of the indexing map, and indices follow it.
// CHECK: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @transposed
func.func @transposed(%x: tensor<8x4xf32>, %y: tensor<8x4xindex>) -> tensor<4x8xindex> {
  // CHECK: zyn.map ins(%{{.*}} : tensor<8x4xindex>) outs(%{{.*}} : tensor<4x8xindex>) indexing_maps = [#[[T]]]
  // CHECK: zyn.index 1
  %e = tensor.empty() : tensor<8x4xindex>
  %f = tensor.empty() : tensor<4x8xindex>
  %0 = zyn.map ins(%y : tensor<8x4xindex>) outs(%e : tensor<8x4xindex>) {
  ^bb0(%v: index):
    %i = zyn.index 0 : index
    %s = arith.addi %v, %i : index
    zyn.yield %s : index
  } -> tensor<8x4xindex>
  %1 = zyn.map ins(%0 : tensor<8x4xindex>) outs(%f : tensor<4x8xindex>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%v: index):
    zyn.yield %v : index
  } -> tensor<4x8xindex>
  return %1 : tensor<4x8xindex>
}

// -----

// An exponential is not computed again for each row.
// CHECK-LABEL: func.func @dear
func.func @dear(%x: tensor<64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // CHECK-COUNT-2: zyn.map
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="its operand, which is broadcast, takes 32 units of time to compute, and 32 to read"
  %e = tensor.empty() : tensor<64xf32>
  %0 = zyn.map ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%v: f32):
    %s = math.exp %v : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  %1 = zyn.map ins(%0 : tensor<64xf32>) outs(%y : tensor<8x64xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// -----

// The sizes of the first destination would not be checked any more.
// CHECK-LABEL: func.func @unknown_sizes
func.func @unknown_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-COUNT-2: zyn.map
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="sizes are only compared when the program runs"
  %0 = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  %1 = zyn.map ins(%0 : tensor<?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A logarithm of a sum of exponentials: one op, with the initial value in it.
// CHECK-LABEL: func.func @log_sum_exp
// CHECK-SAME: %[[X:.*]]: tensor<8x64xbf16>
func.func @log_sum_exp(%x: tensor<8x64xbf16>) -> tensor<8xbf16> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[R:.*]] = zyn.rows ins(%[[X]] : tensor<8x64xbf16>) outs(%{{.*}} : tensor<8xbf16>) dimensions = [1] {
  // CHECK: %[[E:.*]] = math.exp
  // CHECK: %[[W:.*]] = arith.extf %[[E]] : bf16 to f32
  // CHECK: %[[S:.*]] = zyn.reduce_row %[[W]] init %[[ZERO]] : f32
  // CHECK: %[[N:.*]] = arith.truncf %[[S]] : f32 to bf16
  // CHECK: math.log %[[N]] : bf16
  // CHECK: return %[[R]]
  %full = tensor.empty() : tensor<8x64xbf16>
  %row = tensor.empty() : tensor<8xbf16>
  %0 = zyn.map ins(%x : tensor<8x64xbf16>) outs(%full : tensor<8x64xbf16>) {
  ^bb0(%v: bf16):
    %s = math.exp %v : bf16
    zyn.yield %s : bf16
  } -> tensor<8x64xbf16>
  %zero = zyn.map outs(%row : tensor<8xbf16>) {
    %c = arith.constant 0.0 : bf16
    zyn.yield %c : bf16
  } -> tensor<8xbf16>
  %1 = zyn.reduce ins(%0 : tensor<8x64xbf16>) outs(%zero : tensor<8xbf16>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<8xbf16>
  %2 = zyn.map ins(%1 : tensor<8xbf16>) outs(%row : tensor<8xbf16>) {
  ^bb0(%v: bf16):
    %s = math.log %v : bf16
    zyn.yield %s : bf16
  } -> tensor<8xbf16>
  return %2 : tensor<8xbf16>
}

// -----

// CHECK-LABEL: func.func @columns
func.func @columns(%x: tensor<8x64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: zyn.map
  // CHECK: zyn.reduce
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="the dimensions of a row are not the innermost ones"
  %full = tensor.empty() : tensor<8x64xf32>
  %0 = zyn.map ins(%x : tensor<8x64xf32>) outs(%full : tensor<8x64xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<8x64xf32>
  %1 = zyn.reduce ins(%0 : tensor<8x64xf32>) outs(%y : tensor<64xf32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

// The sum is rounded as before it became a part of the epilogue.
// CHECK-LABEL: func.func @epilogue
func.func @epilogue(%x: tensor<16x32xbf16>, %w: tensor<32x8xbf16>, %b: tensor<8xf32>) -> tensor<16x8xf32> {
  // CHECK: zyn.matmul
  // CHECK-SAME: epilogue_ins(%{{.*}} : tensor<8xf32>)
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  // CHECK-NEXT: arith.extf
  // CHECK-NEXT: arith.addf
  // CHECK-NOT: zyn.map
  %e = tensor.empty() : tensor<16x8xbf16>
  %f = tensor.empty() : tensor<16x8xf32>
  %p = zyn.matmul ins(%x, %w : tensor<16x32xbf16>, tensor<32x8xbf16>) outs(%e : tensor<16x8xbf16>) -> tensor<16x8xbf16>
  %l = zyn.map ins(%p, %b : tensor<16x8xbf16>, tensor<8xf32>) outs(%f : tensor<16x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%v: bf16, %bias: f32):
    %wide = arith.extf %v : bf16 to f32
    %s = arith.addf %wide, %bias : f32
    zyn.yield %s : f32
  } -> tensor<16x8xf32>
  return %l : tensor<16x8xf32>
}

// -----

// CHECK-LABEL: func.func @product_with_two_uses
func.func @product_with_two_uses(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: zyn.matmul
  // CHECK: zyn.map
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="its operand, a sum of products, has other uses"
  %e = tensor.empty() : tensor<8x8xf32>
  %p = zyn.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = zyn.map ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<8x8xf32>
  return %p, %l : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The length of a row need not be known.
// CHECK-LABEL: func.func @unknown_length
// CHECK-NOT: zyn.map
// CHECK: zyn.rows
// CHECK-SAME: dimensions = [1]
// CHECK: zyn.reduce_row
// CHECK-NOT: zyn.map
// CHECK: return
func.func @unknown_length(%x: tensor<4x?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %one : tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %0 = zyn.map ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4x?xf32>
  %1 = zyn.reduce ins(%0 : tensor<4x?xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The epilogue extends the elements of the bias, which are read for each row; a square would be computed for each row.
// CHECK-LABEL: func.func @converted_bias
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>, %[[W:[^:]*]]: tensor<4x8xf32>, %[[BIAS:[^:]*]]: tensor<8xbf16>, %[[SCALE:[^:]*]]: tensor<8xf32>
// CHECK: %[[SQUARES:.*]] = zyn.map ins(%[[SCALE]]
// CHECK: zyn.matmul ins(%[[X]], %[[W]] : {{.*}} epilogue_ins(%[[BIAS]], %[[SQUARES]] : tensor<8xbf16>, tensor<8xf32>)
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[B:.*]]: bf16, %[[S:.*]]: f32):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK-NEXT: %[[ADDED:.*]] = arith.addf %[[SUM]], %[[WIDE]]
// CHECK-NEXT: arith.mulf %[[ADDED]], %[[S]]
func.func @converted_bias(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %bias: tensor<8xbf16>, %scale: tensor<8xf32>,
                          %b: tensor<8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = zyn.map ins(%bias : tensor<8xbf16>) outs(%b : tensor<8xf32>) {
  ^bb0(%u: bf16):
    %v = arith.extf %u : bf16 to f32
    zyn.yield %v : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%scale : tensor<8xf32>) outs(%b : tensor<8xf32>) {
  ^bb0(%u: f32):
    %v = arith.mulf %u, %u : f32
    zyn.yield %v : f32
  } -> tensor<8xf32>
  %r = zyn.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x8xf32>) outs(%y : tensor<?x8xf32>)
      epilogue_ins(%0, %1 : tensor<8xf32>, tensor<8xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>] epilogue {
  ^bb0(%sum: f32, %u: f32, %v: f32):
    %a = arith.addf %sum, %u : f32
    %c = arith.mulf %a, %v : f32
    zyn.yield %c : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// The offsets are no operand of the epilogue, of which there is none.
// CHECK-LABEL: func.func @converted_offsets
// CHECK: zyn.map
// CHECK: zyn.spmm
func.func @converted_offsets(%o: tensor<5xi16>, %w: tensor<5xi32>, %c: tensor<9xi32>, %v: tensor<9xf32>, %d: tensor<7x8xf32>,
                             %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = zyn.map ins(%o : tensor<5xi16>) outs(%w : tensor<5xi32>) {
  ^bb0(%a: i16):
    %b = arith.extsi %a : i16 to i32
    zyn.yield %b : i32
  } -> tensor<5xi32>
  %r = zyn.spmm ins(%0, %c, %v, %d : tensor<5xi32>, tensor<9xi32>, tensor<9xf32>, tensor<7x8xf32>) outs(%y : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
