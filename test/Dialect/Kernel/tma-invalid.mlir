// RUN: zyn-opt %s -verify-diagnostics -split-input-file

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x64xbf16, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected a buffer in global memory, found 'memref<64x64xbf16, #gpu.address_space<workgroup>>'}}
    %0 = kernel.tensor_map.encode %x : memref<64x64xbf16, #shared> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xbf16>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected a buffer of 2 dimensions for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 'memref<64xbf16>'}}
    %0 = kernel.tensor_map.encode %x : memref<64xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x64xf16>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected a buffer of 'bf16' for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 'memref<64x64xf16>'}}
    %0 = kernel.tensor_map.encode %x : memref<64x64xf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x64xf16>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected a buffer of 'f32' for '!kernel.tensor_map<64x32xtf32>', found 'memref<64x64xf16>'}}
    %0 = kernel.tensor_map.encode %x : memref<64x64xf16> to !kernel.tensor_map<64x32xtf32>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x64xbf16, strided<[128, 2]>>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected a buffer that is contiguous along its last dimension, found 'memref<64x64xbf16, strided<[128, 2]>>'}}
    %0 = kernel.tensor_map.encode %x : memref<64x64xbf16, strided<[128, 2]>> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x100xbf16>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tensor_map.encode' op expected strides of a multiple of 16 bytes, found 200 bytes in 'memref<64x100xbf16>'; pad the rows}}
    %0 = kernel.tensor_map.encode %x : memref<64x100xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected 2 coordinates for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 1}}
    kernel.tma.load %map[%i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected no offsets without im2col for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 1}}
    kernel.tma.load %map[%i, %i] offsets [%i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.prefetch' op expected an offset for each of the 2 spatial dimensions of '!kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>', found 0}}
    kernel.tma.prefetch %map[%i, %i, %i, %i] : !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected a destination in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected 2 indices of a destination, the rank of 'memref<64x64xbf16, #gpu.address_space<workgroup>>', found 1}}
    kernel.tma.load %map[%i, %i], %t[%i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected a destination of 'bf16' for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 'memref<64x64xf16, #gpu.address_space<workgroup>>'}}
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<32x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected a destination with space for the 4096 elements of '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 'memref<32x64xbf16, #gpu.address_space<workgroup>>'}}
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<32x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1xi64, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.load' op expected a buffer of !kernel.mbarrier, found 'memref<1xi64, #gpu.address_space<workgroup>>'}}
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1xi64, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.store' op expected a source in #gpu.address_space<workgroup>, found 'memref<64x64xbf16>'}}
    kernel.tma.store %t[%i, %i], %map[%i, %i] : memref<64x64xbf16>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.store' op expected 2 coordinates for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 3}}
    kernel.tma.store %t[%i, %i], %map[%i, %i, %i] : memref<64x64xbf16, #shared>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.reduce' op expected elements of i32 for 'inc', found 'bf16'}}
    kernel.tma.reduce inc %t[%i, %i], %map[%i, %i] : memref<64x64xbf16, #shared>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %t: memref<64x64xbf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.reduce' op expected elements of i32 or i64 for 'xor', found 'bf16'}}
    kernel.tma.reduce xor %t[%i, %i], %map[%i, %i] : memref<64x64xbf16, #shared>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x32xf32>, %t: memref<64x32xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.reduce' op expected elements of f16, bf16, i32 or i64 for 'min', found 'f32'}}
    kernel.tma.reduce min %t[%i, %i], %map[%i, %i] : memref<64x32xf32, #shared>, !kernel.tensor_map<64x32xf32>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x32xi8>, %t: memref<64x32xi8, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.reduce' op expected elements of f16, bf16, f32, f64, i32 or i64 for 'add', found 'i8'}}
    kernel.tma.reduce add %t[%i, %i], %map[%i, %i] : memref<64x32xi8, #shared>, !kernel.tensor_map<64x32xi8>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %i: index) kernel {
    // expected-error @+1 {{'kernel.tma.prefetch' op expected 2 coordinates for '!kernel.tensor_map<64x64xbf16, swizzle = 128>', found 0}}
    kernel.tma.prefetch %map[] : !kernel.tensor_map<64x64xbf16, swizzle = 128>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%i: index) kernel {
    // expected-error @+1 {{'kernel.tma.wait' op expected a number of groups of at least 0, found -1}}
    kernel.tma.wait -1
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %b: memref<1x!kernel.mbarrier, #shared>, %i: index) kernel {
    %t = kernel.shared : memref<64x64xbf16, #shared>
    // expected-error @+1 {{'kernel.tma.load' op expected a destination aligned to 128 bytes, found a kernel.shared aligned to 16; set its alignment}}
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    gpu.return
  }
}
