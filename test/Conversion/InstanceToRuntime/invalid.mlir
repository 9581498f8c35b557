// RUN: zyn-opt %s --convert-instance-to-runtime --split-input-file --verify-diagnostics

instance.memory @memory : 1
func.func @f(%c: i1, %a: i32) {
  scf.if %c {
    // expected-error @below {{'instance.memory_size' op expected to be in a block of a function: run --convert-scf-to-cf first}}
    %0 = instance.memory_size @memory
  }
  return
}

// -----

// expected-error @below {{'func.func' op expected a body: functions of the host are declared by instance.host_function}}
func.func private @f(i32)

// -----

// expected-error @below {{'func.func' op expected numbers of at most 64 bits and references, found 'memref<4xi32>'}}
func.func @f(%x: memref<4xi32>) {
  return
}
