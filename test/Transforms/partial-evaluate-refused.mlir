// RUN: zyn-opt %s --zyn-partial-evaluate=max-elements=8 --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-partial-evaluate=max-elements=8 --split-input-file --remarks-filter=zyn-partial-evaluate 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-partial-evaluate='max-elements=8 allow-rounding' --split-input-file | FileCheck %s --check-prefix=ROUNDING
// RUN: not zyn-opt %s --zyn-partial-evaluate=max-elements=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// NEGATIVE: '-1' value invalid

// The canonicalizer would compute the exponential with the bits of the host.
// CHECK-LABEL: func.func @function
// ROUNDING-LABEL: func.func @function
func.func @function(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: zyn.map ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
  // CHECK: math.exp
  // REMARK: Reason="input #1 is not a scalar: the bits of 'math.exp' on constants depend on the device"
  // ROUNDING: zyn.map ins(%{{.*}} : tensor<4xf32>)
  // ROUNDING-NOT: math.exp
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %r = zyn.map ins(%x, %two : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %b : f32
    %1 = arith.addf %0, %a : f32
    zyn.yield %1 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sum
// ROUNDING-LABEL: func.func @sum
func.func @sum() -> tensor<f32> {
  // CHECK: zyn.reduce
  // REMARK: Reason="is not evaluated: the order in which a device combines elements is not known, and only
  // ROUNDING: dense<6.000000e+00>
  // ROUNDING-NOT: zyn.reduce
  // ROUNDING: return
  %f = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %r = zyn.reduce ins(%f : tensor<3xf32>) outs(%z : tensor<f32>) dimensions = [0] {
  ^bb0(%s: f32, %a: f32):
    %b = arith.addf %s, %a : f32
    zyn.yield %b : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// An infinity minus itself is a NaN, whose bits differ; a subnormal result may
// be 0; the maximum of 0 and -0 may be either.
// CHECK-LABEL: func.func @edges
func.func @edges() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: arith.subf
  // CHECK: arith.mulf
  // CHECK: arith.maxnumf
  // REMARK-DAG: Reason="is not evaluated: the bits of 'arith.subf' on these constants depend on the device"
  // REMARK-DAG: Reason="is not evaluated: the bits of 'arith.mulf' on these constants depend on the device"
  // REMARK-DAG: Reason="is not evaluated: the bits of 'arith.maxnumf' on these constants depend on the device"
  %a = arith.constant dense<[0x7F800000, 1.0]> : tensor<2xf32>
  %s = arith.constant dense<[0x00800000, 1.0]> : tensor<2xf32>
  %z = arith.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = zyn.map ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%x: f32):
    %0 = arith.subf %x, %x : f32
    zyn.yield %0 : f32
  } -> tensor<2xf32>
  %q = zyn.map ins(%s : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%x: f32):
    %h = arith.constant 0.5 : f32
    %0 = arith.mulf %x, %h : f32
    zyn.yield %0 : f32
  } -> tensor<2xf32>
  %p = zyn.map ins(%z : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%x: f32):
    %h = arith.constant 0.0 : f32
    %0 = arith.maxnumf %x, %h : f32
    zyn.yield %0 : f32
  } -> tensor<2xf32>
  return %r, %q, %p : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// 8 elements are computed, and 9 are not.
// CHECK-LABEL: func.func @large
func.func @large(%unknown: f32) -> (tensor<2x4xf32>, tensor<3x3xf32>, tensor<2xf32>) {
  // CHECK: arith.constant dense<{{.*}}> : tensor<2x4xf32>
  // CHECK: zyn.map ins(%{{.*}} : tensor<3x3xf32>)
  // CHECK: arith.mulf
  // REMARK-DAG: Reason="is not evaluated: it has 9 elements, more than 8"
  // REMARK-DAG: Reason="is not evaluated: its body uses a value from outside, which is not known"
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %b = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2x4xf32>
  %f = tensor.empty() : tensor<3x3xf32>
  %g = tensor.empty() : tensor<2xf32>
  %r = zyn.map ins(%a : tensor<4x2xf32>) outs(%e : tensor<2x4xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<2x4xf32>
  %q = zyn.map ins(%b : tensor<3x3xf32>) outs(%f : tensor<3x3xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<3x3xf32>
  %p = zyn.map ins(%c : tensor<2xf32>) outs(%g : tensor<2xf32>) {
  ^bb0(%x: f32):
    %0 = arith.mulf %x, %unknown : f32
    zyn.yield %0 : f32
  } -> tensor<2xf32>
  return %r, %q, %p : tensor<2x4xf32>, tensor<3x3xf32>, tensor<2xf32>
}

// -----

// Buffers are left alone.
// CHECK-LABEL: func.func @buffers
func.func @buffers(%x: memref<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: zyn.map ins(%{{.*}} : memref<4xf32>)
  zyn.map ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return %t : tensor<4xf32>
}

// -----

// Poison, resources without elements, and sizes whose products overflow.
// CHECK-LABEL: func.func @misc
// CHECK: arith.divsi
// CHECK: zyn.map outs(%{{.*}} : tensor<4x9000000000000000000xi8>)
// CHECK-COUNT-3: zyn.reduce
func.func @misc(%q: tensor<4xf32>, %big: tensor<4x9000000000000000000xi8>) -> (tensor<2xi32>, tensor<2xf32>, tensor<4xf32>) {
  %w = arith.constant dense_resource<__elided__> : tensor<2xf32>
  %z = arith.constant dense<[0, 1]> : tensor<2xi32>
  %i = tensor.empty() : tensor<2xi32>
  %e = tensor.empty() : tensor<2xf32>
  %d = zyn.map ins(%z : tensor<2xi32>) outs(%i : tensor<2xi32>) {
  ^bb0(%x: i32):
    %0 = arith.divsi %x, %x : i32
    %s = arith.constant 40 : i32
    %1 = arith.shli %0, %s : i32
    zyn.yield %1 : i32
  } -> tensor<2xi32>
  %r = zyn.map ins(%w : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<2xf32>
  %one = arith.constant dense<1> : tensor<4x9000000000000000000xi8>
  %h = zyn.map ins(%one : tensor<4x9000000000000000000xi8>) outs(%big : tensor<4x9000000000000000000xi8>) {
  ^bb0(%x: i8):
    %i0 = zyn.index 0 : index
    %k = arith.index_cast %i0 : index to i8
    %0 = arith.addi %x, %k : i8
    zyn.yield %0 : i8
  } -> tensor<4x9000000000000000000xi8>
  %init = arith.constant dense<0> : tensor<4xi8>
  %red = zyn.reduce ins(%h : tensor<4x9000000000000000000xi8>) outs(%init : tensor<4xi8>) dimensions = [1] {
  ^bb0(%x: i8, %y: i8):
    %0 = arith.addi %x, %y : i8
    zyn.yield %0 : i8
  } -> tensor<4xi8>
  %red2 = zyn.reduce ins(%one : tensor<4x9000000000000000000xi8>) outs(%red : tensor<4xi8>) dimensions = [1] {
  ^bb0(%x: i8, %y: i8):
    %0 = arith.addi %x, %y : i8
    zyn.yield %0 : i8
  } -> tensor<4xi8>
  %red3 = zyn.reduce ins(%one : tensor<4x9000000000000000000xi8>) outs(%init : tensor<4xi8>) dimensions = [1] {
  ^bb0(%x: i8, %y: i8):
    %0 = arith.addi %x, %y : i8
    zyn.yield %0 : i8
  } -> tensor<4xi8>
  %f = zyn.map ins(%red2, %red3 : tensor<4xi8>, tensor<4xi8>) outs(%q : tensor<4xf32>) {
  ^bb0(%x: i8, %y: i8):
    %0 = arith.addi %x, %y : i8
    %1 = arith.sitofp %0 : i8 to f32
    zyn.yield %1 : f32
  } -> tensor<4xf32>
  return %d, %r, %f : tensor<2xi32>, tensor<2xf32>, tensor<4xf32>
}

// -----

// The combiner is wider than the elements, which are rounded at the end.
// CHECK-LABEL: func.func @widened
// CHECK: zyn.reduce
// REMARK: Reason="is not evaluated: its body does not compute with the type of the elements"
// ROUNDING-LABEL: func.func @widened
// ROUNDING: zyn.reduce
func.func @widened() -> tensor<f16> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16>
  %z = arith.constant dense<0.0> : tensor<f16>
  %r = zyn.reduce ins(%c : tensor<4xf16>) outs(%z : tensor<f16>) dimensions = [0] {
  ^bb0(%s: f32, %a: f32):
    %m = arith.maximumf %s, %a : f32
    zyn.yield %m : f32
  } -> tensor<f16>
  return %r : tensor<f16>
}

// -----

// Which of two elements that compare equal is kept depends on the order.
// CHECK-LABEL: func.func @ties
// CHECK: zyn.reduce
// REMARK: Reason="is not evaluated: the order in which a device combines
func.func @ties() -> tensor<f32> {
  %c = arith.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %z = arith.constant dense<-1.0> : tensor<f32>
  %r = zyn.reduce ins(%c : tensor<2xf32>) outs(%z : tensor<f32>) dimensions = [0] {
  ^bb0(%s: f32, %a: f32):
    %q = arith.cmpf ogt, %s, %a : f32
    %b = arith.select %q, %s, %a : f32
    zyn.yield %b : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A select with equal arms would be a constant.
// CHECK-LABEL: func.func @equal_arms
// CHECK: zyn.map ins(%{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf32>)
// CHECK: math.exp
func.func @equal_arms(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<0.7> : tensor<2xf32>
  %d = arith.constant dense<0.7> : tensor<2x3xf32>
  %d0 = tensor.extract_slice %d[0, 0] [2, 1] [1, 1] : tensor<2x3xf32> to tensor<2xf32>
  %r = zyn.map ins(%x, %c, %d0 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%x : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %b2: f32):
    %z = arith.constant 0.0 : f32
    %q = arith.cmpf ogt, %a, %z : f32
    %s = arith.select %q, %b, %b2 : f32
    %e = math.exp %s : f32
    %m = arith.mulf %e, %a : f32
    zyn.yield %m : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
