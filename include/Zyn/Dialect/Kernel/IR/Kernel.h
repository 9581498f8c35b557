//===- Kernel.h - The kernel dialect -------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNEL_H
#define ZYN_DIALECT_KERNEL_IR_KERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "Zyn/Dialect/Kernel/IR/KernelDialect.h.inc"
#include "Zyn/Dialect/Kernel/IR/KernelEnums.h.inc"

namespace mlir {
class PatternRewriter;
} // namespace mlir

namespace mlir::kernel {
/// The minimum target that supports an instruction.
struct TargetRequirement {
  /// Compute capability times ten, such as 90.
  int sm;
  /// PTX version times ten, such as 80.
  int ptx;
  /// Whether only code for that very architecture may use it: `sm_90a`.
  bool isArchSpecific = false;
  /// If so, the last one that supports it, or 0 if the first is the only one.
  int lastSM = 0;
};

/// Ops that a function executes, which need not be their direct parent.
template <typename ConcreteOp>
class InsideFunction : public OpTrait::TraitBase<ConcreteOp, InsideFunction> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    if (op->getParentOfType<FunctionOpInterface>())
      return success();
    return op->emitOpError("expected to be inside a function");
  }
};

namespace detail {
LogicalResult verifyInsideKernel(Operation *op);
} // namespace detail

/// Ops that the threads of a device execute: in a function of a `gpu.module`,
/// or in a `gpu.launch`.
template <typename ConcreteOp>
class InsideKernel : public OpTrait::TraitBase<ConcreteOp, InsideKernel> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyInsideKernel(op);
  }
};
} // namespace mlir::kernel

#include "Zyn/Dialect/Kernel/IR/KernelInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelTypes.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelOps.h.inc"

#endif // ZYN_DIALECT_KERNEL_IR_KERNEL_H
