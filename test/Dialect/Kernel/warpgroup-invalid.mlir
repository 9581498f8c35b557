// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Products of a warpgroup that the hardware does not have.

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<16x8xf32, accumulator>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected the accumulator of a warpgroup, found '!kernel.fragment<16x8xf32, accumulator>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x16xf64, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected B of f16, bf16, f32 (read as tf32), f8E4M3FN, f8E5M2 or i8, found 'memref<64x16xf64, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x16xf64, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected A and B to have the same element type, or 8-bit float types, found 'bf16' and 'f16'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf16, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected an accumulator of f32 for operands of 'bf16', found '!kernel.fragment<64x64xf16, accumulator, warpgroup>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf16, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xf16, #gpu.address_space<workgroup>>, %b: memref<64x64xf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xbf16, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected an accumulator of f32 or f16 for operands of 'f16', found '!kernel.fragment<64x64xbf16, accumulator, warpgroup>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xbf16, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x128xi8, #gpu.address_space<workgroup>>, %b: memref<64x128xi8, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected an accumulator of i32 for operands of 'i8', found '!kernel.fragment<64x64xf32, accumulator, warpgroup>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x128xi8, #gpu.address_space<workgroup>>, memref<64x128xi8, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected unsigned_a, unsigned_b and saturate for operands of i8 only, found operands of 'bf16'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c saturate : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x128xi8, #gpu.address_space<workgroup>>, %b: memref<64x128xi8, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xi32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected negate_a and negate_b for operands of floats only, found operands of i8}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c negate_b : memref<64x128xi8, #gpu.address_space<workgroup>>, memref<64x128xi8, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xi32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected B in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected A in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected 2 indices of A, the rank of 'memref<64x64xbf16, #gpu.address_space<workgroup>>', found 1}}
    %0 = kernel.wgmma.compute %a[%i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected a swizzle of B of 32, 64 or 128 bytes, or none, found 16}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 16 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x32xf32, #gpu.address_space<workgroup>>, %b: memref<64x32xf32, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected A whose rows are along K (without column_major), since its elements do not have 16 bits, found 'memref<64x32xf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128 column_major, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x32xf32, #gpu.address_space<workgroup>>, memref<64x32xf32, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x32xf32, #gpu.address_space<workgroup>>, %b: memref<64x32xf32, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected B whose rows are along K (with column_major), since its elements do not have 16 bits, found 'memref<64x32xf32, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128, %c : memref<64x32xf32, #gpu.address_space<workgroup>>, memref<64x32xf32, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected a buffer of A with contiguous rows of 64 bytes, as required by its swizzle, found 'memref<64x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 64, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected a buffer of B with contiguous rows of 16 bytes, as required without a swizzle, found 'memref<64x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<32x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected at least 64 rows in a panel of A, found 'memref<32x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<32x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<8x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected at least 16 rows in a panel of B, found 'memref<8x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<8x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x8xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected at least 2 panels of B (its third dimension from the end), found 'memref<64x8xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x8xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<1x64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x128xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected at least 2 panels of B (its third dimension from the end), found 'memref<1x64x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i, %i] swizzle = 128, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<1x64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x128xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<2x64x64xbf16, strided<[4160, 64, 1]>, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x128xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected panels of B at a static distance that is a multiple of 1024 bytes, found 'memref<2x64x64xbf16, strided<[4160, 64, 1]>, #gpu.address_space<workgroup>>'}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i, %i] swizzle = 128, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<2x64x64xbf16, strided<[4160, 64, 1]>, #gpu.address_space<workgroup>>, !kernel.fragment<64x128xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<16x16xbf16, a>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected A in shared memory or a fragment with role a of a warpgroup, found '!kernel.fragment<16x16xbf16, a>'}}
    %0 = kernel.wgmma.compute %a, %b[%i, %i] swizzle = 128 column_major, %c : !kernel.fragment<16x16xbf16, a>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: !kernel.fragment<64x16xbf16, a, warpgroup>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected neither indices nor a swizzle nor column_major if A is a fragment}}
    %0 = kernel.wgmma.compute %a swizzle = 64, %b[%i, %i] swizzle = 128 column_major, %c : !kernel.fragment<64x16xbf16, a, warpgroup>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>, %b: memref<64x64xbf16, #gpu.address_space<workgroup>>, %c: !kernel.fragment<64x64xf32, accumulator, warpgroup>, %i: index) {
    // expected-error @+1 {{'kernel.wgmma.compute' op expected its result to be used only by other kernel.wgmma.compute ops, as a loop-carried value, or by kernel.wgmma.wait, whose result must be used instead; found kernel.mma.unpack}}
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c : memref<64x64xbf16, #gpu.address_space<workgroup>>, memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    %1 = kernel.mma.unpack %0 : !kernel.fragment<64x64xf32, accumulator, warpgroup>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.wgmma.fence' op expected fragments of a warpgroup, found '!kernel.fragment<16x8xf32, accumulator>'}}
    %0 = kernel.wgmma.fence(%c) : !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f(%c: !kernel.fragment<16x8xf32, accumulator>) {
    // expected-error @+1 {{'kernel.wgmma.wait' op expected fragments of a warpgroup, found '!kernel.fragment<16x8xf32, accumulator>'}}
    %0 = kernel.wgmma.wait 0, %c : !kernel.fragment<16x8xf32, accumulator>
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.wgmma.wait' op expected from 0 to 7 pending groups, found 8}}
    kernel.wgmma.wait 8
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.set_max_registers' op expected a multiple of 8 registers from 24 to 256, found 20}}
    kernel.set_max_registers decrease 20
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.set_max_registers' op expected a multiple of 8 registers from 24 to 256, found 28}}
    kernel.set_max_registers decrease 28
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.set_max_registers' op expected a multiple of 8 registers from 24 to 256, found 264}}
    kernel.set_max_registers decrease 264
    return
  }
}
