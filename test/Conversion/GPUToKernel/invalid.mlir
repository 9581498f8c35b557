// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-kernel))' -verify-diagnostics -split-input-file

gpu.module @m {
  gpu.func @stride(%a: memref<16x16xf16>, %i: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
    // expected-error @+2 {{expected a buffer of at least two dimensions with rows 'leadDimension' = 32 elements apart, found 'memref<16x16xf16>'}}
    // expected-error @+1 {{failed to legalize operation 'gpu.subgroup_mma_load_matrix'}}
    %0 = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return %0 : !gpu.mma_matrix<16x16xf16, "AOp">
  }
}

// -----

gpu.module @m {
  gpu.func @rotate(%x: memref<?xf32>, %v: f32, %i: index) kernel {
    // expected-error @+1 {{failed to legalize operation 'gpu.rotate' that was explicitly marked illegal}}
    %0, %p = gpu.rotate %v, 1, 32 : f32
    memref.store %0, %x[%i] : memref<?xf32>
    gpu.return
  }
}
