//===- Passes.td - GPUToRuntime passes ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_GPUTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_GPUTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGPUToRuntime : Pass<"convert-gpu-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers kernel launches in host code to calls to the runtime";
  let description = [{
    `gpu.launch_func` becomes a call to `zynrtLaunch` with an image, which is
    the PTX of the kernel's `gpu.binary`, the name of the kernel, the grid and
    block sizes, pointers to the arguments, and the source location. The
    binaries become constants. `gpu.alloc`, `gpu.memcpy`, `gpu.host_register`
    and `gpu.wait` also become calls to the runtime. Since all work is on one
    stream, async tokens are removed.

    A `memref.get_global` in host code becomes a call to `zynrtConstant`, which
    returns the address of the elements in device memory, to which the runtime
    copies them once per program and context. What kernels write to a global
    that is not constant stays there, too: each compiled function has its own
    copy in each context, which others do not see. The elements themselves become a
    constant in host memory; all functions of the module use the same one.

    ```mlir
    // before
    gpu.launch_func @zyn_kernels::@f_map_0 blocks in (%a, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%y : memref<8xf32>)
    // after
    llvm.call @zynrtLaunch(%image, %name, %a, ...)
    ```

    Rejects launches whose module is not yet a `gpu.binary` with PTX.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::kernel::KernelDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // ZYN_CONVERSION_GPUTORUNTIME_PASSES_TD
