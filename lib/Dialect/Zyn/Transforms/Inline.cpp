//===- Inline.cpp - Inlines functions by their cost -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstrainedFunctions.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNINLINE
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-inline";

static int64_t countOps(CallGraphNode *node) {
  int64_t count = 0;
  node->getCallableRegion()->walk([&](Operation *) { ++count; });
  return count;
}

/// Whether a function is not optimized at all, so that debuggers can follow it.
static bool isForDebugging(const CallGraphNode *node) {
  FunctionOpInterface function = getFunction(node);
  ConstraintsAttr constraints = function ? getConstraints(function) : nullptr;
  return constraints && constraints.getOptLevel() == OptLevel::O0;
}

namespace {
/// Decides which calls the inliner replaces. It asks bottom up: the function
/// that is called has its final size.
class InlineCosts {
public:
  InlineCosts(const CallGraph &graph, int64_t maxOps);

  bool shouldInline(const Inliner::ResolvedCall &call);

  /// Whether a function that must be inlined cannot be.
  bool hasFailed() const { return isRefused; }

private:
  bool isCalledOnce(CallGraphNode *callee) const {
    auto symbol =
        dyn_cast<SymbolOpInterface>(callee->getCallableRegion()->getParentOp());
    return symbol && symbol.isPrivate() && calls.lookup(callee) == 1;
  }

  const int64_t maxOps;
  /// How many calls of each function the source has.
  DenseMap<const CallGraphNode *, int64_t> calls;
  /// The numbers of ops of functions, in callers with what was inlined.
  DenseMap<const CallGraphNode *, int64_t> callerSizes, calleeSizes;
  /// Callers and what they call: the inliner asks again for calls in what it
  /// has inlined.
  DenseSet<std::pair<CallGraphNode *, CallGraphNode *>> reported;
  bool isRefused = false;
};
} // namespace

InlineCosts::InlineCosts(const CallGraph &graph, int64_t maxOps)
    : maxOps(maxOps) {
  SymbolTableCollection symbols;
  for (const CallGraphNode *node : graph)
    if (!node->isExternal())
      node->getCallableRegion()->walk([&](CallOpInterface call) {
        ++calls[graph.resolveCallable(call, symbols)];
      });
}

bool InlineCosts::shouldInline(const Inliner::ResolvedCall &call) {
  if (isForDebugging(call.sourceNode) || isForDebugging(call.targetNode))
    return false;
  Location loc = CallOpInterface(call.call).getLoc();
  int64_t &caller = callerSizes[call.sourceNode];
  if (caller == 0)
    caller = countOps(call.sourceNode);
  int64_t &callee = calleeSizes[call.targetNode];
  if (callee == 0)
    callee = countOps(call.targetNode);
  // Without the call and the return.
  int64_t size = caller + callee - 2;
  // The only call of a function does not duplicate it.
  if (size <= maxOps || isCalledOnce(call.targetNode)) {
    caller = size;
    return true;
  }
  if (!reported.insert({call.sourceNode, call.targetNode}).second)
    return false;
  FunctionOpInterface function = getFunction(call.targetNode);
  ConstraintsAttr constraints = function ? getConstraints(function) : nullptr;
  if (constraints && constraints.getInlineAlways()) {
    mlir::emitError(loc)
        << "'" << function.getName()
        << "' must be inlined (inline_always), but its caller would then have "
        << size << " ops, more than " << maxOps
        << ": let it call fewer functions with inline_always";
    isRefused = true;
    return false;
  }
  remark::missed(loc, remark::RemarkOpts::name("Inline").category(category))
      << remark::reason("not inlined: the caller would have {0} ops, more than "
                        "{1}",
                        size, maxOps);
  return false;
}

namespace {
struct Inline : mlir::zyn::impl::ZynInlineBase<Inline> {
  using ZynInlineBase::ZynInlineBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ZynInlineBase::getDependentDialects(registry);
    createCanonicalizerPass()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    CallGraph &graph = getAnalysis<CallGraph>();
    InlineCosts costs(graph, maxOps);
    auto run = [](Pass &pass, OpPassManager &pipeline, Operation *op) {
      return static_cast<Inline &>(pass).runPipeline(pipeline, op);
    };
    InlinerConfig config(
        [](OpPassManager &manager) {
          manager.addPass(createCanonicalizerPass());
        },
        /*maxInliningIterations=*/4);
    Inliner inliner(getOperation(), graph, *this, getAnalysisManager(), run,
                    config, [&](const Inliner::ResolvedCall &call) {
                      return costs.shouldInline(call);
                    });
    if (failed(inliner.doInlining()) || costs.hasFailed())
      signalPassFailure();
  }
};
} // namespace
