//===- ApplySchedule.cpp - Applies the schedule of a program --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNAPPLYSCHEDULE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

using transform::NamedSequenceOp;
using transform::TransformDialect;

namespace {
struct ZynApplySchedule : zyn::impl::ZynApplyScheduleBase<ZynApplySchedule> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<NamedSequenceOp> sequences;
    module.walk(
        [&](NamedSequenceOp sequence) { sequences.push_back(sequence); });
    // A library of sequences without an entry point is not applied.
    auto isEntry = [](NamedSequenceOp sequence) {
      return sequence.getName() ==
             TransformDialect::kTransformEntryPointSymbolName;
    };
    if (llvm::any_of(sequences, isEntry) && failed(apply(module)))
      return signalPassFailure();
    for (NamedSequenceOp sequence : sequences)
      erase(sequence);
  }

private:
  static LogicalResult apply(ModuleOp module) {
    transform::TransformOpInterface entry =
        transform::detail::findTransformEntryPoint(module, ModuleOp());
    return failure(!entry || failed(transform::applyTransformNamedSequence(
                                 module, entry, ModuleOp(),
                                 transform::TransformOptions())));
  }

  /// Erases `sequence` and its parent module, if that contains nothing else.
  void erase(NamedSequenceOp sequence) {
    Operation *parent = sequence->getParentOp();
    sequence.erase();
    parent->removeAttr(TransformDialect::kWithNamedSequenceAttrName);
    if (auto nested = dyn_cast<ModuleOp>(parent);
        nested && nested != getOperation() && nested.getBody()->empty())
      nested.erase();
  }
};
} // namespace
