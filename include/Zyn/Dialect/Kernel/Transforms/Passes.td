//===- Passes.td - Passes on the kernel dialect ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def KernelCheckTarget : Pass<"kernel-check-target", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Checks kernels against the target and attaches it";
  let description = [{
    Each op of the kernel dialect requires a compute capability, possibly of
    exactly that architecture, and a PTX version. It is an error if the target
    does not meet these requirements:

    ```
    f.mlir:3:5: error: 'kernel.elect' needs sm_90, target is sm_80
    ```

    The PTX version is that of `features`. By default, it is the lowest version
    that the architecture and all ops support. The target with its architecture
    and PTX version is then attached to the module.

    ```mlir
    // before
    gpu.module @m {
      gpu.func @f() kernel { kernel.fence.proxy_async ... }
    }
    // after, for chip=sm_90
    gpu.module @m [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] {
      gpu.func @f() kernel { kernel.fence.proxy_async ... }
    }
    ```

    Clusters of more than 8 blocks are rejected, since not every device of an
    architecture supports them.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "architecture, such as sm_90a">,
    Option<"features", "features", "std::string", /*default=*/"",
           "PTX version, such as +ptx80">
  ];
  let dependentDialects = ["NVVM::NVVMDialect"];
}

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
