//===- ProtectArguments.cpp - Keeps arguments from being written ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPROTECTARGUMENTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using bufferization::BufferizationDialect;

namespace {
struct ProtectArguments
    : mlir::zyn::impl::ZynProtectArgumentsBase<ProtectArguments> {
  void runOnOperation() override {
    StringRef name = BufferizationDialect::kWritableAttrName;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isPrivate() || function.isExternal())
        continue;
      for (BlockArgument argument : function.getArguments())
        if (isa<TensorType>(argument.getType()) &&
            !function.getArgAttr(argument.getArgNumber(), name))
          function.setArgAttr(argument.getArgNumber(), name,
                              BoolAttr::get(&getContext(), false));
    }
  }
};
} // namespace
