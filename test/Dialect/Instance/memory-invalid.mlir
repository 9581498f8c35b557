// RUN: zyn-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'instance.memory' op expected at most 65536 pages, found 65537}}
instance.memory @m : 65537

// -----

// expected-error @below {{'instance.memory' op expected at least as many pages at most as at first, found 2 to 1}}
instance.memory @m : 2 to 1

// -----

func.func @f(%a: i32) -> i32 {
  // expected-error @below {{'instance.load' op expected the name of an instance.memory, found @f}}
  %0 = instance.load @f[%a + 0] : i32
  return %0 : i32
}

// -----

instance.memory @m : 1
func.func @f(%a: i32) -> i32 {
  // expected-error @below {{'instance.load' op attribute 'align' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0}}
  %0 = instance.load @m[%a + 0] align 3 : i32
  return %0 : i32
}

// -----

instance.memory @m : 1
func.func @f(%a: i32) {
  // expected-error @below {{'instance.memory_init' op expected the name of an instance.data, found @m}}
  instance.memory_init @m[%a], @m[%a], %a
  return
}
