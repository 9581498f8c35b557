// RUN: zyn-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'instance.table' op expected at least as many elements at most as at first, found 2 to 1}}
instance.table @t : 2 to 1 x !instance.funcref

// -----

// expected-error @below {{'instance.table' op expected elements of !instance.funcref or !instance.externref, found 'i32'}}
instance.table @t : 2 x i32

// -----

// expected-error @below {{'instance.elements' op expected names of functions or globals, or unit, found 1 : i64}}
instance.elements @e [1] : !instance.funcref

// -----

// expected-error @below {{'instance.elements' op expected a function or a global of type '!instance.externref', found @f}}
instance.elements @e [@f] : !instance.externref
func.func private @f()

// -----

instance.table @t : 2 x !instance.funcref
func.func @f(%i: i32) {
  // expected-error @below {{'instance.table_get' op expected the type of the elements, '!instance.funcref', found '!instance.externref'}}
  %0 = instance.table_get @t[%i] : !instance.externref
  return
}

// -----

instance.table @t : 2 x !instance.funcref
instance.table @o : 2 x !instance.externref
func.func @f(%i: i32) {
  // expected-error @below {{'instance.table_copy' op expected tables of the same type, found '!instance.funcref' and '!instance.externref'}}
  instance.table_copy @t[%i], @o[%i], %i
  return
}

// -----

instance.table @t : 2 x !instance.funcref
instance.elements @e [unit] : !instance.externref
func.func @f(%i: i32) {
  // expected-error @below {{'instance.table_init' op expected elements of the type of the table, '!instance.funcref', found '!instance.externref'}}
  instance.table_init @t[%i], @e[%i], %i
  return
}

// -----

instance.table @t : 2 x !instance.funcref
func.func @f() {
  // expected-error @below {{'instance.ref_func' op expected the name of a function, found @t}}
  %0 = instance.ref_func @t
  return
}
