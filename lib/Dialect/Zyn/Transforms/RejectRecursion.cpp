//===- RejectRecursion.cpp - Cycles of calls on critical paths ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstrainedFunctions.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"

#include <deque>

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNREJECTRECURSION
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Returns the shortest cycle through `start`, which is not repeated at the
/// end, in the component `nodes`.
static SmallVector<CallGraphNode *> findCycle(CallGraphNode *start,
                                              ArrayRef<CallGraphNode *> nodes) {
  llvm::SmallPtrSet<CallGraphNode *, 8> component(nodes.begin(), nodes.end());
  DenseMap<CallGraphNode *, CallGraphNode *> callers;
  std::deque<CallGraphNode *> queue = {start};
  while (!queue.empty()) {
    CallGraphNode *node = queue.front();
    queue.pop_front();
    for (const CallGraphNode::Edge &edge : *node) {
      CallGraphNode *callee = edge.getTarget();
      if (!component.contains(callee) ||
          !callers.try_emplace(callee, node).second)
        continue;
      if (callee != start) {
        queue.push_back(callee);
        continue;
      }
      SmallVector<CallGraphNode *> cycle = {node};
      while (cycle.back() != start)
        cycle.push_back(callers[cycle.back()]);
      return llvm::to_vector(llvm::reverse(cycle));
    }
  }
  return {};
}

namespace {
struct RejectRecursion
    : mlir::zyn::impl::ZynRejectRecursionBase<RejectRecursion> {
  void runOnOperation() override {
    if (!hasConstrainedFunction())
      return markAllAnalysesPreserved();
    CallGraph &graph = getAnalysis<CallGraph>();
    findInlined(graph);
    bool found = false;
    for (auto component = llvm::scc_begin(&std::as_const(graph));
         !component.isAtEnd(); ++component)
      if (component.hasCycle())
        found |= failed(checkCycle(*component));
    if (found)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  bool hasConstrainedFunction() {
    return getOperation()
        .walk([](FunctionOpInterface function) {
          return mustInline(function) ? WalkResult::interrupt()
                                      : WalkResult::advance();
        })
        .wasInterrupted();
  }

  static bool mustInline(FunctionOpInterface function) {
    ConstraintsAttr constraints = getConstraints(function);
    return isCriticalPath(function) ||
           (constraints && constraints.getInlineAlways());
  }

  /// Finds the functions that are inlined, with the reason.
  void findInlined(const CallGraph &graph) {
    llvm::SetVector<CallGraphNode *> critical;
    for (CallGraphNode *node : graph)
      if (FunctionOpInterface function = getFunction(node)) {
        if (isCriticalPath(function))
          critical.insert(node);
        else if (mustInline(function))
          inlined[node] = "inline_always";
      }
    for (size_t i = 0; i < critical.size(); ++i) {
      inlined[critical[i]] = "critical_path";
      for (const CallGraphNode::Edge &edge : *critical[i])
        if (!edge.getTarget()->isExternal())
          critical.insert(edge.getTarget());
    }
  }

  LogicalResult checkCycle(ArrayRef<CallGraphNode *> component) {
    for (CallGraphNode *node : component) {
      StringRef reason = inlined.lookup(node);
      if (reason.empty())
        continue;
      SmallVector<CallGraphNode *> cycle = findCycle(node, component);
      if (cycle.empty())
        continue;
      FunctionOpInterface function = getFunction(node);
      FunctionOpInterface next = getFunction(cycle[1 % cycle.size()]);
      Operation *call = findCall(function, next);
      std::string text;
      for (CallGraphNode *member : cycle)
        text += getFunction(member).getName().str() + " -> ";
      return mlir::emitError(call ? call->getLoc() : function.getLoc())
             << "'" << function.getName()
             << "' is called recursively, but must be inlined (" << reason
             << "): " << text << function.getName();
    }
    return success();
  }

  DenseMap<CallGraphNode *, StringRef> inlined;
};
} // namespace
