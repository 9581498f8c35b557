//===- RemovedChecks.cpp - Checks of unchecked functions ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemovedChecks.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::zyn;

bool RemovedChecks::removeIfUnchecked(Operation *op) {
  SmallVector<Operation *> ops = std::exchange(inserted, {});
  if (!isUnchecked(op))
    return false;
  auto isCheck = llvm::IsaPred<cf::AssertOp, AssertOp>;
  countIfUnchecked(op, llvm::count_if(ops, isCheck));
  // Users come after what they use.
  for (Operation *created : llvm::reverse(ops))
    created->erase();
  return true;
}

void RemovedChecks::countIfUnchecked(Operation *op, unsigned checks) {
  if (!checks || !isUnchecked(op))
    return;
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  counts[function] += checks;
}

void RemovedChecks::report() const {
  for (auto [function, count] : counts)
    remark::passed(
        function->getLoc(),
        remark::RemarkOpts::name("HoistChecks").category("zyn-hoist-checks"))
        << remark::reason("{0} checks: {0} removed, since the function is "
                          "unchecked",
                          count);
}
