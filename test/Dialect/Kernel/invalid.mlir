// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the dialect's verifiers, in full.

//===----------------------------------------------------------------------===//
// Ids and sizes
//===----------------------------------------------------------------------===//

func.func @f() {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'dimension' [x, y, z]}}
  %0 = kernel.thread_id w
  return
}

// -----

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

func.func @f() {
  // expected-error @+1 {{'kernel.shared' op expected to be in the entry block of a gpu.func}}
  %0 = kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

func.func @f(%x: memref<4x8xf32>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected 2 indices, the rank of 'memref<4x8xf32>', found 1}}
  %0 = kernel.load %x[%i] : memref<4x8xf32>, f32
  return
}

// -----

func.func @f(%x: memref<f32>, %i: index, %v: f32) {
  // expected-error @+1 {{'kernel.store' op expected 0 indices, the rank of 'memref<f32>', found 1}}
  kernel.store %v, %x[%i] : f32, memref<f32>
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'i32'}}
  %0 = kernel.load %x[%i] : memref<8xf32>, i32
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index, %v: vector<2xf64>) {
  // expected-error @+1 {{'kernel.store' op expected 'f32' or a vector of it, found 'vector<2xf64>'}}
  kernel.store %v, %x[%i] : vector<2xf64>, memref<8xf32>
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'vector<2x2xf32>'}}
  %0 = kernel.load %x[%i] : memref<8xf32>, vector<2x2xf32>
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected 'f32' or a vector of it, found 'vector<[4]xf32>'}}
  %0 = kernel.load %x[%i] : memref<8xf32>, vector<[4]xf32>
  return
}

// -----

func.func @f(%x: memref<8xf32, strided<[2]>>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected a buffer whose last dimension is contiguous for a vector access, found 'memref<8xf32, strided<[2]>>'}}
  %0 = kernel.load %x[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%x: memref<f32>) {
  // expected-error @+1 {{'kernel.load' op expected a buffer whose last dimension is contiguous for a vector access, found 'memref<f32>'}}
  %0 = kernel.load %x[] : memref<f32>, vector<1xf32>
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected a vector of 2, 4, 8 or 16 bytes, found 'vector<3xf32>' of 96 bits}}
  %0 = kernel.load %x[%i] : memref<8xf32>, vector<3xf32>
  return
}

// -----

func.func @f(%x: memref<8xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{'kernel.store' op expected a vector of 2, 4, 8 or 16 bytes, found 'vector<8xf32>' of 256 bits}}
  kernel.store %v, %x[%i] : vector<8xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%x: memref<32xi1>, %i: index, %v: vector<16xi1>) {
  // expected-error @+1 {{'kernel.store' op expected integers or floats of at least 8 bits for a vector access, found 'memref<32xi1>'}}
  kernel.store %v, %x[%i] : vector<16xi1>, memref<32xi1>
  return
}

// -----

func.func @f(%x: memref<8xindex>, %i: index) {
  // expected-error @+1 {{'kernel.load' op expected integers or floats of at least 8 bits for a vector access, found 'memref<8xindex>'}}
  %0 = kernel.load %x[%i] : memref<8xindex>, vector<2xindex>
  return
}
