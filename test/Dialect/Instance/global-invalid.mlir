// RUN: zyn-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'instance.global' op expected a type of i32, i64, f32, f64, or a reference, found 'i8'}}
instance.global @g : i8 = 5 : i8

// -----

// expected-error @below {{'instance.global' op expected either an import or an initial value}}
instance.global @g : i32

// -----

// expected-error @below {{'instance.global' op expected an initial value of type 'i32', found 5 : i64}}
instance.global @g : i32 = 5 : i64

// -----

// expected-error @below {{'instance.global' op expected a function or an imported global of type 'i32', found @h}}
instance.global @g : i32 = @h
instance.global @h : i32 = 1 : i32

// -----

instance.global @g : i32 = 1 : i32
func.func @f() {
  // expected-error @below {{'instance.global_get' op expected the type of the global, 'i32', found 'i64'}}
  %0 = instance.global_get @g : i64
  return
}

// -----

instance.global @g : i32 = 1 : i32
func.func @f(%x: i32) {
  // expected-error @below {{'instance.global_set' op expected a mutable global, found @g}}
  instance.global_set %x, @g : i32
  return
}
