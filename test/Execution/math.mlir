// Functions that are exact: classes of floats, rounding, integer powers, clamping, on the host and on devices.
// REQUIRES: device
// RUN: zyn-run %s --device cpu --entry classes | FileCheck %s --check-prefix=CLASSES
// RUN: zyn-run %s --device emulate --entry classes | FileCheck %s --check-prefix=CLASSES
// RUN: zyn-run %s --device %device --entry classes | FileCheck %s --check-prefix=CLASSES
// RUN: zyn-run %s --device cpu --entry round | FileCheck %s --check-prefix=ROUND
// RUN: zyn-run %s --device emulate --entry round | FileCheck %s --check-prefix=ROUND
// RUN: zyn-run %s --device %device --entry round | FileCheck %s --check-prefix=ROUND
// RUN: zyn-run %s --device cpu --entry powers | FileCheck %s --check-prefix=POWERS
// RUN: zyn-run %s --device emulate --entry powers | FileCheck %s --check-prefix=POWERS
// RUN: zyn-run %s --device %device --entry powers | FileCheck %s --check-prefix=POWERS
// RUN: zyn-run %s --device cpu --entry clamped | FileCheck %s --check-prefix=CLAMPED
// RUN: zyn-run %s --device emulate --entry clamped | FileCheck %s --check-prefix=CLAMPED
// RUN: zyn-run %s --device %device --entry clamped | FileCheck %s --check-prefix=CLAMPED
// RUN: zyn-translate --zyn-to-ptx %s -o /dev/null

// A NaN, infinities, zero, a subnormal, the smallest normal number and 1: 8 for a NaN, 4 for an infinity, 2 if it is
// finite, and 1 if it is normal.
// CLASSES-COUNT-4: [8, 4, 4, 2, 2, 3, 3]
func.func @classes() -> (tensor<7xi8>, tensor<7xi8>, tensor<7xi8>, tensor<7xi8>) {
  %f64 = arith.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, 0x0000000000000001, 0x0010000000000000, 1.0]> : tensor<7xf64>
  %f32 = arith.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, 0x00000001, 0x00800000, 1.0]> : tensor<7xf32>
  %f16 = arith.constant dense<[0x7E00, 0x7C00, 0xFC00, 0.0, 0x0001, 0x0400, 1.0]> : tensor<7xf16>
  %bf16 = arith.constant dense<[0x7FC0, 0x7F80, 0xFF80, 0.0, 0x0001, 0x0080, 1.0]> : tensor<7xbf16>
  %e = tensor.empty() : tensor<7xi8>
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %c4 = arith.constant 4 : i8
  %c8 = arith.constant 8 : i8
  %0 = zyn.map ins(%f64 : tensor<7xf64>) outs(%e : tensor<7xi8>) {
  ^bb0(%x: f64):
    %nan = math.isnan %x : f64
    %inf = math.isinf %x : f64
    %finite = math.isfinite %x : f64
    %normal = math.isnormal %x : f64
    %d = arith.select %nan, %c8, %c0 : i8
    %c = arith.select %inf, %c4, %c0 : i8
    %b = arith.select %finite, %c2, %c0 : i8
    %a = arith.select %normal, %c1, %c0 : i8
    %dc = arith.ori %d, %c : i8
    %ba = arith.ori %b, %a : i8
    %r = arith.ori %dc, %ba : i8
    zyn.yield %r : i8
  } -> tensor<7xi8>
  %1 = zyn.map ins(%f32 : tensor<7xf32>) outs(%e : tensor<7xi8>) {
  ^bb0(%x: f32):
    %nan = math.isnan %x : f32
    %inf = math.isinf %x : f32
    %finite = math.isfinite %x : f32
    %normal = math.isnormal %x : f32
    %d = arith.select %nan, %c8, %c0 : i8
    %c = arith.select %inf, %c4, %c0 : i8
    %b = arith.select %finite, %c2, %c0 : i8
    %a = arith.select %normal, %c1, %c0 : i8
    %dc = arith.ori %d, %c : i8
    %ba = arith.ori %b, %a : i8
    %r = arith.ori %dc, %ba : i8
    zyn.yield %r : i8
  } -> tensor<7xi8>
  %2 = zyn.map ins(%f16 : tensor<7xf16>) outs(%e : tensor<7xi8>) {
  ^bb0(%x: f16):
    %nan = math.isnan %x : f16
    %inf = math.isinf %x : f16
    %finite = math.isfinite %x : f16
    %normal = math.isnormal %x : f16
    %d = arith.select %nan, %c8, %c0 : i8
    %c = arith.select %inf, %c4, %c0 : i8
    %b = arith.select %finite, %c2, %c0 : i8
    %a = arith.select %normal, %c1, %c0 : i8
    %dc = arith.ori %d, %c : i8
    %ba = arith.ori %b, %a : i8
    %r = arith.ori %dc, %ba : i8
    zyn.yield %r : i8
  } -> tensor<7xi8>
  %3 = zyn.map ins(%bf16 : tensor<7xbf16>) outs(%e : tensor<7xi8>) {
  ^bb0(%x: bf16):
    %nan = math.isnan %x : bf16
    %inf = math.isinf %x : bf16
    %finite = math.isfinite %x : bf16
    %normal = math.isnormal %x : bf16
    %d = arith.select %nan, %c8, %c0 : i8
    %c = arith.select %inf, %c4, %c0 : i8
    %b = arith.select %finite, %c2, %c0 : i8
    %a = arith.select %normal, %c1, %c0 : i8
    %dc = arith.ori %d, %c : i8
    %ba = arith.ori %b, %a : i8
    %r = arith.ori %dc, %ba : i8
    zyn.yield %r : i8
  } -> tensor<7xi8>
  return %0, %1, %2, %3 : tensor<7xi8>, tensor<7xi8>, tensor<7xi8>, tensor<7xi8>
}

// Halves are rounded away from zero, and the greatest number below a half is not.
// ROUND: [0, 1, -1, 2, 3, -3, 4.5035996273705e+15]
func.func @round() -> tensor<7xf64> {
  %x = arith.constant dense<[0.49999999999999994, 0.5, -0.5, 1.5, 2.5, -2.5, 4503599627370497.0]> : tensor<7xf64>
  %e = tensor.empty() : tensor<7xf64>
  %0 = zyn.map ins(%x : tensor<7xf64>) outs(%e : tensor<7xf64>) {
  ^bb0(%a: f64):
    %r = math.round %a : f64
    zyn.yield %r : f64
  } -> tensor<7xf64>
  return %0 : tensor<7xf64>
}

// POWERS: [1, 243, -27, 1, -1, 0, 1, 0]
func.func @powers() -> tensor<8xi32> {
  %x = arith.constant dense<[5, 3, -3, -1, -1, 2, 1, 65536]> : tensor<8xi32>
  %n = arith.constant dense<[0, 5, 3, -2, -3, -1, -7, 2]> : tensor<8xi32>
  %e = tensor.empty() : tensor<8xi32>
  %0 = zyn.map ins(%x, %n : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    %r = math.ipowi %a, %b : i32
    zyn.yield %r : i32
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CLAMPED: [-1, 0.5, 1]
// CLAMPED: [0, 0.5, 0.75]
func.func @clamped() -> (tensor<3xf32>, tensor<3xbf16>) {
  %x = arith.constant dense<[-2.0, 0.5, 3.0]> : tensor<3xf32>
  %y = arith.constant dense<[-2.0, 0.5, 3.0]> : tensor<3xbf16>
  %e = tensor.empty() : tensor<3xf32>
  %f = tensor.empty() : tensor<3xbf16>
  %0 = zyn.map ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: f32):
    %low = arith.constant -1.0 : f32
    %high = arith.constant 1.0 : f32
    %r = math.clampf %a to [%low, %high] : f32
    zyn.yield %r : f32
  } -> tensor<3xf32>
  %1 = zyn.map ins(%y : tensor<3xbf16>) outs(%f : tensor<3xbf16>) {
  ^bb0(%a: bf16):
    %low = arith.constant 0.0 : bf16
    %high = arith.constant 0.75 : bf16
    %r = math.clampf %a to [%low, %high] : bf16
    zyn.yield %r : bf16
  } -> tensor<3xbf16>
  return %0, %1 : tensor<3xf32>, tensor<3xbf16>
}
