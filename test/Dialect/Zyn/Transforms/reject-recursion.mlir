// RUN: zyn-opt --zyn-reject-recursion --split-input-file --verify-diagnostics %s

// Only functions that must be inlined are refused.
func.func @free(%x: i64) -> i64 {
  %r = call @free(%x) : (i64) -> i64
  return %r : i64
}

// -----

func.func @itself(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  // expected-error @+1 {{'itself' is called recursively, but must be inlined (inline_always): itself -> itself}}
  %r = call @itself(%x) : (i64) -> i64
  return %r : i64
}

// -----

// The functions of a cycle need not be constrained themselves.
func.func @start(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<critical_path = true>} {
  %r = call @a(%x) : (i64) -> i64
  return %r : i64
}
func.func private @a(%x: i64) -> i64 {
  %r = call @b(%x) : (i64) -> i64
  return %r : i64
}
func.func private @b(%x: i64) -> i64 {
  %r = call @c(%x) : (i64) -> i64
  return %r : i64
}
func.func private @c(%x: i64) -> i64 {
  // expected-error @+1 {{'c' is called recursively, but must be inlined (critical_path): c -> a -> b -> c}}
  %r = call @a(%x) : (i64) -> i64
  return %r : i64
}

// -----

// The cycle of @a and @b does not contain @c, which calls them.
func.func @c(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %r = call @a(%x) : (i64) -> i64
  return %r : i64
}
func.func private @a(%x: i64) -> i64 {
  %r = call @b(%x) : (i64) -> i64
  return %r : i64
}
func.func private @b(%x: i64) -> i64 {
  %r = call @a(%x) : (i64) -> i64
  return %r : i64
}
