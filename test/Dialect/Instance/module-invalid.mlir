// RUN: zyn-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'instance.export' op expected the name of a function, memory, table or global, found @d}}
instance.export "d" = @d
instance.data @d "x"

// -----

// expected-error @below {{'instance.start' op expected a function without arguments and results, found '(i32) -> ()'}}
instance.start @f
func.func private @f(i32)
