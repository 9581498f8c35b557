//===- LowerDeallocations.cpp - Deallocations without arrays on devices ---===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNLOWERDEALLOCATIONS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether upstream's lowering of `dealloc` calls the library function.
static bool needsLibraryFunction(bufferization::DeallocOp dealloc) {
  return dealloc.getMemrefs().size() > 1;
}

/// Moves the array that is passed as `argument` of the library function to the
/// stack.
static void moveToStack(Value argument) {
  auto array = argument.getDefiningOp<memref::CastOp>()
                   .getSource()
                   .getDefiningOp<memref::AllocOp>();
  for (Operation *user : llvm::make_early_inc_range(array->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  // Not in a sequential loop, where each iteration would take more of the
  // stack. The iterations of a parallel one each have an array.
  Region *scope = array->getParentRegion();
  auto isScope = [](Operation *op) {
    return op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
           op->hasTrait<OpTrait::HasParallelRegion>();
  };
  while (!isScope(scope->getParentOp()))
    scope = scope->getParentRegion();
  auto builder = OpBuilder::atBlockBegin(&scope->front());
  Value onStack =
      memref::AllocaOp::create(builder, array.getLoc(), array.getType());
  array.replaceAllUsesWith(onStack);
  array.erase();
}

/// Replaces `call` with the body of `callee`, which is one block.
static void inlineCall(func::CallOp call, func::FuncOp callee) {
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : callee.front().without_terminator())
    builder.clone(op, mapping);
  call.erase();
}

namespace {
struct ZynLowerDeallocations
    : zyn::impl::ZynLowerDeallocationsBase<ZynLowerDeallocations> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    func::FuncOp library;
    bufferization::DeallocHelperMap libraries;
    module.walk([&](bufferization::DeallocOp dealloc) {
      if (!needsLibraryFunction(dealloc))
        return;
      if (!library) {
        auto builder = OpBuilder::atBlockEnd(module.getBody());
        SymbolTable symbols(module);
        library = bufferization::buildDeallocationLibraryFunction(
            builder, module.getLoc(), symbols);
      }
      libraries[dealloc->getParentWithTrait<OpTrait::SymbolTable>()] = library;
    });

    RewritePatternSet patterns(&getContext());
    bufferization::populateBufferizationDeallocLoweringPattern(patterns,
                                                               libraries);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           memref::MemRefDialect, scf::SCFDialect>();
    target.addIllegalOp<bufferization::DeallocOp>();
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();

    if (!library)
      return;
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      if (call.getCallee() == library.getName())
        calls.push_back(call);
    });
    for (func::CallOp call : calls) {
      llvm::for_each(call.getOperands(), moveToStack);
      inlineCall(call, library);
    }
    library.erase();
  }
};
} // namespace
