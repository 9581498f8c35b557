//===- KernelInterfaces.td - Interfaces of kernel ops ---- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELINTERFACES_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELINTERFACES_TD

include "mlir/IR/OpBase.td"

def Kernel_TargetRequirementInterface
    : OpInterface<"TargetRequirementOpInterface"> {
  let description = [{
    What a target needs to have for an op: the least compute capability,
    whether it is of that architecture alone (`sm_90a`), and the least PTX
    version. `--zyn-check-target` compares it with the target.
  }];
  let cppNamespace = "::mlir::kernel";
  let methods = [
    InterfaceMethod<"What the op needs.", "::mlir::kernel::TargetRequirement",
                    "getTargetRequirement">
  ];
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELINTERFACES_TD
