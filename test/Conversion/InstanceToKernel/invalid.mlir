// RUN: zyn-opt %s --convert-instance-to-kernel --split-input-file --verify-diagnostics

// expected-error @below {{'instance.host_function' op expected at most 16 parameters and results on a GPU}}
instance.host_function @print imports <"env", "print"> : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()

// -----

// expected-error @below {{expected only imports of functions on a GPU, found 'env.g'}}
instance.global @g imports <"env", "g"> : i32

// -----

instance.memory @a : 1
// expected-error @below {{'instance.memory' op expected at most one memory on a GPU}}
instance.memory @b : 1

// -----

// expected-error @below {{'instance.memory' op expected less than 65536 pages on a GPU}}
instance.memory @a : 65536

// -----

// expected-error @below {{'func.func' op expected a body: functions of the host are declared by instance.host_function}}
func.func private @f(i32)
