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
    An op that requires a minimum target: a compute capability, possibly of
    exactly that architecture (`sm_90a`), and a PTX version.
    `--kernel-check-target` compares them with the target.
  }];
  let cppNamespace = "::mlir::kernel";
  let methods = [
    InterfaceMethod<"The minimum target.", "::mlir::kernel::TargetRequirement",
                    "getTargetRequirement">
  ];
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELINTERFACES_TD
