//===- Passes.td - NVVMToPTX passes ---------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_NVVMTOPTX_PASSES_TD
#define ZYN_CONVERSION_NVVMTOPTX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVVMToPTX : Pass<"convert-nvvm-to-ptx"> {
  let summary = "Translates GPU modules to PTX";
  let description = [{
    Replaces each `gpu.module` with a `gpu.binary` that contains its PTX, as
    `--gpu-module-to-binary=format=isa` does, but without linking libdevice.
    Kernels that share no variables and functions are compiled in parallel; the
    PTX does not depend on the number of threads. After LLVM's optimizations, it
    also hides some negations of integers from `ptxas`, which would otherwise
    drop them ([upstream bugs](../../upstream-bugs.md#nvidias-compiler)).

    ```mlir
    // before
    gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
      llvm.func @f(...) attributes {nvvm.kernel} {...}
    }
    // after
    gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">,
        assembly = ".version 8.0 ...">]
    ```

    Rejects modules without targets, ops that have no translation to LLVM IR,
    and kernels that LLVM gives up on, such as those with an intrinsic that the
    architecture lacks (`--kernel-check-target` finds most of them earlier).
    LLVM would end the process; here, it is an error, and memory leaks.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif // ZYN_CONVERSION_NVVMTOPTX_PASSES_TD
