// RUN: zyn-opt %s --zyn-partial-evaluate --split-input-file | FileCheck %s

// The input knows the size of the result; the program still compares it.
// CHECK-LABEL: func.func @from_input
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[N:.*]]: index
func.func @from_input(%x: tensor<4x8xf32>, %n: index) -> tensor<?x8xf32> {
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[N]], %[[FOUR]]
  // CHECK-NEXT: zyn.assert %[[EQUAL]], "expected dimension 0 of 'outs' to be 4, found {0}"(%[[N]])
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
  // CHECK-NEXT: zyn.map ins(%[[X]] : tensor<4x8xf32>) outs(%[[E]] : tensor<4x8xf32>)
  // CHECK: tensor.cast %{{.*}} : tensor<4x8xf32> to tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %r = zyn.map ins(%x : tensor<4x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// A chain: reified shapes, constants, and what an op before knows. The second
// op compares nothing.
// CHECK-LABEL: func.func @chain
func.func @chain(%x: tensor<?x8xf32>, %w: tensor<8x5xf32>, %y: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<?x5xf32>, index) {
  // CHECK-COUNT-1: zyn.assert
  // CHECK: zyn.matmul ins(%{{.*}} : tensor<4x8xf32>, tensor<8x5xf32>)
  // CHECK-NOT: zyn.assert
  // CHECK: zyn.map ins(%{{.*}} : tensor<4x8xf32>)
  // CHECK: return
  %c0 = arith.constant 0 : index
  %r = zyn.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x5xf32>) outs(%y : tensor<4x5xf32>) -> tensor<4x5xf32>
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = tensor.empty(%n) : tensor<?x5xf32>
  %s = zyn.map ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?x8xf32>
  %t = zyn.matmul ins(%s, %w : tensor<?x8xf32>, tensor<8x5xf32>) outs(%f : tensor<?x5xf32>) -> tensor<?x5xf32>
  %m = tensor.dim %t, %c0 : tensor<?x5xf32>
  return %r, %t, %m : tensor<4x5xf32>, tensor<?x5xf32>, index
}

// -----

// One argument knows the size that the name stands for. --zyn-lower-encodings
// compares the other one.
// CHECK-LABEL: func.func @names
// CHECK-SAME: %[[X:[^:]*]]:
func.func @names(%x: tensor<?x8xf32, #zyn.shape<"M", _>>, %y: tensor<64xf32, #zyn.shape<"M">>) -> (tensor<?xf32>, index) {
  // CHECK: %[[M:.*]] = arith.constant 64 : index
  // CHECK-NOT: zyn.assert
  // CHECK: tensor.cast %[[X]] : tensor<?x8xf32, #zyn.shape<"M", _>> to tensor<64x8xf32, #zyn.shape<"M", _>>
  // CHECK: zyn.reduce ins(%{{.*}}) outs(%{{.*}} : tensor<64xf32>)
  // CHECK: return %{{.*}}, %[[M]]
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x8xf32, #zyn.shape<"M", _>>
  %e = tensor.empty(%m) : tensor<?xf32>
  %r = zyn.reduce ins(%x : tensor<?x8xf32, #zyn.shape<"M", _>>) outs(%e : tensor<?xf32>) dimensions = [1] {
  ^bb0(%s: f32, %a: f32):
    %b = arith.addf %s, %a : f32
    zyn.yield %b : f32
  } -> tensor<?xf32>
  return %r, %m : tensor<?xf32>, index
}

// -----

// The names of another function, or of a value in a branch, do not count.
// CHECK-LABEL: func.func private @known
func.func private @known(%x: tensor<64xf32, #zyn.shape<"M">>) -> tensor<64xf32, #zyn.shape<"M">> {
  return %x : tensor<64xf32, #zyn.shape<"M">>
}
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<?xf32, #zyn.shape<"M">>) -> tensor<?xf32, #zyn.shape<"M">> {
  // CHECK: zyn.map ins(%{{.*}} : tensor<?xf32, #zyn.shape<"M">>)
  %r = zyn.map ins(%x : tensor<?xf32, #zyn.shape<"M">>) outs(%x : tensor<?xf32, #zyn.shape<"M">>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?xf32, #zyn.shape<"M">>
  return %r : tensor<?xf32, #zyn.shape<"M">>
}

// -----

// Sizes that an op in a branch requires are not known outside of it.
// CHECK-LABEL: func.func @branch
func.func @branch(%c: i1, %x: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  // CHECK: scf.if
  // CHECK: zyn.assert
  // CHECK: zyn.map ins(%{{.*}} : tensor<4xf32>)
  // CHECK: }
  // CHECK: zyn.map ins(%arg1 : tensor<?xf32>)
  %0 = scf.if %c -> tensor<4xf32> {
    %r = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<4xf32>) {
    ^bb0(%a: f32):
      %b = arith.negf %a : f32
      zyn.yield %b : f32
    } -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?xf32>
  return %0, %r : tensor<4xf32>, tensor<?xf32>
}

// -----

// A splat of known size stays an operand where its size is compared with one
// that the program finds out, unless it need not be.
// CHECK-LABEL: func.func @unchecked
func.func @unchecked(%x: tensor<?xf32>) -> tensor<?xf32> attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  // CHECK-NOT: zyn.assert
  // CHECK: zyn.map ins(%{{.*}} : tensor<4xf32>)
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %r = zyn.map ins(%x, %two : tensor<?xf32>, tensor<4xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Sizes that differ remain an error of the program.
// CHECK-LABEL: func.func @mismatch
// CHECK: zyn.assert %false, "expected dimension 0 of 'outs' to be 4, found {0}"(%c5)
func.func @mismatch(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c5 = arith.constant 5 : index
  %e = tensor.empty(%c5) : tensor<?xf32>
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?xf32>
  %s = zyn.map ins(%r, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// An op whose sizes differ is an error only if it is executed.
// CHECK-LABEL: func.func @differs
// CHECK: zyn.map ins(%{{.*}} : tensor<?xf32, #zyn.shape<"M">>) outs(%{{.*}} : tensor<32xf32>)
func.func @differs(%z: tensor<64xf32, #zyn.shape<"M">>, %x: tensor<?xf32, #zyn.shape<"M">>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %s = zyn.map ins(%x : tensor<?xf32, #zyn.shape<"M">>) outs(%b : tensor<32xf32>) {
  ^bb0(%e: f32):
    %n = arith.negf %e : f32
    zyn.yield %n : f32
  } -> tensor<32xf32>
  return %s : tensor<32xf32>
}

// -----

// Nor does what an op before requires make an op in a branch invalid.
// CHECK-LABEL: func.func @not_executed
// CHECK: scf.if
// CHECK: zyn.map ins(%{{.*}} : tensor<2xf32>) outs(%{{.*}} : tensor<2xf32>)
func.func @not_executed(%x: tensor<?xf32>, %a: tensor<2xf32>, %b: tensor<4xf32>, %flag: i1) -> (tensor<4xf32>, tensor<2xf32>) {
  %s = zyn.map ins(%x : tensor<?xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%e: f32):
    %n = arith.negf %e : f32
    zyn.yield %n : f32
  } -> tensor<4xf32>
  %r = scf.if %flag -> tensor<2xf32> {
    %t = zyn.map ins(%x : tensor<?xf32>) outs(%a : tensor<2xf32>) {
    ^bb0(%e: f32):
      %n = math.absf %e : f32
      zyn.yield %n : f32
    } -> tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  return %s, %r : tensor<4xf32>, tensor<2xf32>
}
