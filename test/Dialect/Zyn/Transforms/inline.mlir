// RUN: zyn-opt --zyn-inline=max-ops=10 --remarks-filter=zyn-inline %s 2>&1 | FileCheck %s --implicit-check-not=remark

// What is called twice is only inlined for as long as the caller is not too large.
// CHECK: remark: [Missed] Inline | Category:zyn-inline | Reason="not inlined: the caller would have 11 ops, more than 10"

// CHECK-LABEL: func.func private @twice
func.func private @twice(%x: i64, %y: i64) -> i64 {
  %a = arith.muli %x, %y : i64
  %b = arith.xori %a, %y : i64
  %c = arith.muli %b, %x : i64
  %d = arith.xori %c, %y : i64
  %e = arith.subi %d, %x : i64
  return %e : i64
}
// CHECK-LABEL: func.func @caller
// CHECK: arith.subi
// CHECK-NOT: arith.subi
// CHECK: call @twice
// CHECK-NEXT: return
func.func @caller(%x: i64, %y: i64) -> i64 {
  %a = call @twice(%x, %y) : (i64, i64) -> i64
  %b = call @twice(%a, %y) : (i64, i64) -> i64
  return %b : i64
}

// The only call of a private function is inlined in any case.
// CHECK-NOT: @once
// CHECK-LABEL: func.func @large
// CHECK: arith.subi
// CHECK: arith.subi
// CHECK-NOT: call
// CHECK: return
func.func private @once(%x: i64, %y: i64) -> i64 {
  %a = arith.muli %x, %y : i64
  %b = arith.xori %a, %y : i64
  %c = arith.muli %b, %x : i64
  %d = arith.xori %c, %y : i64
  %e = arith.subi %d, %x : i64
  %f = arith.muli %e, %x : i64
  return %f : i64
}
func.func @large(%x: i64, %y: i64) -> i64 {
  %a = arith.muli %x, %y : i64
  %b = arith.xori %a, %y : i64
  %c = arith.muli %b, %x : i64
  %d = arith.xori %c, %y : i64
  %e = arith.subi %d, %x : i64
  %f = call @once(%e, %y) : (i64, i64) -> i64
  return %f : i64
}

// CHECK-LABEL: func.func @kept
// CHECK: call @no_inline
func.func private @no_inline(%x: i64) -> i64 attributes {no_inline} {
  return %x : i64
}
func.func @kept(%x: i64) -> i64 {
  %a = call @no_inline(%x) : (i64) -> i64
  return %a : i64
}

// CHECK-LABEL: func.func @debugged
// CHECK: call @no_inline
// CHECK: call @callee
func.func private @callee(%x: i64) -> i64 {
  return %x : i64
}
func.func @debugged(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<opt_level = O0>} {
  %a = call @no_inline(%x) : (i64) -> i64
  %b = call @callee(%a) : (i64) -> i64
  return %b : i64
}
