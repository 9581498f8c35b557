// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func private @types
// CHECK-SAME: !kernel.tensor_map<64x64xbf16, swizzle = 128>
// CHECK-SAME: !kernel.tensor_map<256xf32, l2 = 128, fill = nan>
// CHECK-SAME: !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
// CHECK-SAME: !kernel.tensor_map<1x2x3x4x16xf8E4M3FN>
func.func private @types(!kernel.tensor_map<64x64xbf16, swizzle = 128>,
                         !kernel.tensor_map<256xf32, l2 = 128, fill = nan>,
                         !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>,
                         !kernel.tensor_map<128x64xf16, im2col = [-3, -3] to [-3, -3] step [2, 1]>,
                         !kernel.tensor_map<1x2x3x4x16xf8E4M3FN>)

func.func @host(%x: memref<?x1024xbf16>, %y: memref<4x?x?x64xf16>, %z: memref<?x64xf32>) {
  // CHECK: kernel.tensor_map.encode %{{.*}} : memref<?x1024xbf16> to {{(!kernel.tensor_map)?}}<64x64xbf16, swizzle = 128>
  %0 = kernel.tensor_map.encode %x : memref<?x1024xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
  %1 = kernel.tensor_map.encode %y : memref<4x?x?x64xf16> to !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
  // CHECK: memref<?x64xf32> to {{(!kernel.tensor_map)?}}<8x32xtf32>
  %2 = kernel.tensor_map.encode %z : memref<?x64xf32> to !kernel.tensor_map<8x32xtf32>
  return
}

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>,
              %im2col: !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>,
              %t: memref<64x64xbf16, #shared>, %u: memref<8192xf16, #shared>, %b: memref<1x!kernel.mbarrier, #shared>,
              %i: index, %m: i16) kernel {
    // CHECK: kernel.tma.load %[[MAP:.*]][%[[I:.*]], %[[I]]], %[[T:.*]][%[[I]], %[[I]]], %[[B:.*]][%[[I]]] :
    kernel.tma.load %map[%i, %i], %t[%i, %i], %b[%i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: kernel.tma.load %{{.*}}[%[[I]], %[[I]], %[[I]], %[[I]]] offsets[%[[I]], %[[I]]], %{{.*}}[%[[I]]], %[[B]][%[[I]]] multicast %{{.*}} :
    kernel.tma.load %im2col[%i, %i, %i, %i] offsets [%i, %i], %u[%i], %b[%i] multicast %m
      : !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>, memref<8192xf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: kernel.tma.store %[[T]][%[[I]], %[[I]]], %[[MAP]][%[[I]], %[[I]]] :
    kernel.tma.store %t[%i, %i], %map[%i, %i] : memref<64x64xbf16, #shared>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // CHECK: kernel.tma.reduce add %[[T]][%[[I]], %[[I]]], %[[MAP]][%[[I]], %[[I]]] :
    kernel.tma.reduce add %t[%i, %i], %map[%i, %i] : memref<64x64xbf16, #shared>, !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // CHECK: kernel.tma.prefetch %[[MAP]][%[[I]], %[[I]]] :
    kernel.tma.prefetch %map[%i, %i] : !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // CHECK: kernel.tma.prefetch %{{.*}}[%[[I]], %[[I]], %[[I]], %[[I]]] offsets[%[[I]], %[[I]]] :
    kernel.tma.prefetch %im2col[%i, %i, %i, %i] offsets [%i, %i] : !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
    // CHECK: kernel.tma.prefetch_map %[[MAP]] :
    kernel.tma.prefetch_map %map : !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // CHECK: kernel.tma.commit
    kernel.tma.commit
    // CHECK: kernel.tma.wait 1 read
    kernel.tma.wait 1 read
    // CHECK: kernel.tma.wait 0
    kernel.tma.wait 0
    gpu.return
  }
}
