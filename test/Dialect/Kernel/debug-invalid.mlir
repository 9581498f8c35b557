// RUN: zyn-opt %s -verify-diagnostics -split-input-file

gpu.module @m {
  func.func @f(%x: f32) {
    // expected-error @+1 {{'kernel.print' op expected '{', the number of a value and '}', found "{x}"}}
    kernel.print "{x}", %x : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: f32) {
    // expected-error @+1 {{'kernel.print' op expected values up to number 1, found 1 values}}
    kernel.print "{0} {1}", %x : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: f32) {
    // expected-error @+1 {{'kernel.print' op expected the value {1} in "{0}"}}
    kernel.print "{0}", %x, %x : f32, f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: vector<2xf32>) {
    // expected-error @+1 {{'kernel.print' op expected integers of up to 64 bits, index, f16, bf16, f32 or f64, found 'vector<2xf32>'}}
    kernel.print "{0}", %x : vector<2xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: i32) {
    // expected-error @+1 {{'kernel.print' op expected at most 12 values, found 13}}
    kernel.print "{0}", %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
    return
  }
}
