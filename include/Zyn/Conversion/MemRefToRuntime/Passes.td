//===- Passes.td - MemRefToRuntime passes ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_MEMREFTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_MEMREFTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMemRefToRuntime
    : Pass<"convert-memref-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Takes buffers from the runtime's memory";
  let description = [{
    `memref.alloc` becomes a call of `zynrtAlloc`, `memref.dealloc` of
    `zynrtFree`. What both leave behind are buffer descriptors of the LLVM
    dialect behind casts, which `--finalize-memref-to-llvm` removes.

    ```mlir
    // before
    %x = memref.alloc() : memref<4xf32>
    // after
    %0 = llvm.call @zynrtAlloc(%bytes) : (i64) -> !llvm.ptr
    ```

    An allocation with a layout, in a memory space, or aligned to more than the
    256 bytes of `zynrtAlloc` is refused.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_MEMREFTORUNTIME_PASSES_TD
