// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// All messages of the verifiers of types, in full.

// expected-error @+1 {{expected words of i32 or f32, found 'f64'}}
func.func private @f(!vm.state<f64>)

// -----

// expected-error @+1 {{expected words of i32 or f32, found 'ui32'}}
func.func private @f(!vm.state<ui32>)
