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
static bool isForDebugging(FunctionOpInterface function) {
  ConstraintsAttr constraints = function ? getConstraints(function) : nullptr;
  return constraints && constraints.getOptLevel() == OptLevel::O0;
}

static bool isAlwaysInlined(FunctionOpInterface function) {
  ConstraintsAttr constraints = function ? getConstraints(function) : nullptr;
  return constraints && constraints.getInlineAlways();
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
  if (isForDebugging(getFunction(call.sourceNode)) ||
      isForDebugging(getFunction(call.targetNode)))
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
  if (isAlwaysInlined(function)) {
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

/// Returns why the inliner left a call of `callee`.
static std::string findObstacle(CallOpInterface call,
                                FunctionOpInterface callee,
                                const InlinerInterface &interface) {
  auto caller = call->getParentOfType<FunctionOpInterface>();
  if (isForDebugging(caller))
    return "its caller has opt_level = O0";
  if (!interface.isLegalToInline(call, callee, /*wouldBeCloned=*/true))
    return "the call has no_inline";
  if (!callee.getFunctionBody().hasOneBlock() &&
      call->getParentOp()->mightHaveTrait<OpTrait::SingleBlock>())
    return ("it has several blocks, but the call is in a region of '" +
            call->getParentOp()->getName().getStringRef() +
            "', which has a single one")
        .str();
  IRMapping mapping;
  Operation *obstacle = nullptr;
  callee.getFunctionBody().walk([&](Operation *op) {
    if (interface.isLegalToInline(op, call->getParentRegion(),
                                  /*wouldBeCloned=*/true, mapping))
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  if (!obstacle)
    return "the inliner does not support such a call";
  if (isa<ZynDialect>(obstacle->getDialect()) && caller)
    if (std::string reason = getInliningObstacle(callee, caller);
        !reason.empty())
      return reason;
  return ("it has a '" + obstacle->getName().getStringRef() +
          "', which cannot be inlined")
      .str();
}

/// Explains the calls of functions with `inline_always` that remain. They are
/// errors if LLVM cannot inline them either.
static LogicalResult reportRemainingCalls(ModuleOp module) {
  if (!module
           .walk([](FunctionOpInterface function) {
             return isAlwaysInlined(function) ? WalkResult::interrupt()
                                              : WalkResult::advance();
           })
           .wasInterrupted())
    return success();
  SymbolTableCollection symbols;
  const InlinerInterface interface(module.getContext());
  WalkResult result = module.walk([&](CallOpInterface call) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(
        call.resolveCallableInTable(&symbols));
    if (!isAlwaysInlined(callee))
      return WalkResult::advance();
    if (callee.isExternal() || callee->hasAttr("no_inline")) {
      call.emitError("'") << callee.getName()
                          << "' must be inlined (inline_always), but it "
                          << (callee.isExternal()
                                  ? "is only declared: define it"
                                  : "has no_inline: remove one of the two");
      return WalkResult::interrupt();
    }
    remark::missed(call.getLoc(),
                   remark::RemarkOpts::name("Inline").category(category))
        << remark::reason("inlining '{0}' (inline_always) is left to LLVM: {1}",
                          callee.getName(),
                          findObstacle(call, callee, interface));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
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
    if (failed(inliner.doInlining()) || costs.hasFailed() ||
        failed(reportRemainingCalls(getOperation())))
      signalPassFailure();
  }
};
} // namespace
