// RUN: zyn-opt %s --zyn-canonicalize-nans | FileCheck %s

// Only the result that is returned is observed.
// CHECK-LABEL: func.func @observed(
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[SUM]] : f32
// CHECK-NEXT: %[[BITS:.*]] = llvm.inline_asm "mov.b32 $0, $1;", "=r,f" %[[PRODUCT]] : (f32) -> i32
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[PRODUCT]], %[[PRODUCT]]
// CHECK-NEXT: %[[CANONICAL:.*]] = arith.constant 2143289344 : i32
// CHECK-NEXT: %[[CHOSEN:.*]] = arith.select %[[NAN]], %[[CANONICAL]], %[[BITS]]
// CHECK-NEXT: %[[RESULT:.*]] = arith.bitcast %[[CHOSEN]] : i32 to f32
// CHECK-NEXT: arith.cmpf olt, %[[SUM]], %[[PRODUCT]]
// CHECK-NEXT: return %[[RESULT]]
func.func @observed(%x: f32, %y: f32) -> (f32, i1) {
  %0 = arith.addf %x, %y : f32
  %1 = arith.mulf %0, %0 : f32
  %2 = arith.cmpf olt, %0, %1 : f32
  return %1, %2 : f32, i1
}

// In a loop that adds numbers, only the final sum is observed.
// CHECK-LABEL: func.func @loop(
// CHECK: ^[[LOOP:.*]](%[[SUM:.*]]: f32):
// CHECK-NEXT: llvm.inline_asm {{.*}} %[[SUM]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK-NOT: llvm.inline_asm
// CHECK: cf.cond_br %{{.*}}, ^[[LOOP]](%[[NEXT]] : f32)
func.func @loop(%x: f32, %c: i1) -> f32 {
  %zero = arith.constant 0.0 : f32
  cf.br ^loop(%zero : f32)
^loop(%sum: f32):
  %next = arith.addf %sum, %x : f32
  cf.cond_br %c, ^loop(%next : f32), ^exit
^exit:
  return %sum : f32
}

// A value that is only moved keeps its bits, even if it meets a computed one.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[X:[^:]*]]: f32
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[CANONICAL:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: cf.cond_br %{{.*}}, ^[[JOIN:.*]](%[[X]] : f32), ^[[JOIN]](%[[CANONICAL]] : f32)
// CHECK: ^[[JOIN]](%[[VALUE:.*]]: f32):
// CHECK-NEXT: return %[[VALUE]]
func.func @moved(%x: f32, %c: i1) -> f32 {
  %sum = arith.addf %x, %x : f32
  cf.cond_br %c, ^join(%x : f32), ^join(%sum : f32)
^join(%value: f32):
  return %value : f32
}

// CHECK-LABEL: func.func @double(
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[BITS:.*]] = llvm.inline_asm "{ .reg .b32 low, high; {{.*}} }", "=l,d" %[[SUM]] : (f64) -> i64
// CHECK-NEXT: return %[[BITS]]
func.func @double(%x: f64) -> i64 {
  %0 = arith.addf %x, %x : f64
  %1 = arith.bitcast %0 : f64 to i64
  return %1 : i64
}
