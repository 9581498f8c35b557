// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of buffers and accesses, in full.

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected a buffer in #gpu.address_space<workgroup>, found 'memref<8xf32>'}}
    %0 = kernel.shared : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected a buffer in #gpu.address_space<workgroup>, found 'memref<8xf32, #gpu.address_space<private>>'}}
    %0 = kernel.shared : memref<8xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected a static shape without a layout, found 'memref<?xf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.shared : memref<?xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected a static shape without a layout, found 'memref<4xf32, strided<[2]>, #gpu.address_space<workgroup>>'}}
    %0 = kernel.shared : memref<4xf32, strided<[2]>, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected an alignment that is a power of two from 1 to 1024 bytes, found 24}}
    %0 = kernel.shared {alignment = 24} : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected an alignment that is a power of two from 1 to 1024 bytes, found 2048}}
    %0 = kernel.shared {alignment = 2048} : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%condition: i1) kernel {
    scf.if %condition {
      // expected-error @+1 {{'kernel.shared' op expected to be in the entry block of a gpu.func}}
      %0 = kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.shared' op expected to be in the entry block of a gpu.func}}
    %0 = kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

gpu.module @m {
  func.func @f(%x: memref<4x8xf32>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected 2 indices, the rank of 'memref<4x8xf32>', found 1}}
    %0 = kernel.load %x[%i] : memref<4x8xf32>, f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<f32>, %i: index, %v: f32) {
    // expected-error @+1 {{'kernel.store' op expected 0 indices, the rank of 'memref<f32>', found 1}}
    kernel.store %v, %x[%i] : f32, memref<f32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'i32'}}
    %0 = kernel.load %x[%i] : memref<8xf32>, i32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index, %v: vector<2xf64>) {
    // expected-error @+1 {{'kernel.store' op expected 'f32' or a vector of it, found 'vector<2xf64>'}}
    kernel.store %v, %x[%i] : vector<2xf64>, memref<8xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'vector<2x2xf32>'}}
    %0 = kernel.load %x[%i] : memref<8xf32>, vector<2x2xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'vector<[4]xf32>'}}
    %0 = kernel.load %x[%i] : memref<8xf32>, vector<[4]xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32, strided<[2]>>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected a buffer whose last dimension is contiguous for a vector access, found 'memref<8xf32, strided<[2]>>'}}
    %0 = kernel.load %x[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<f32>) {
    // expected-error @+1 {{'kernel.load' op expected a buffer whose last dimension is contiguous for a vector access, found 'memref<f32>'}}
    %0 = kernel.load %x[] : memref<f32>, vector<1xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected a vector of 2, 4, 8 or 16 bytes, found 'vector<3xf32>' of 96 bits}}
    %0 = kernel.load %x[%i] : memref<8xf32>, vector<3xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index, %v: vector<8xf32>) {
    // expected-error @+1 {{'kernel.store' op expected a vector of 2, 4, 8 or 16 bytes, found 'vector<8xf32>' of 256 bits}}
    kernel.store %v, %x[%i] : vector<8xf32>, memref<8xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<32xi1>, %i: index, %v: vector<16xi1>) {
    // expected-error @+1 {{'kernel.store' op expected integers or floats of at least 8 bits for a vector access, found 'memref<32xi1>'}}
    kernel.store %v, %x[%i] : vector<16xi1>, memref<32xi1>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xindex>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected integers or floats of at least 8 bits for a vector access, found 'memref<8xindex>'}}
    %0 = kernel.load %x[%i] : memref<8xindex>, vector<2xindex>
    return
  }
}

// -----

//===----------------------------------------------------------------------===//
// Other buffers, and hints for caches
//===----------------------------------------------------------------------===//

gpu.module @m {
  func.func @f(%i: index) {
    // expected-error @+1 {{'kernel.dynamic_shared' op expected a buffer in #gpu.address_space<workgroup>, found 'memref<8xf32>'}}
    %0 = kernel.dynamic_shared %i : memref<8xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%i: index) {
    // expected-error @+1 {{'kernel.dynamic_shared' op expected a static shape without a layout, found 'memref<?xf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.dynamic_shared %i : memref<?xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%i: index) {
    // expected-error @+1 {{'kernel.dynamic_shared' op expected an alignment that is a power of two from 1 to 1024 bytes, found 48}}
    %0 = kernel.dynamic_shared %i {alignment = 48} : memref<8xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    %i = arith.constant 8 : index
    // expected-error @+1 {{'kernel.dynamic_shared' op expected an offset in bytes that is a multiple of the alignment 16, found 8}}
    %0 = kernel.dynamic_shared %i : memref<8xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.constant' op expected a buffer in #kernel.constant, found 'memref<2xf32>'}}
    %0 = kernel.constant dense<[1.0, 2.0]> : tensor<2xf32> : memref<2xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.constant' op expected elements for 'memref<3xf32, #kernel.constant>', found 'tensor<2xf32>'}}
    %0 = kernel.constant dense<[1.0, 2.0]> : tensor<2xf32> : memref<3xf32, #kernel.constant>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.constant' op expected integers or floats of 8 to 64 bits, found 'memref<2xi1, #kernel.constant>'}}
    %0 = kernel.constant dense<[true, false]> : tensor<2xi1> : memref<2xi1, #kernel.constant>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.constant' op expected at most 65536 bytes, found 65540; use a buffer in global memory}}
    %0 = kernel.constant dense<1.0> : tensor<16385xf32> : memref<16385xf32, #kernel.constant>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.local' op expected a buffer in #gpu.address_space<private>, found 'memref<8xf32>'}}
    %0 = kernel.local : memref<8xf32>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%p: i1) {
    scf.if %p {
      // expected-error @+1 {{'kernel.local' op expected to be in the entry block of a function}}
      %0 = kernel.local : memref<8xf32, #gpu.address_space<private>>
    }
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.prefetch' op expected a buffer in generic, global or local memory, which are cached, found 'memref<8xf32, #gpu.address_space<workgroup>>'}}
    kernel.prefetch l2 %x[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32, 1>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected no memory space, #gpu.address_space<global, workgroup or private>, #kernel.cluster or #kernel.constant, found 1 : i64 in 'memref<8xf32, 1>'}}
    %0 = kernel.load %x[%i] : memref<8xf32, 1>, f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32, #kernel.constant>, %i: index, %v: f32) {
    // expected-error @+1 {{'kernel.store' op expected a buffer that can be written to, found 'memref<8xf32, #kernel.constant>'}}
    kernel.store %v, %x[%i] : f32, memref<8xf32, #kernel.constant>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected a buffer in generic or global memory with a cache hint, found 'memref<8xf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.load %x[%i] cache = l2 : memref<8xf32, #gpu.address_space<workgroup>>, f32
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xi1>, %i: index) {
    // expected-error @+1 {{'kernel.load' op expected integers or floats of 8 to 64 bits with a cache hint, found 'i1'}}
    %0 = kernel.load %x[%i] cache = l2 : memref<8xi1>, i1
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8xf32>, %i: index, %v: f32) {
    // expected-error @+1 {{'kernel.store' op expected the cache hint l2 or streaming, found l1; stores do not stay in L1}}
    kernel.store %v, %x[%i] cache = l1 : f32, memref<8xf32>
    return
  }
}

// -----

// What no buffer of a kernel holds.

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op result #0 must be memref of integer or float of 1 to 8, 16, 32, 64 or 128 bits, complex of them, index or mbarrier values, but got 'memref<32xtf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.shared : memref<32xtf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<64xi0>, %i: index) kernel {
    // expected-error @+1 {{'kernel.load' op operand #0 must be strided memref of integer or float of 1 to 8, 16, 32, 64 or 128 bits, complex of them, index or mbarrier values, but got 'memref<64xi0>'}}
    %0 = kernel.load %x[%i] : memref<64xi0>, i0
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<4xvector<33xf32>>, %i: index) kernel {
    // expected-error @+1 {{'kernel.load' op operand #0 must be strided memref of integer or float of 1 to 8, 16, 32, 64 or 128 bits, complex of them, index or mbarrier values, but got 'memref<4xvector<33xf32>>'}}
    %0 = kernel.load %x[%i] : memref<4xvector<33xf32>>, vector<33xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{'kernel.shared' op expected at most 232448 bytes, found 2147483648; use a buffer in global memory}}
    %0 = kernel.shared : memref<2147483648xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  // Bytes that wrap around.
  func.func @f(%i: index) {
    // expected-error @+1 {{'kernel.dynamic_shared' op expected at most 232448 bytes, found 'memref<4611686018427387904x4xf32, #gpu.address_space<workgroup>>'; use a buffer in global memory}}
    %0 = kernel.dynamic_shared %i : memref<4611686018427387904x4xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.local' op expected at most 524288 bytes, found 524292; use a buffer in global memory}}
    %0 = kernel.local : memref<131073xf32, #gpu.address_space<private>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<8x!kernel.mbarrier>, %i: index) {
    // expected-error @+1 {{'kernel.load' op cannot access mbarriers, only the ops kernel.mbarrier.* can}}
    %0 = kernel.load %x[%i] : memref<8x!kernel.mbarrier>, !kernel.mbarrier
    return
  }
}
