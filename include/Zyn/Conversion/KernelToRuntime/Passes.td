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
  let summary = "Lowers the kernel dialect in host code";
  let description = [{
    `kernel.tensor_map.encode` becomes a call to `zynrtEncodeTensorMap`, and the
    map is represented by its 128 bytes, with a cast that the lowering of the
    launch removes.

    ```mlir
    // before
    %map = kernel.tensor_map.encode %x
      : memref<?x64xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // after
    llvm.call @zynrtEncodeTensorMap(%address, %description) : (!llvm.ptr, !llvm.ptr) -> ()
    %map = llvm.load %address : !llvm.ptr -> !llvm.array<16 x i64>
    ```

    `kernel.rebase` changes the address and the offset of the descriptor.

    A map with a user other than a launch keeps its cast, which is an error
    later: a map must be encoded in the function that launches the kernel.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_KERNELTORUNTIME_PASSES_TD
