//===- CheckLowered.cpp - Rejects ops that were not lowered ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKLOWERED
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct ZynCheckLowered : mlir::zyn::impl::ZynCheckLoweredBase<ZynCheckLowered> {
  void runOnOperation() override {
    // A function and its return remain if one of its types has no LLVM type;
    // then an op in it that produces such a value is more informative. A
    // remaining cast is the least informative, but names the type.
    Operation *remaining = nullptr;
    UnrealizedConversionCastOp cast;
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return WalkResult::advance();
      if (auto found = dyn_cast<UnrealizedConversionCastOp>(op)) {
        cast = cast ? cast : found;
        return WalkResult::advance();
      }
      remaining = op;
      bool isFunction =
          isa<FunctionOpInterface>(op) || op->hasTrait<OpTrait::ReturnLike>();
      return isFunction ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (!remaining && !cast)
      return;
    signalPassFailure();
    if (!remaining || (cast && isa<FunctionOpInterface>(remaining)))
      return reportCast(cast);
    InFlightDiagnostic error =
        remaining->emitOpError("has no lowering to the LLVM dialect");
    if (auto function = dyn_cast<FunctionOpInterface>(remaining))
      error << "; its type is " << function.getFunctionType();
  }

private:
  /// Reports a remaining cast, which is due to a type that LLVM does not have.
  static void reportCast(UnrealizedConversionCastOp cast) {
    SmallVector<Type> types(cast.getOperandTypes());
    llvm::append_range(types, cast.getResultTypes());
    auto *unknown = llvm::find_if_not(types, LLVM::isCompatibleType);
    if (unknown == types.end())
      cast.emitOpError("has no lowering to the LLVM dialect");
    else
      cast.emitError("values of type ")
          << *unknown << " have no lowering to the LLVM dialect";
  }
};
} // namespace
