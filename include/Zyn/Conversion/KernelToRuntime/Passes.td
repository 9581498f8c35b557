//===- Passes.td - KernelToRuntime passes ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_KERNELTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertKernelToRuntime
    : Pass<"convert-kernel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers tensor maps in host code to calls of the runtime";
  let description = [{
    `kernel.tensor_map.encode` becomes a call of `zynrtEncodeTensorMap`, and the
    map its 128 bytes, behind a cast that the lowering of the launch removes.

    ```mlir
    // before
    %map = kernel.tensor_map.encode %x
      : memref<?x64xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // after
    llvm.call @zynrtEncodeTensorMap(%place, %description) : (!llvm.ptr, !llvm.ptr) -> ()
    %map = llvm.load %place : !llvm.ptr -> !llvm.array<16 x i64>
    ```

    A map that anything else than a launch uses remains, and is an error later:
    maps are made in the function that launches.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_KERNELTORUNTIME_PASSES_TD
