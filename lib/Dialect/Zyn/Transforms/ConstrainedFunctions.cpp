//===- ConstrainedFunctions.cpp - What constraints apply to ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstrainedFunctions.h"

#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace mlir::zyn;

FunctionOpInterface zyn::getFunction(const CallGraphNode *node) {
  return node->isExternal() ? FunctionOpInterface()
                            : dyn_cast<FunctionOpInterface>(
                                  node->getCallableRegion()->getParentOp());
}

Operation *zyn::findCall(FunctionOpInterface caller,
                         FunctionOpInterface callee) {
  Operation *found = nullptr;
  caller.walk([&](CallOpInterface call) {
    auto symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!symbol || symbol.getLeafReference() != callee.getNameAttr())
      return WalkResult::advance();
    found = call;
    return WalkResult::interrupt();
  });
  return found;
}

ConstrainedFunctions::ConstrainedFunctions(
    ModuleOp module,
    llvm::function_ref<bool(FunctionOpInterface)> isConstrained) {
  if (llvm::none_of(module.getOps<func::FuncOp>(), isConstrained))
    return;
  const CallGraph graph(module);
  SmallVector<const CallGraphNode *> order =
      llvm::to_vector_of<const CallGraphNode *>(llvm::post_order(&graph));
  auto getFuncOp = [](const CallGraphNode *node) {
    return dyn_cast_or_null<func::FuncOp>(getFunction(node).getOperation());
  };
  // Callers come before callees, except in cycles, which need more rounds.
  for (bool hasChanged = true; std::exchange(hasChanged, false);)
    for (const CallGraphNode *node : llvm::reverse(order)) {
      func::FuncOp function = getFuncOp(node);
      if (!function)
        continue;
      if (isConstrained(function))
        hasChanged |= callers.try_emplace(function).second;
      if (!callers.contains(function))
        continue;
      for (const CallGraphNode::Edge &edge : *node)
        if (func::FuncOp callee = getFuncOp(edge.getTarget()))
          hasChanged |= callers.try_emplace(callee, function).second;
    }
  for (const CallGraphNode *node : order)
    if (func::FuncOp function = getFuncOp(node);
        function && callers.contains(function))
      calleesFirst.push_back(function);
}

SmallVector<std::pair<func::FuncOp, func::FuncOp>>
ConstrainedFunctions::getCallsTo(func::FuncOp function) const {
  SmallVector<std::pair<func::FuncOp, func::FuncOp>> calls;
  while (func::FuncOp caller = callers.lookup(function)) {
    calls.emplace_back(caller, function);
    function = caller;
  }
  return calls;
}
