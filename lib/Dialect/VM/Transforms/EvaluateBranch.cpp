//===- EvaluateBranch.cpp - Evaluation of branches ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluableInstruction.h"
#include "OpInterfaces.h"

#include "Zyn/Dialect/VM/Analysis/Evaluation.h"

using namespace mlir;
using namespace mlir::vm;
using zyn::KnownWords;

/// Returns the predicate that is equivalent with swapped operands.
static Predicate getSwapped(Predicate predicate) {
  switch (predicate) {
  case Predicate::slt:
    return Predicate::sgt;
  case Predicate::sle:
    return Predicate::sge;
  case Predicate::sgt:
    return Predicate::slt;
  case Predicate::sge:
    return Predicate::sle;
  case Predicate::ult:
    return Predicate::ugt;
  case Predicate::ule:
    return Predicate::uge;
  case Predicate::ugt:
    return Predicate::ult;
  case Predicate::uge:
    return Predicate::ule;
  case Predicate::olt:
    return Predicate::ogt;
  case Predicate::ole:
    return Predicate::oge;
  case Predicate::ogt:
    return Predicate::olt;
  case Predicate::oge:
    return Predicate::ole;
  case Predicate::eq:
  case Predicate::ne:
  case Predicate::oeq:
  case Predicate::une:
    return predicate;
  }
  return predicate;
}

namespace {

struct EvaluableJump : EvaluableInstruction<EvaluableJump, JumpOp> {
  std::optional<SmallVector<Value>> getPassedValues(Operation *op) const {
    return SmallVector<Value>{cast<JumpOp>(op).getState()};
  }
};

struct EvaluableBranch : EvaluableInstruction<EvaluableBranch, BranchOp> {
  std::optional<unsigned>
  getKnownSuccessor(Operation *op, ArrayRef<KnownWords> operands) const {
    auto branch = cast<BranchOp>(op);
    if (branch.getTrueTarget() == branch.getFalseTarget())
      return 0;
    KnownWords known = getState(operands);
    std::optional<uint32_t> a = known.get(branch.getLhs());
    std::optional<uint32_t> b =
        branch.getRhs() ? known.get(*branch.getRhs()) : branch.getImmediate();
    if (!a || !b)
      return std::nullopt;
    return evaluatePredicate(branch.getPredicate(), *a, *b) ? 0 : 1;
  }

  LogicalResult simplify(Operation *op, RewriterBase &rewriter,
                         ArrayRef<KnownWords> operands) const {
    auto branch = cast<BranchOp>(op);
    if (std::optional<unsigned> taken = getKnownSuccessor(op, operands)) {
      rewriter.replaceOpWithNewOp<JumpOp>(op, branch.getState(),
                                          op->getSuccessor(*taken));
      return success();
    }
    if (!branch.getRhs())
      return failure();
    KnownWords known = getState(operands);
    std::optional<uint32_t> a = known.get(branch.getLhs());
    std::optional<uint32_t> b = known.get(*branch.getRhs());
    std::optional<uint32_t> constant = a ? a : b;
    // The text of a NaN immediate does not preserve its payload.
    if (!constant ||
        (comparesFloats(branch.getPredicate()) && isNaN(*constant)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      if (a) {
        branch.setPredicate(getSwapped(branch.getPredicate()));
        branch.setLhs(*branch.getRhs());
      }
      branch.removeRhsAttr();
      branch.setImmediate(constant);
    });
    return success();
  }
};

struct EvaluableCall : EvaluableInstruction<EvaluableCall, CallOp> {};
struct EvaluableYield : EvaluableInstruction<EvaluableYield, YieldOp> {};

} // namespace

void vm::attachBranchEvaluation(MLIRContext &context) {
  BranchOp::attachInterface<EvaluableBranch>(context);
  JumpOp::attachInterface<EvaluableJump>(context);
  CallOp::attachInterface<EvaluableCall>(context);
  YieldOp::attachInterface<EvaluableYield>(context);
}
