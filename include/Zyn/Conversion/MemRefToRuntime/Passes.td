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
  let summary = "Lowers allocations of buffers to calls to the runtime";
  let description = [{
    `memref.alloc` becomes a call to `zynrtAlloc`, and `memref.dealloc` one to
    `zynrtFree`. The results are memref descriptors of the LLVM dialect with
    casts, which `--finalize-memref-to-llvm` removes.

    ```mlir
    // before
    %x = memref.alloc() : memref<4xf32>
    // after
    %0 = llvm.call @zynrtAlloc(%bytes) : (i64) -> !llvm.ptr
    ```

    A buffer that an exported function returns, and that a call allocates at
    most once, is allocated by `zynrtAllocResult` with the number of the result,
    so that it can be in memory of the caller:

    ```mlir
    // before
    func.func @f() -> memref<4xf32> attributes {llvm.emit_c_interface} {
      %x = memref.alloc() : memref<4xf32>
      return %x : memref<4xf32>
    }
    // after
    %0 = llvm.call @zynrtAllocResult(%bytes, %number)
        : (i64, i64) -> !llvm.ptr
    ```

    Rejects allocations with a layout, in a memory space, or with an alignment
    of more than the 256 bytes that `zynrtAlloc` guarantees.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_MEMREFTORUNTIME_PASSES_TD
