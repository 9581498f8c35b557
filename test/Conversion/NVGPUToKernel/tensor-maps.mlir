// RUN: zyn-opt --convert-nvgpu-to-kernel %s | FileCheck %s

!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = nan, interleave = none>

module attributes {gpu.container_module} {
// CHECK: gpu.func @kernel(%[[N:.*]]: index, %[[ARG:.*]]: !kernel.tensor_map<16x32xf32, swizzle = 128, l2 = 256, fill = nan>) kernel
// CHECK-NEXT: %[[MAP:.*]] = builtin.unrealized_conversion_cast %[[ARG]]
// CHECK-NEXT: nvgpu.tma.prefetch.descriptor %[[MAP]]
gpu.module @kernels {
  gpu.func @kernel(%n: index, %map: !map) kernel {
    nvgpu.tma.prefetch.descriptor %map : !map
    gpu.return
  }
}

// CHECK-LABEL: func @host(
// CHECK-SAME: %[[X:.*]]: memref<?x64xf32>
// CHECK: %[[ENCODED:.*]] = kernel.tensor_map.encode %[[X]] : memref<?x64xf32> to <16x32xf32, swizzle = 128, l2 = 256, fill = nan>
// CHECK: gpu.launch_func @kernels::@kernel {{.*}} args({{.*}}, %[[ENCODED]] :
func.func @host(%x: memref<?x64xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %u = memref.cast %x : memref<?x64xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %u box[%c16, %c32] : memref<*xf32> -> !map
  gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index, %map : !map)
  return
}
}
