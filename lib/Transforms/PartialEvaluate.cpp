//===- PartialEvaluate.cpp - Partial evaluation of regions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "Zyn/Interfaces/TensorEvaluation.h"
#include "Zyn/Transforms/KnownWordsAnalysis.h"
#include "Zyn/Transforms/PartialEvaluation.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPARTIALEVALUATE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Merges each block into its only predecessor if that always jumps to it.
static void mergeStraightLines(RewriterBase &rewriter, Region &region) {
  for (Block &block :
       llvm::make_early_inc_range(llvm::drop_begin(region.getBlocks()))) {
    Block *predecessor = block.getSinglePredecessor();
    if (!predecessor || predecessor == &block)
      continue;
    auto jump =
        dyn_cast<PartiallyEvaluableOpInterface>(predecessor->getTerminator());
    if (!jump)
      continue;
    std::optional<SmallVector<Value>> passed = jump.getPassedValues();
    if (!passed)
      continue;
    rewriter.eraseOp(jump);
    rewriter.mergeBlocks(&block, predecessor, *passed);
  }
}

PartialEvaluationCounts
zyn::partiallyEvaluate(RewriterBase &rewriter,
                       EvaluationScopeOpInterface scope) {
  PartialEvaluationCounts counts;
  Region &region = scope->getRegion(0);
  if (region.empty())
    return counts;
  KnownWordsAnalysis analysis;
  analysis.run(&region.front(), scope.getKnownArguments());
  // Collects the known words first, since rewrites create new values.
  SmallVector<std::pair<PartiallyEvaluableOpInterface, SmallVector<KnownWords>>>
      ops;
  for (Block &block : region)
    if (analysis.isExecutable(&block))
      for (Operation &op : block)
        if (auto evaluable = dyn_cast<PartiallyEvaluableOpInterface>(op))
          ops.emplace_back(evaluable, analysis.getOperands(&op));
  for (auto &[op, known] : ops) {
    rewriter.setInsertionPoint(op);
    counts.simplified += succeeded(op.simplify(rewriter, known));
  }
  unsigned numBlocks = region.getBlocks().size();
  (void)eraseUnreachableBlocks(rewriter, region);
  counts.unreachable = numBlocks - region.getBlocks().size();
  mergeStraightLines(rewriter, region);
  return counts;
}

static bool hasTensors(FunctionOpInterface function) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::any_of(function.getArgumentTypes(), isTensor))
    return true;
  WalkResult walk = function->walk([&](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isTensor)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

namespace {

/// Forgets that an op was refused once it, or an op in its body, changes.
class RefusedOps : public RewriterBase::Listener {
public:
  explicit RefusedOps(TensorEvaluation &evaluation) : evaluation(evaluation) {}

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    forget(op);
  }
  void notifyOperationModified(Operation *op) override { forget(op); }
  void notifyOperationErased(Operation *op) override { forget(op); }

private:
  void forget(Operation *op) {
    if (!evaluation.refused.empty())
      for (; op; op = op->getParentOp())
        evaluation.refused.erase(op);
  }

  TensorEvaluation &evaluation;
};

/// Partially evaluates the functions on tensors of a module. Upstream's folders
/// and canonicalization are part of the patterns, since one enables the other.
class TensorFunctions {
public:
  TensorFunctions(MLIRContext *context, TensorEvaluationOptions options);

  void evaluate(FunctionOpInterface function);

private:
  void applyPatterns(FunctionOpInterface function);
  void report(Location loc);

  SmallVector<const TensorEvaluationInterface *> dialects;
  TensorEvaluation evaluation;
  FrozenRewritePatternSet patterns;
};

} // namespace

TensorFunctions::TensorFunctions(MLIRContext *context,
                                 TensorEvaluationOptions options) {
  evaluation.options = options;
  RewritePatternSet all(context);
  for (Dialect *dialect : context->getLoadedDialects()) {
    dialect->getCanonicalizationPatterns(all);
    if (auto *tensors =
            dialect->getRegisteredInterface<TensorEvaluationInterface>()) {
      dialects.push_back(tensors);
      tensors->populatePatterns(all, evaluation);
    }
  }
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(all, context);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(all);
  patterns = FrozenRewritePatternSet(std::move(all));
}

void TensorFunctions::applyPatterns(FunctionOpInterface function) {
  GreedyRewriteConfig config;
  RefusedOps listener(evaluation);
  config.setListener(&listener);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  (void)applyPatternsGreedily(function.getFunctionBody(), patterns, config);
}

void TensorFunctions::report(Location loc) {
  auto options = remark::RemarkOpts::name("PartialEvaluation")
                     .category("zyn-partial-evaluate");
  remark::passed(loc, options) << remark::reason(
      "evaluated {0} ops to constants of {1} elements, and made {2} sizes "
      "static, {3} operands scalars, and {4} moves unnecessary",
      evaluation.numEvaluated, evaluation.numElements, evaluation.numSizes,
      evaluation.numScalars, evaluation.numMoves);
  for (const auto &[at, reason] : evaluation.refusals)
    remark::missed(at, options) << remark::reason("{0}", reason.getValue());
  TensorEvaluationOptions kept = evaluation.options;
  evaluation = TensorEvaluation();
  evaluation.options = kept;
}

void TensorFunctions::evaluate(FunctionOpInterface function) {
  // What is folded makes more sizes known, and the other way round.
  constexpr unsigned numRounds = 2;
  for (unsigned round = 0; round < numRounds; ++round) {
    for (const TensorEvaluationInterface *dialect : dialects)
      dialect->propagateSizes(function, evaluation);
    // What the next round refuses is what remains.
    evaluation.refusals.clear();
    evaluation.refused.clear();
    applyPatterns(function);
  }
  report(function.getLoc());
}

namespace {

struct ZynPartialEvaluate
    : zyn::impl::ZynPartialEvaluateBase<ZynPartialEvaluate> {
  using ZynPartialEvaluateBase::ZynPartialEvaluateBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](EvaluationScopeOpInterface scope) {
      PartialEvaluationCounts counts = partiallyEvaluate(rewriter, scope);
      remark::passed(scope.getLoc(),
                     remark::RemarkOpts::name("PartialEvaluation")
                         .category("zyn-partial-evaluate"))
          << remark::reason(
                 "simplified {0} ops and erased {1} unreachable blocks",
                 counts.simplified, counts.unreachable);
    });
    SmallVector<FunctionOpInterface> functions;
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!function.isExternal() && hasTensors(function))
        functions.push_back(function);
    });
    if (functions.empty())
      return;
    TensorFunctions tensors(&getContext(), {maxElements, allowRounding});
    for (FunctionOpInterface function : functions)
      tensors.evaluate(function);
  }
};

} // namespace
