// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-kernel))' -verify-diagnostics -split-input-file

gpu.module @m {
  gpu.func @width(%x: memref<?xf32>, %v: f32, %offset: i32, %width: i32, %i: index) kernel {
    // expected-error @+2 {{'gpu.shuffle' op expected a constant width from 1 to 32}}
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle'}}
    %0, %p = gpu.shuffle xor %v, %offset, %width : f32
    memref.store %0, %x[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @stride(%a: memref<16x16xf16>, %i: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
    // expected-error @+2 {{expected a buffer of two dimensions, of which rows are 'leadDimension' = 32 elements apart, found 'memref<16x16xf16>'}}
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_load_matrix'}}
    %0 = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return %0 : !gpu.mma_matrix<16x16xf16, "AOp">
  }
}
