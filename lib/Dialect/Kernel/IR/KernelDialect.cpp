//===- KernelDialect.cpp - The kernel dialect -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::kernel;

#include "Zyn/Dialect/Kernel/IR/KernelDialect.cpp.inc"
#include "Zyn/Dialect/Kernel/IR/KernelEnums.cpp.inc"
#include "Zyn/Dialect/Kernel/IR/KernelInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelTypes.cpp.inc"

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Zyn/Dialect/Kernel/IR/KernelAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Zyn/Dialect/Kernel/IR/KernelTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Zyn/Dialect/Kernel/IR/KernelOps.cpp.inc"
      >();
}

LogicalResult mlir::kernel::detail::verifyInsideKernel(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(parent))
      return success();
  return op->emitOpError("expected to be in a kernel: in a function of a "
                         "gpu.module, or in a gpu.launch");
}
