// RUN: zyn-opt %s -verify-diagnostics -split-input-file

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4xi64, #shared>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.init' op expected a buffer of !kernel.mbarrier, found 'memref<4xi64, #gpu.address_space<workgroup>>'}}
    kernel.mbarrier.init %b[%i], %n : memref<4xi64, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier>, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.invalidate' op expected a buffer of mbarriers in #gpu.address_space<workgroup>, found 'memref<4x!kernel.mbarrier>'}}
    kernel.mbarrier.invalidate %b[%i] : memref<4x!kernel.mbarrier>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier>, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.arrive' op expected a buffer of mbarriers in #gpu.address_space<workgroup>, found 'memref<4x!kernel.mbarrier>'}}
    kernel.mbarrier.arrive %b[%i] : memref<4x!kernel.mbarrier>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #kernel.cluster>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.wait' op expected a buffer of mbarriers in #gpu.address_space<workgroup>, found 'memref<4x!kernel.mbarrier, #kernel.cluster>'}}
    kernel.mbarrier.wait %b[%i], %n : memref<4x!kernel.mbarrier, #kernel.cluster>, i32
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #kernel.cluster>, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.arrive_remote' op expected a buffer of mbarriers in #gpu.address_space<workgroup>, found 'memref<4x!kernel.mbarrier, #kernel.cluster>'}}
    kernel.mbarrier.arrive_remote %b[%i], block %i : memref<4x!kernel.mbarrier, #kernel.cluster>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #shared>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.expect_tx' op expected 1 indices of the mbarriers, the rank of 'memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>', found 2}}
    kernel.mbarrier.expect_tx %b[%i, %i], %n : memref<4x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #shared>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.arrive_expect_tx' op expected 1 indices of the mbarriers, the rank of 'memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>', found 0}}
    kernel.mbarrier.arrive_expect_tx %b[], %n : memref<4x!kernel.mbarrier, #shared>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #shared>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.wait' op expected the scope block or cluster, found device}}
    kernel.mbarrier.wait %b[%i], %n scope device : memref<4x!kernel.mbarrier, #shared>, i32
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #shared>, %n: i32, %i: index) kernel {
    // expected-error @+1 {{'kernel.mbarrier.test' op expected the scope block or cluster, found warp}}
    %0 = kernel.mbarrier.test %b[%i], %n scope warp : memref<4x!kernel.mbarrier, #shared>, i32
    gpu.return
  }
}
