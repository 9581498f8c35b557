// RUN: zyn-opt %s --split-input-file --verify-diagnostics

instance.host_function @print imports <"env", "print"> : (i32) -> ()
func.func @f(%x: i64) {
  // expected-error @below {{'instance.host_call' op expected the type of the function, '(i32) -> ()', found '(i64) -> ()'}}
  instance.host_call @print(%x) : (i64) -> ()
  return
}

// -----

instance.table @t : 1 x !instance.externref
func.func @f(%i: i32) {
  // expected-error @below {{'instance.call_indirect' op expected a table of !instance.funcref, found '!instance.externref'}}
  instance.call_indirect @t[%i]() : () -> ()
  return
}
