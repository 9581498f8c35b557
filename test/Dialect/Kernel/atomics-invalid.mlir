// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of atomics, in full.

gpu.module @m {
  func.func @f(%x: memref<8xi32>, %i: index, %v: i32) {
    // expected-error @+1 {{'kernel.atomic' op expected 1 indices, the rank of 'memref<8xi32>', found 2}}
    %0 = kernel.atomic add %v, %x[%i, %i] : i32, memref<8xi32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32>, %i: index, %v: i64) {
    // expected-error @+1 {{'kernel.atomic' op expected a value of the buffer's element type 'i32', found 'i64'}}
    %0 = kernel.atomic add %v, %x[%i] : i64, memref<8xi32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32, 3>, %i: index, %v: i32) {
    // expected-error @+1 {{'kernel.atomic' op expected no memory space, #gpu.address_space<global, workgroup or private>, #kernel.cluster or #kernel.constant, found 3 : i64 in 'memref<8xi32, 3>'}}
    %0 = kernel.atomic add %v, %x[%i] : i32, memref<8xi32, 3>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32, #gpu.address_space<private>>, %i: index, %v: i32) {
    // expected-error @+1 {{'kernel.atomic' op expected a buffer in generic, global or shared memory, which other threads can access, found 'memref<8xi32, #gpu.address_space<private>>'}}
    %0 = kernel.atomic add %v, %x[%i] : i32, memref<8xi32, #gpu.address_space<private>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32, #kernel.constant>, %i: index) {
    // expected-error @+1 {{'kernel.atomic_load' op expected a buffer in generic, global or shared memory, which other threads can access, found 'memref<8xi32, #kernel.constant>'}}
    %0 = kernel.atomic_load %x[%i] : memref<8xi32, #kernel.constant>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32>, %i: index, %v: i32) {
    // expected-error @+1 {{'kernel.atomic' op expected the scope block, cluster, device or system, found warp; block is the narrowest scope of the hardware}}
    %0 = kernel.atomic add warp %v, %x[%i] : i32, memref<8xi32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi16>, %i: index, %v: i16) {
    // expected-error @+1 {{'kernel.atomic' op expected i32, i64, f16, bf16, f32 or f64, found 'i16'}}
    %0 = kernel.atomic add %v, %x[%i] : i16, memref<8xi16>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi64>, %i: index, %v: i64) {
    // expected-error @+1 {{'kernel.atomic' op expected any kind but inc and dec for 'i64', found inc; for others, use a loop around kernel.atomic_cas}}
    %0 = kernel.atomic inc %v, %x[%i] : i64, memref<8xi64>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index, %v: f32) {
    // expected-error @+1 {{'kernel.atomic' op expected add, sub or exchange for 'f32', found max; for others, use a loop around kernel.atomic_cas}}
    %0 = kernel.atomic max %v, %x[%i] : f32, memref<8xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xbf16>, %i: index, %v: bf16) {
    // expected-error @+1 {{'kernel.atomic' op expected add or sub for 'bf16', found exchange; for others, use a loop around kernel.atomic_cas}}
    %0 = kernel.atomic exchange %v, %x[%i] : bf16, memref<8xbf16>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi8>, %i: index, %v: i8) {
    // expected-error @+1 {{'kernel.atomic_cas' op expected an integer or float of 16, 32 or 64 bits, found 'i8'}}
    %0 = kernel.atomic_cas %v, %v, %x[%i] : i8, memref<8xi8>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xindex>, %i: index) {
    // expected-error @+1 {{'kernel.atomic_load' op expected an integer or float of 8, 16, 32 or 64 bits, found 'index'}}
    %0 = kernel.atomic_load %x[%i] : memref<8xindex>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32>, %i: index) {
    // expected-error @+1 {{'kernel.atomic_load' op expected the order relaxed or acquire, found release}}
    %0 = kernel.atomic_load release %x[%i] : memref<8xi32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi32>, %i: index, %v: i32) {
    // expected-error @+1 {{'kernel.atomic_store' op expected the order relaxed or release, found acq_rel}}
    kernel.atomic_store acq_rel %v, %x[%i] : i32, memref<8xi32>
    return
  }
}
