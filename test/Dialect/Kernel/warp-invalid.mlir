// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of a warp's exchanges, in full.

gpu.module @m {
  func.func @f(%v: i1, %i: i32) {
    // expected-error @+1 {{'kernel.shuffle' op expected integers or floats of 8, 16, 32 or 64 bits, found 'i1'; kernel.vote exchanges booleans}}
    %0, %1 = kernel.shuffle idx %v, %i : i1
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: index, %i: i32) {
    // expected-error @+1 {{'kernel.shuffle' op expected integers or floats of 8, 16, 32 or 64 bits, found 'index'}}
    %0, %1 = kernel.shuffle idx %v, %i : index
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: vector<3xi8>, %i: i32) {
    // expected-error @+1 {{'kernel.shuffle' op expected a vector of one dimension and 8, 16 or a multiple of 32 bits, found 'vector<3xi8>'}}
    %0, %1 = kernel.shuffle idx %v, %i : vector<3xi8>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: vector<2x2xf32>, %i: i32) {
    // expected-error @+1 {{'kernel.shuffle' op expected a vector of one dimension and 8, 16 or a multiple of 32 bits, found 'vector<2x2xf32>'}}
    %0, %1 = kernel.shuffle idx %v, %i : vector<2x2xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: f32, %i: i32) {
    // expected-error @+1 {{'kernel.shuffle' op expected a width that is a power of two from 1 to 32, found 12}}
    %0, %1 = kernel.shuffle idx %v, %i width 12 : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: f32, %i: i32) {
    %mask = arith.constant 0 : i32
    // expected-error @+1 {{'kernel.shuffle' op expected a mask with the thread's own bit, found 0}}
    %0, %1 = kernel.shuffle idx %v, %i mask %mask : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%p: i1) {
    %mask = arith.constant 0 : i32
    // expected-error @+1 {{'kernel.vote' op expected a mask with the thread's own bit, found 0}}
    %0 = kernel.vote any %p mask %mask
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: i16) {
    // expected-error @+1 {{'kernel.match' op expected an integer or float of 32 or 64 bits, found 'i16'}}
    %0 = kernel.match any %v : i16
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: i16) {
    // expected-error @+1 {{'kernel.warp_reduce' op expected i32, i64, f16, bf16, f32 or f64, found 'i16'}}
    %0 = kernel.warp_reduce add %v : i16
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: f32) {
    // expected-error @+1 {{'kernel.warp_reduce' op expected add, min or max for 'f32', found xor}}
    %0 = kernel.warp_reduce xor %v : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%v: f32, %mask: i32) {
    // expected-error @+1 {{'kernel.warp_reduce' op expected a mask for i32 only, found 'f32'; use a neutral value in lanes that do not participate}}
    %0 = kernel.warp_reduce add %v mask %mask : f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    %mask = arith.constant 0 : i32
    // expected-error @+1 {{'kernel.elect' op expected a mask with the thread's own bit, found 0}}
    %0 = kernel.elect mask %mask
    return
  }
}
