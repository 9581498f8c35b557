//===- ConstrainedFunctions.h - What constraints apply to ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINEDFUNCTIONS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINEDFUNCTIONS_H

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::zyn {

/// Returns the function of a node, or null.
FunctionOpInterface getFunction(const CallGraphNode *node);

/// Returns the first call of `callee` in `caller`, or null.
Operation *findCall(FunctionOpInterface caller, FunctionOpInterface callee);

/// The functions to which a constraint applies: those that have it, and all
/// that they call.
class ConstrainedFunctions {
public:
  ConstrainedFunctions(
      ModuleOp module,
      llvm::function_ref<bool(FunctionOpInterface)> isConstrained);

  /// Callees before their callers, except in cycles.
  ArrayRef<func::FuncOp> getCalleesFirst() const { return calleesFirst; }

  /// Returns the calls that lead to `function` as caller and callee, the last
  /// one first. The caller of the last element has the constraint.
  SmallVector<std::pair<func::FuncOp, func::FuncOp>>
  getCallsTo(func::FuncOp function) const;

private:
  SmallVector<func::FuncOp> calleesFirst;
  /// The caller through which each function was found; null if it has the
  /// constraint itself.
  DenseMap<func::FuncOp, func::FuncOp> callers;
};

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINEDFUNCTIONS_H
