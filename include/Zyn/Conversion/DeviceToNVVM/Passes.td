//===- Passes.td - DeviceToNVVM passes ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_DEVICETONVVM_PASSES_TD
#define ZYN_CONVERSION_DEVICETONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertDeviceToNVVM
    : Pass<"convert-device-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers gpu.module ops to the nvvm and llvm dialects";
  let description = [{
    Applies upstream's patterns for gpu, nvgpu, arith, math, memref, vector and
    cf in one conversion. Unlike `--convert-gpu-to-nvvm`, it lowers math
    functions to LLVM intrinsics for which the backend selects instructions,
    never to calls to libdevice. Run `--convert-math-to-nvvm` before this pass.
    With `fastmath<afn>`, `exp2` of f32 flushes subnormal arguments and results.

    ```mlir
    // before
    %0 = gpu.thread_id x
    %1 = math.sqrt %x : f32
    // after
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %1 = llvm.intr.sqrt(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // ZYN_CONVERSION_DEVICETONVVM_PASSES_TD
