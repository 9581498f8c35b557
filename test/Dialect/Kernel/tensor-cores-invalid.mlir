// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Fragments that do not exist, and what cannot be done with those that do.

// expected-error @+1 {{expected rows and columns, such as 16x8xf32, found 1 dimensions}}
func.func private @f(!kernel.fragment<16xf32, accumulator>)

// -----

// expected-error @+1 {{expected elements f16, bf16, tf32, f64, f8E4M3FN, f8E5M2 or i8, found 'f32'; the elements of a fragment of tf32 are f32 in memory}}
func.func private @f(!kernel.fragment<16x16xf32, a>)

// -----

// expected-error @+1 {{expected a fragment of 16x8x'bf16' or 16x16x'bf16', found 16x4x'bf16'}}
func.func private @f(!kernel.fragment<16x4xbf16, a>)

// -----

// expected-error @+1 {{expected a fragment of 8x4x'f64' or 16x4x'f64' or 16x8x'f64' or 16x16x'f64', found 8x16x'f64'}}
func.func private @f(!kernel.fragment<8x16xf64, a>)

// -----

// expected-error @+1 {{expected a fragment of 32x8x'f8E5M2', found 16x16x'f8E5M2'}}
func.func private @f(!kernel.fragment<16x16xf8E5M2, b>)

// -----

// expected-error @+1 {{expected a fragment of 16x8x'f32', found 16x16x'f32'}}
func.func private @f(!kernel.fragment<16x16xf32, accumulator>)

// -----

// expected-error @+1 {{expected an accumulator of f32, f16, bf16, f64 or i32, found 'i8'}}
func.func private @f(!kernel.fragment<16x8xi8, accumulator>)

// -----

// expected-error @+1 {{expected an accumulator of f32, f16, bf16 or i32, found 'f64'}}
func.func private @f(!kernel.fragment<64x64xf64, accumulator, warpgroup>)

// -----

// expected-error @+1 {{expected an accumulator of 64xN, N a multiple of 8 from 8 to 256, found 64x12x'f32'}}
func.func private @f(!kernel.fragment<64x12xf32, accumulator, warpgroup>)

// -----

// expected-error @+1 {{expected an accumulator of 64xN, N a multiple of 8 from 8 to 256, found 64x264x'f32'}}
func.func private @f(!kernel.fragment<64x264xf32, accumulator, warpgroup>)

// -----

// expected-error @+1 {{expected an accumulator of 64xN, N 8, 24, or a multiple of 16 up to 256, found 64x40x'i32'}}
func.func private @f(!kernel.fragment<64x40xi32, accumulator, warpgroup>)

// -----

// expected-error @+1 {{expected role a or accumulator, found b; a warpgroup's B is a tile of shared memory}}
func.func private @f(!kernel.fragment<16x8xbf16, b, warpgroup>)

// -----

// expected-error @+1 {{expected elements f16, bf16, tf32, f8E4M3FN, f8E5M2 or i8, found 'f64'}}
func.func private @f(!kernel.fragment<64x8xf64, a, warpgroup>)

// -----

// expected-error @+1 {{expected a fragment of 64x16x'bf16', found 64x8x'bf16'}}
func.func private @f(!kernel.fragment<64x8xbf16, a, warpgroup>)

// -----

gpu.module @m {
  func.func @f(%x: memref<64xbf16>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load' op expected a buffer of at least two dimensions, found 'memref<64xbf16>'}}
    %0 = kernel.mma.load %x[%i] : memref<64xbf16>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load' op expected 2 indices, the rank of 'memref<64x64xbf16>', found 1}}
    %0 = kernel.mma.load %x[%i] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xf16>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load' op expected a buffer of 'bf16' for '!kernel.fragment<16x16xbf16, a>', found 'memref<64x64xf16>'}}
    %0 = kernel.mma.load %x[%i, %i] : memref<64x64xf16>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xf64>, %i: index, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.store' op expected a buffer of 'f32' for '!kernel.fragment<16x8xf32, accumulator>', found 'memref<64x64xf64>'}}
    kernel.mma.store %c, %x[%i, %i] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf64>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, affine_map<(i, j) -> (i floordiv 2, j)>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load' op expected a buffer with strides, found 'memref<64x64xbf16, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>'}}
    %0 = kernel.mma.load %x[%i, %i] : memref<64x64xbf16, affine_map<(i, j) -> (i floordiv 2, j)>>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected a buffer in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    %0 = kernel.mma.load_rows %x[%i, %i] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected 2 indices, the rank of 'memref<64x64xbf16, #gpu.address_space<workgroup>>', found 1}}
    %0 = kernel.mma.load_rows %x[%i] : memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, strided<[64, 2]>, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected a buffer whose last dimension is contiguous, found 'memref<64x64xbf16, strided<[64, 2]>, #gpu.address_space<workgroup>>'}}
    %0 = kernel.mma.load_rows %x[%i, %i] : memref<64x64xbf16, strided<[64, 2]>, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xbf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xf32, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected fragments with role a or b of a warp, not of f64, found '!kernel.fragment<16x8xf32, accumulator>'}}
    %0 = kernel.mma.load_rows %x[%i, %i] : memref<64x64xf32, #gpu.address_space<workgroup>>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected a buffer of 'f16' for '!kernel.fragment<16x16xf16, a>', found 'memref<64x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.mma.load_rows %x[%i, %i] : memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xf16, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xf32, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected elements of 16 bits with transposed, found '!kernel.fragment<16x8xtf32, a>'}}
    %0 = kernel.mma.load_rows %x[%i, %i] transposed : memref<64x64xf32, #gpu.address_space<workgroup>>, !kernel.fragment<16x8xtf32, a>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, #gpu.address_space<workgroup>>, %i: index) {
    // expected-error @+1 {{'kernel.mma.load_rows' op expected fragments with a total of 1, 2 or 4 registers per thread, found 6}}
    %0:2 = kernel.mma.load_rows %x[%i, %i] : memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16>, %a: !kernel.fragment<16x16xbf16, a>, %i: index) {
    // expected-error @+1 {{'kernel.mma.store_rows' op expected a buffer in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    kernel.mma.store_rows %a to %x[%i, %i] : !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xf32, #gpu.address_space<workgroup>>, %c: !kernel.fragment<16x8xf32, accumulator>, %i: index) {
    // expected-error @+1 {{'kernel.mma.store_rows' op expected fragments with role a or b of a warp, not of f64, found '!kernel.fragment<16x8xf32, accumulator>'}}
    kernel.mma.store_rows %c to %x[%i, %i] : !kernel.fragment<16x8xf32, accumulator> to memref<64x64xf32, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%x: memref<64x64xbf16, #gpu.address_space<workgroup>>, %a: !kernel.fragment<16x16xbf16, a>, %i: index) {
    // expected-error @+1 {{'kernel.mma.store_rows' op expected fragments with a total of 1, 2 or 4 registers per thread, found 8}}
    kernel.mma.store_rows %a, %a to %x[%i, %i] : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x8xbf16, b>, %b: !kernel.fragment<16x8xbf16, b>, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected A to be a fragment with role a of a warp, found '!kernel.fragment<16x8xbf16, b>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<16x16xbf16, a>, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected B to be a fragment with role b of a warp, found '!kernel.fragment<16x16xbf16, a>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<16x8xbf16, b>, %c: !kernel.fragment<64x8xf32, accumulator, warpgroup>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected C to be a fragment with role accumulator of a warp, found '!kernel.fragment<64x8xf32, accumulator, warpgroup>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<64x8xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<16x8xf16, b>, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected A and B to have the same element type, or 8-bit float types, found 'bf16' and 'f16'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<8x8xbf16, b>, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected as many columns of A as rows of B, found '!kernel.fragment<16x16xbf16, a>' and '!kernel.fragment<8x8xbf16, b>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<8x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<8x4xf64, a>, %b: !kernel.fragment<4x8xf64, b>, %c: !kernel.fragment<16x8xf64, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected as many rows of A as of C, found '!kernel.fragment<8x4xf64, a>' and '!kernel.fragment<16x8xf64, accumulator>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<8x4xf64, a>, !kernel.fragment<4x8xf64, b>, !kernel.fragment<16x8xf64, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<16x8xbf16, b>, %c: !kernel.fragment<16x8xf16, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected an accumulator of 'f32' for operands of 'bf16', found '!kernel.fragment<16x8xf16, accumulator>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf16, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xf16, a>, %b: !kernel.fragment<16x8xf16, b>, %c: !kernel.fragment<16x8xi32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected an accumulator of 'f32' or f16 for operands of 'f16', found '!kernel.fragment<16x8xi32, accumulator>'}}
    %0 = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xf16, a>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xi32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: !kernel.fragment<16x8xbf16, b>, %c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.mma.compute' op expected unsigned_a, unsigned_b and saturate for operands of i8 only, found operands of 'bf16'}}
    %0 = kernel.mma.compute %a, %b, %c saturate : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  // expected-note @+1 {{prior use here}}
  func.func @f(%x: vector<2xf32>) {
    // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'vector<4xf32>' vs 'vector<2xf32>'}}
    %0 = kernel.mma.pack %x : !kernel.fragment<16x8xf32, accumulator>
    return
  }
}
