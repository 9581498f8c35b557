//===- Constraints.cpp - Constraints of functions -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;

ConstraintsAttr zyn::getConstraints(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return {};
  return function->getAttrOfType<ConstraintsAttr>(kConstraintsAttrName);
}

bool zyn::isUnchecked(Operation *op) {
  ConstraintsAttr constraints = getConstraints(op);
  return constraints && constraints.getUnchecked();
}

std::string zyn::getInliningObstacle(Operation *callee, Operation *caller) {
  if (isUnchecked(callee) != isUnchecked(caller))
    return isUnchecked(callee) ? "it is unchecked, and its caller is not"
                               : "its caller is unchecked, and it is not";
  if (callee->getAttr(kKernelAttrName) != caller->getAttr(kKernelAttrName))
    return "its caller has another #zyn.kernel";
  return {};
}

bool zyn::isCriticalPath(Operation *op) {
  ConstraintsAttr constraints = getConstraints(op);
  return constraints && (constraints.getCriticalPath() ||
                         constraints.getOptLevel() == OptLevel::Olatency);
}

unsigned zyn::getOptimizationLevel(Operation *op) {
  if (auto module = dyn_cast<ModuleOp>(op)) {
    std::optional<unsigned> level;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function.isPublic() && !function.isExternal())
        level = std::max(level.value_or(0), getOptimizationLevel(function));
    return level.value_or(3);
  }
  ConstraintsAttr constraints = getConstraints(op);
  switch (constraints ? constraints.getOptLevel() : OptLevel::O3) {
  case OptLevel::O0:
    return 0;
  case OptLevel::O1:
    return 1;
  case OptLevel::O2:
  case OptLevel::Os:
    return 2;
  case OptLevel::O3:
  case OptLevel::Olatency:
    return 3;
  }
  llvm_unreachable("unknown level");
}
