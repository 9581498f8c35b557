// RUN: zyn-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: i32) {
  // expected-error@+1 {{expected the name of an instance.memory, found @memory}}
  instance.buffer_read @memory[%a], input[%a], %a
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected the name of an instance.memory, found @memory}}
  instance.buffer_write output[%a], @memory[%a], %a
  return
}

// -----

instance.memory @memory : 1
func.func @f(%a: i32) {
  // expected-error@+1 {{expected 'shared' or 'output', found 'input'}}
  instance.buffer_write input[%a], @memory[%a], %a
  return
}

// -----

func.func @f(%a: i32, %x: f64) {
  // expected-error@+1 {{expected 'add' for a float, found 'sub'}}
  %0 = instance.atomic_update sub %x, [%a] : f64
  return
}
