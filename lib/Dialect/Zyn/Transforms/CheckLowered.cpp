//===- CheckLowered.cpp - Refuses what no pass has lowered ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKLOWERED
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct ZynCheckLowered : mlir::zyn::impl::ZynCheckLoweredBase<ZynCheckLowered> {
  void runOnOperation() override {
    // A function stays, with its return, where one of its types has no LLVM
    // type; then an op in it that made such a value says more.
    Operation *left = nullptr;
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return WalkResult::advance();
      left = op;
      bool isFunction =
          isa<FunctionOpInterface>(op) || op->hasTrait<OpTrait::ReturnLike>();
      return isFunction ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (!left)
      return;
    InFlightDiagnostic error =
        left->emitOpError("has no lowering to the LLVM dialect");
    if (auto function = dyn_cast<FunctionOpInterface>(left))
      error << "; its type is " << function.getFunctionType();
    signalPassFailure();
  }
};
} // namespace
