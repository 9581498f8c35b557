// RUN: zyn-opt %s -verify-diagnostics -split-input-file

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32, #shared>, %t: memref<64xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected a source in global memory, found 'memref<64xf32, #gpu.address_space<workgroup>>'}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<64xf32, #shared>, memref<64xf32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32>, %t: memref<64xf32>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected a destination in #gpu.address_space<workgroup>, found 'memref<64xf32>'}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<64xf32>, memref<64xf32>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<8x8xf32>, %t: memref<64xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected 2 indices of the source, the rank of 'memref<8x8xf32>', found 1}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<8x8xf32>, memref<64xf32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32>, %t: memref<64xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected 1 indices of the destination, the rank of 'memref<64xf32, #gpu.address_space<workgroup>>', found 2}}
    kernel.async_copy %x[%i], %t[%i, %i] bytes 16 : memref<64xf32>, memref<64xf32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32>, %t: memref<64xi32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected a source and a destination of the same element type, found 'f32' and 'i32'}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<64xf32>, memref<64xi32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xi1>, %t: memref<64xi1, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected integers or floats of whole bytes, found 'i1'}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<64xi1>, memref<64xi1, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf16>, %t: memref<64xf16, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected 4, 8 or 16 bytes, found 2}}
    kernel.async_copy %x[%i], %t[%i] bytes 2 : memref<64xf16>, memref<64xf16, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf64>, %t: memref<64xf64, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected a multiple of the 8 bytes of 'f64', found 4 bytes}}
    kernel.async_copy %x[%i], %t[%i] bytes 4 : memref<64xf64>, memref<64xf64, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32, strided<[2]>>, %t: memref<64xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected buffers whose last dimension is contiguous, to copy 4 elements, found 'memref<64xf32, strided<[2]>>'}}
    kernel.async_copy %x[%i], %t[%i] bytes 16 : memref<64xf32, strided<[2]>>, memref<64xf32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64xf32>, %t: memref<64xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_copy' op expected 16 bytes for 'cache l2', found 8; smaller copies go through L1}}
    kernel.async_copy %x[%i], %t[%i] bytes 8 cache l2 : memref<64xf32>, memref<64xf32, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%i: index) kernel {
    // expected-error @+1 {{'kernel.async_wait' op expected a number of groups of at least 0, found -1}}
    kernel.async_wait -1
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<2xi64, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_arrive' op expected a buffer of !kernel.mbarrier, found 'memref<2xi64, #gpu.address_space<workgroup>>'}}
    kernel.async_arrive %b[%i] : memref<2xi64, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<2x!kernel.mbarrier>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_arrive' op expected a buffer of mbarriers in #gpu.address_space<workgroup>, found 'memref<2x!kernel.mbarrier>'}}
    kernel.async_arrive %b[%i] : memref<2x!kernel.mbarrier>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<2x!kernel.mbarrier, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.async_arrive' op expected 1 indices of the mbarriers, the rank of 'memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>', found 0}}
    kernel.async_arrive %b[] : memref<2x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<64xi0>, %i: index) kernel {
    // expected-error @+1 {{'kernel.shared' op result #0 must be memref of integer or float of 1 to 8, 16, 32, 64 or 128 bits, complex of them, index or mbarrier values, but got 'memref<64xi0, #gpu.address_space<workgroup>>'}}
    %s = kernel.shared : memref<64xi0, #gpu.address_space<workgroup>>
    kernel.async_copy %x[%i], %s[%i] bytes 16 : memref<64xi0>, memref<64xi0, #gpu.address_space<workgroup>>
    gpu.return
  }
}
