// RUN: zyn-opt %s --zyn-group-ops | FileCheck %s
// RUN: zyn-opt %s --zyn-group-ops --remarks-filter=zyn-group-ops 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: group-ops.mlir:[[#]]:8: remark: [Passed] GroupOps | Category:zyn-group-ops | Reason="moved behind a similar op on the same array"
// REMARK: group-ops.mlir:[[#]]:8: remark: [Passed] GroupOps | Category:zyn-group-ops | Reason="moved behind similar ops on the same array"
// REMARK: group-ops.mlir:[[#]]:8: remark: [Passed] GroupOps | Category:zyn-group-ops | Reason="moved behind a similar op on arguments of the function"
// REMARK-NOT: Passed

!x = tensor<8x16xf32>
!w = tensor<16x16xf32>

// What a product needs moves with it.
// CHECK-LABEL: func @heads
// CHECK-SAME: %[[X:.*]]: tensor<8x16xf32>, %[[Q:.*]]: tensor<16x16xf32>, %[[K:.*]]: tensor<16x16xf32>, %[[V:.*]]: tensor<16x16xf32>
// CHECK: %[[HALF:.*]] = zyn.transpose %[[V]]
// CHECK: %[[MQ:.*]] = zyn.matmul ins(%[[X]], %[[Q]]
// CHECK-NEXT: %[[MK:.*]] = zyn.matmul ins(%[[X]], %[[K]]
// CHECK-NEXT: %[[MV:.*]] = zyn.matmul ins(%[[X]], %[[HALF]]
// CHECK: zyn.map ins(%[[MQ]]
// CHECK: zyn.map ins(%[[MK]]
func.func @heads(%x: !x, %q: !w, %k: !w, %v: !w) -> (!x, !x, !x) {
  %e = tensor.empty() : !x
  %ew = tensor.empty() : !w
  %0 = zyn.matmul ins(%x, %q : !x, !w) outs(%e : !x) -> !x
  %1 = zyn.map ins(%0 : !x) outs(%e : !x) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> !x
  %2 = zyn.matmul ins(%x, %k : !x, !w) outs(%e : !x) -> !x
  %3 = zyn.map ins(%2 : !x) outs(%e : !x) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> !x
  %half = zyn.transpose %v permutation = [1, 0] : !w
  %4 = zyn.matmul ins(%x, %half : !x, !w) outs(%e : !x) -> !x
  return %1, %3, %4 : !x, !x, !x
}

// A product that depends on the first one stays, and so do those of another
// array, size or kind.
// CHECK-LABEL: func @others
// CHECK: zyn.matmul ins(%arg0, %arg1
// CHECK-NEXT: zyn.map
// CHECK: zyn.matmul ins(%arg0, %{{.*}} : tensor<8x8xf32>
// CHECK: zyn.map
// CHECK: zyn.matmul accumulate ins(%arg0
// CHECK: zyn.map
// CHECK: zyn.matmul ins(%arg0, %{{.*}} : tensor<8x8xf32>, tensor<8x4xf32>
// CHECK: zyn.map
// CHECK: zyn.matmul ins(%{{.*}}, %arg1
func.func @others(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %narrow: tensor<8x4xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %e4 = tensor.empty() : tensor<8x4xf32>
  %0 = zyn.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.map ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<8x8xf32>
  %t = zyn.transpose %0 permutation = [1, 0] : tensor<8x8xf32>
  %2 = zyn.matmul ins(%x, %t : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = zyn.map ins(%2 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<8x8xf32>
  %4 = zyn.matmul accumulate ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = zyn.map ins(%4 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<8x8xf32>
  %6 = zyn.matmul ins(%x, %narrow : tensor<8x8xf32>, tensor<8x4xf32>) outs(%e4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %7 = zyn.map ins(%6 : tensor<8x4xf32>) outs(%e4 : tensor<8x4xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<8x4xf32>
  %8 = zyn.matmul ins(%5, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %3, %5, %7, %8 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x8xf32>
}

// Sizes that are not known select among kernels at run time.
// CHECK-LABEL: func @unknown
// CHECK: zyn.matmul
// CHECK-NEXT: zyn.map
// CHECK: zyn.matmul
func.func @unknown(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %w: tensor<8x8xf32>, %e: tensor<?x8xf32>)
    -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = zyn.matmul ins(%x, %v : tensor<?x8xf32>, tensor<8x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = zyn.map ins(%0 : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?x8xf32>
  %2 = zyn.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>
}

// Maps of arguments, unless their results are large.
// CHECK-LABEL: func @arguments
// CHECK: zyn.map ins(%arg0 :
// CHECK: zyn.map ins(%arg1 :
// CHECK: zyn.matmul
// CHECK: zyn.map ins(%arg2 :
// CHECK: zyn.matmul
// CHECK: zyn.map ins(%arg3 :
func.func @arguments(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %large: tensor<512x1024xf32>, %other: tensor<512x1024xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<512x1024xf32>, tensor<8x8xf32>, tensor<512x1024xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %el = tensor.empty() : tensor<512x1024xf32>
  %0 = zyn.map ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32):
    %b = math.rsqrt %a : f32
    zyn.yield %b : f32
  } -> tensor<8x8xf32>
  %1 = zyn.matmul ins(%0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = zyn.map ins(%y : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32):
    %b = math.rsqrt %a : f32
    zyn.yield %b : f32
  } -> tensor<8x8xf32>
  %3 = zyn.map ins(%large : tensor<512x1024xf32>) outs(%el : tensor<512x1024xf32>) {
  ^bb0(%a: f32):
    %b = math.rsqrt %a : f32
    zyn.yield %b : f32
  } -> tensor<512x1024xf32>
  %4 = zyn.matmul ins(%1, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = zyn.map ins(%other : tensor<512x1024xf32>) outs(%el : tensor<512x1024xf32>) {
  ^bb0(%a: f32):
    %b = math.rsqrt %a : f32
    zyn.yield %b : f32
  } -> tensor<512x1024xf32>
  return %0, %1, %3, %4, %5 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<512x1024xf32>, tensor<8x8xf32>, tensor<512x1024xf32>
}

// What was moved for one product is in front of the next one as well.
// CHECK-LABEL: func @moved_before
// CHECK: %[[M1:.*]] = tensor.insert_slice
// CHECK-NEXT: %[[M2:.*]] = tensor.insert_slice %{{.*}} into %[[M1]]
// CHECK-NEXT: zyn.matmul ins(%arg0, %arg1
// CHECK-NEXT: zyn.matmul ins(%arg0, %[[M2]]
// CHECK-NEXT: zyn.matmul ins(%arg0, %[[M1]]
func.func @moved_before(%x: !x, %q: !w, %v: !w, %a: tensor<4x16xf32>, %b: tensor<4x16xf32>) -> (!x, !x, !x) {
  %e = tensor.empty() : !x
  %0 = zyn.matmul ins(%x, %q : !x, !w) outs(%e : !x) -> !x
  %m1 = tensor.insert_slice %a into %v[0, 0] [4, 16] [1, 1] : tensor<4x16xf32> into !w
  %m2 = tensor.insert_slice %b into %m1[8, 0] [4, 16] [1, 1] : tensor<4x16xf32> into !w
  %1 = zyn.matmul ins(%x, %m2 : !x, !w) outs(%e : !x) -> !x
  %2 = zyn.matmul ins(%x, %m1 : !x, !w) outs(%e : !x) -> !x
  return %0, %1, %2 : !x, !x, !x
}

// Bodies that use other values, or others of their arguments, are not similar.
// CHECK-LABEL: func @bodies
// CHECK: zyn.map ins(%arg0
// CHECK: arith.divf
// CHECK: zyn.map ins(%arg1
func.func @bodies(%x: !x, %q: !x, %s: f32) -> (!x, !x) {
  %e = tensor.empty() : !x
  %0 = zyn.map ins(%x : !x) outs(%e : !x) {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %s : f32
    zyn.yield %b : f32
  } -> !x
  %n = arith.divf %s, %s : f32
  %1 = zyn.map ins(%q : !x) outs(%e : !x) {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %n : f32
    zyn.yield %b : f32
  } -> !x
  return %0, %1 : !x, !x
}

// A division by zero remains behind the check.
// CHECK-LABEL: func @checked
// CHECK: cf.assert
// CHECK: arith.divsi
// CHECK: zyn.matmul
func.func @checked(%x: !x, %q: !w, %v: tensor<64x16xf32>, %n: index, %k: index) -> (!x, !x) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : !x
  %0 = zyn.matmul ins(%x, %q : !x, !w) outs(%e : !x) -> !x
  %ok = arith.cmpi sgt, %k, %c0 : index
  cf.assert %ok, "k must be positive"
  %d = arith.divsi %n, %k : index
  %m = tensor.extract_slice %v[%d, 0] [16, 16] [1, 1] : tensor<64x16xf32> to !w
  %1 = zyn.matmul ins(%x, %m : !x, !w) outs(%e : !x) -> !x
  return %0, %1 : !x, !x
}

// Ops on buffers depend on each other through memory.
// CHECK-LABEL: func @buffers
// CHECK: zyn.matmul
// CHECK: zyn.map
// CHECK: zyn.matmul
func.func @buffers(%x: memref<8x16xf32>, %v: memref<16x16xf32>, %w: memref<16x16xf32>, %y: memref<8x16xf32>, %z: memref<8x16xf32>) {
  zyn.matmul ins(%x, %v : memref<8x16xf32>, memref<16x16xf32>) outs(%y : memref<8x16xf32>)
  zyn.map ins(%v : memref<16x16xf32>) outs(%w : memref<16x16xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  }
  zyn.matmul ins(%x, %w : memref<8x16xf32>, memref<16x16xf32>) outs(%z : memref<8x16xf32>)
  return
}
