//===- LatencyGoal.cpp - Constraints on latency ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/LatencyGoal.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Runtime/PinnedThread.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Error;
using zyn::runtime::Expected;

Expected<LatencyGoal> zyn::compiler::readLatencyGoal(const SourceModule &module,
                                                     const std::string &entry) {
  Expected<Signature> signature = module.findFunction(entry);
  if (!signature)
    return signature.takeError();
  LatencyGoal goal;
  module.visit([&](mlir::ModuleOp op) {
    auto function = op.lookupSymbol<mlir::func::FuncOp>(signature->name);
    auto constraints = function->getAttrOfType<mlir::zyn::ConstraintsAttr>(
        mlir::zyn::kConstraintsAttrName);
    if (!constraints)
      return;
    if (constraints.getCpuAffinity() >= 0)
      goal.core = constraints.getCpuAffinity();
    if (constraints.getTargetLatencyNs() > 0)
      goal.nanoseconds = constraints.getTargetLatencyNs();
  });
  std::vector<int64_t> cores = runtime::findCores();
  if (goal.core && !llvm::is_contained(cores, *goal.core))
    return Error(Diagnostic{
        Severity::Error,
        signature->location,
        "cpu_affinity of '" + signature->name + "' is " +
            std::to_string(*goal.core) +
            ": expected a core that the process may use, which are " +
            runtime::formatCores(cores),
        {}});
  return goal;
}
