// RUN: zyn-opt %s --zyn-check-input | FileCheck %s

// Types that only look like those that are refused.

// CHECK-LABEL: gpu.func @fragment
gpu.module @m {
  gpu.func @fragment(%x: memref<64x64xf32>, %i: index, %b: i1) kernel {
    %0 = kernel.mma.load %x[%i, %i] : memref<64x64xf32>, !kernel.fragment<16x8xtf32, a>
    gpu.return
  }
}

// CHECK-LABEL: func.func @unranked
func.func @unranked(%x: memref<*xcomplex<f32>>, %d: index) -> index {
  %0 = memref.dim %x, %d : memref<*xcomplex<f32>>
  return %0 : index
}
