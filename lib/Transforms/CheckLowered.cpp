//===- CheckLowered.cpp - Refuses what no pass has lowered ----------------===//
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
    // A function stays, with its return, where one of its types has no LLVM
    // type; then an op in it that made such a value says more.
    // A cast that is left says least, but names the type.
    Operation *left = nullptr;
    UnrealizedConversionCastOp cast;
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return WalkResult::advance();
      if (auto found = dyn_cast<UnrealizedConversionCastOp>(op)) {
        cast = cast ? cast : found;
        return WalkResult::advance();
      }
      left = op;
      bool isFunction =
          isa<FunctionOpInterface>(op) || op->hasTrait<OpTrait::ReturnLike>();
      return isFunction ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (!left && !cast)
      return;
    signalPassFailure();
    if (!left || (cast && isa<FunctionOpInterface>(left)))
      return reportCast(cast);
    InFlightDiagnostic error =
        left->emitOpError("has no lowering to the LLVM dialect");
    if (auto function = dyn_cast<FunctionOpInterface>(left))
      error << "; its type is " << function.getFunctionType();
  }

private:
  /// The conversion stopped at a type that LLVM does not have.
  static void reportCast(UnrealizedConversionCastOp cast) {
    SmallVector<Type> types(cast.getOperandTypes());
    llvm::append_range(types, cast.getResultTypes());
    auto unknown = llvm::find_if_not(types, LLVM::isCompatibleType);
    if (unknown == types.end())
      cast.emitOpError("has no lowering to the LLVM dialect");
    else
      cast.emitError("values of type ")
          << *unknown << " have no lowering to the LLVM dialect";
  }
};
} // namespace
