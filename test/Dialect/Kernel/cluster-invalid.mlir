// RUN: zyn-opt %s -verify-diagnostics -split-input-file

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{'kernel.map_shared' op expected a source in #gpu.address_space<workgroup>, found 'memref<4xf32>'}}
    %0 = kernel.map_shared %x, %i : memref<4xf32> to memref<4xf32, #kernel.cluster>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<4xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.map_shared' op expected a result of type 'memref<4xf32, #kernel.cluster>', found 'memref<4xf32>'}}
    %0 = kernel.map_shared %x, %i : memref<4xf32, #shared> to memref<4xf32>
    gpu.return
  }
}

// -----

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<4xf32, #shared>, %i: index) kernel {
    // expected-error @+1 {{'kernel.map_shared' op expected a result of type 'memref<4xf32, #kernel.cluster>', found 'memref<8xf32, #kernel.cluster>'}}
    %0 = kernel.map_shared %x, %i : memref<4xf32, #shared> to memref<8xf32, #kernel.cluster>
    gpu.return
  }
}
