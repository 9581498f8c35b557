//===- Passes.td - NVGPUToKernel passes ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_NVGPUTOKERNEL_PASSES_TD
#define ZYN_CONVERSION_NVGPUTOKERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVGPUToKernel
    : Pass<"convert-nvgpu-to-kernel", "::mlir::ModuleOp"> {
  let summary = "Converts upstream's tensor maps to those of the kernel dialect";
  let description = [{
    Host code creates tensor maps with `kernel.tensor_map.encode`, of which the
    runtime checks the sizes and strides, and kernels take them by value. Other
    ops of nvgpu, which are in kernels, stay: `--convert-device-to-nvvm` lowers
    them.

    ```mlir
    // before
    %u = memref.cast %x : memref<64x64xf32> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %u box[%c16, %c32] : memref<*xf32>
        -> !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
    // after
    %map = kernel.tensor_map.encode %x : memref<64x64xf32> to !kernel.tensor_map<16x32xf32>
    ```

    The buffer has to be the cast of one with a rank, the box the shape of the
    tile in the type, and only launches may use the tensor map. Interleaved
    layouts are refused.
  }];
  let dependentDialects = ["::mlir::kernel::KernelDialect"];
}

#endif // ZYN_CONVERSION_NVGPUTOKERNEL_PASSES_TD
