//===- LowerConstraints.cpp - Attributes of LLVM for constraints ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNLOWERCONSTRAINTS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Adds attributes of LLVM that the dialect does not have.
static void lowerConstraints(LLVM::LLVMFuncOp function,
                             ConstraintsAttr constraints) {
  Builder builder(function.getContext());
  SmallVector<Attribute> attributes;
  if (ArrayAttr previous = function.getPassthroughAttr())
    llvm::append_range(attributes, previous);
  auto add = [&](StringRef name) {
    attributes.push_back(builder.getStringAttr(name));
  };
  OptLevel level = constraints.getOptLevel();
  if (isCriticalPath(function))
    add("hot");
  if (constraints.getInlineAlways())
    function.setAlwaysInline(true);
  if (level == OptLevel::O0) {
    function.setNoInline(true);
    function.setOptimizeNone(true);
  } else if (level == OptLevel::Os) {
    add("optsize");
  }
  if (!attributes.empty())
    function.setPassthroughAttr(builder.getArrayAttr(attributes));
}

namespace {
struct LowerConstraints
    : mlir::zyn::impl::ZynLowerConstraintsBase<LowerConstraints> {
  void runOnOperation() override {
    unsigned level = getOptimizationLevel(getOperation());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      ConstraintsAttr constraints = getConstraints(function);
      if (!constraints)
        continue;
      if (!function.isExternal())
        lowerConstraints(function, constraints);
      function->removeAttr(kConstraintsAttrName);
    }
    if (level != 3)
      addLevel(level);
  }

private:
  void addLevel(unsigned level) {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto flag =
        LLVM::ModuleFlagAttr::get(&getContext(), LLVM::ModFlagBehavior::Max,
                                  builder.getStringAttr("zyn-opt-level"),
                                  builder.getI32IntegerAttr(level));
    LLVM::ModuleFlagsOp::create(builder, getOperation().getLoc(),
                                builder.getArrayAttr(flag));
  }
};
} // namespace
