//===- TensorEvaluation.h - Partial evaluation of tensors ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_TENSOREVALUATION_H
#define ZYN_INTERFACES_TENSOREVALUATION_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {

struct TensorEvaluationOptions {
  /// The most elements of a tensor that is computed when compiling.
  uint64_t maxElements = 0;
  /// Whether results may be rounded otherwise than those of a device.
  bool allowRounding = false;
};

/// The partial evaluation of a function: what is allowed, what was done, and
/// what was refused.
struct TensorEvaluation {
  TensorEvaluationOptions options;
  /// Sizes that became static.
  unsigned numSizes = 0;
  /// Ops that became constants, and the elements of these.
  unsigned numEvaluated = 0;
  int64_t numElements = 0;
  /// Operands with a single value that became scalars.
  unsigned numScalars = 0;
  /// Ops that only moved elements.
  unsigned numMoves = 0;
  llvm::SetVector<std::pair<Location, StringAttr>> refusals;
  /// Ops whose evaluation was refused, until one of them, or its body, changes.
  llvm::DenseSet<Operation *> refused;

  /// Stores why `op` stays, for a remark.
  LogicalResult refuse(Operation *op, const Twine &reason) {
    refusals.insert({op->getLoc(), StringAttr::get(op->getContext(), reason)});
    return failure();
  }
};

/// What `--zyn-partial-evaluate` does with the ops on tensors of a dialect.
class TensorEvaluationInterface
    : public DialectInterface::Base<TensorEvaluationInterface> {
public:
  explicit TensorEvaluationInterface(Dialect *dialect) : Base(dialect) {}

  /// Makes sizes static that are known. Called before the patterns are
  /// applied.
  virtual void propagateSizes(FunctionOpInterface function,
                              TensorEvaluation &evaluation) const {}

  /// Adds patterns that compute what is known, other than upstream's folders
  /// and the canonicalization of the dialect's ops. `evaluation` outlives them.
  virtual void populatePatterns(RewritePatternSet &patterns,
                                TensorEvaluation &evaluation) const = 0;
};

} // namespace mlir::zyn

#endif // ZYN_INTERFACES_TENSOREVALUATION_H
