// RUN: zyn-opt %s --convert-instance-to-runtime --verify-diagnostics

instance.memory @memory : 1
func.func @f(%c: i1, %a: i32) {
  scf.if %c {
    // expected-error @below {{'instance.memory_size' op expected to be in a block of a function: run --convert-scf-to-cf first}}
    %0 = instance.memory_size @memory
  }
  return
}
