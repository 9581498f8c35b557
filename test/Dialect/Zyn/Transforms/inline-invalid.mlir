// RUN: zyn-opt --zyn-inline=max-ops=4 --split-input-file --verify-diagnostics %s

func.func private @always(%x: i64, %y: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %a = arith.muli %x, %y : i64
  %b = arith.xori %a, %y : i64
  return %b : i64
}
func.func @caller(%x: i64, %y: i64) -> i64 {
  %a = call @always(%x, %y) : (i64, i64) -> i64
  // expected-error @+1 {{'always' must be inlined (inline_always), but its caller would then have 5 ops, more than 4: let it call fewer functions with inline_always}}
  %b = call @always(%a, %y) : (i64, i64) -> i64
  return %b : i64
}

// -----

func.func private @declared(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<inline_always = true>}
func.func @caller(%x: i64) -> i64 {
  // expected-error @+1 {{'declared' must be inlined (inline_always), but it is only declared: define it}}
  %r = call @declared(%x) : (i64) -> i64
  return %r : i64
}

// -----

func.func private @both(%x: i64) -> i64 attributes {no_inline, zyn.constraints = #zyn.constraints<inline_always = true>} {
  return %x : i64
}
func.func @caller(%x: i64) -> i64 {
  // expected-error @+1 {{'both' must be inlined (inline_always), but it has no_inline: remove one of the two}}
  %r = call @both(%x) : (i64) -> i64
  return %r : i64
}
