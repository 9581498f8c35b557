//===- CopyStridedResults.cpp - Copies views at function boundaries -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers of arguments and results have no strides. --one-shot-bufferize of
// LLVM 22 casts a view to such a buffer if the type has dynamic strides where
// those of the buffer depend on dynamic sizes: it takes them for the same ones.
// If the strides are known and differ, it copies the elements.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCOPYSTRIDEDRESULTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct CopyStridedResults
    : mlir::zyn::impl::ZynCopyStridedResultsBase<CopyStridedResults> {
  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    bufferization::BufferizationState state;
    SmallVector<OpOperand *> views;
    getOperation()->walk([&](Operation *op) {
      if (!isa<func::ReturnOp, func::CallOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (isView(operand.get(), options, state))
          views.push_back(&operand);
    });
    for (OpOperand *view : views) {
      OpBuilder builder(view->getOwner());
      view->set(bufferization::AllocTensorOp::create(
          builder, view->getOwner()->getLoc(),
          cast<RankedTensorType>(view->get().getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/view->get()));
    }
  }

private:
  /// Whether the buffer of `value` has strides, some of which are unknown.
  static bool isView(Value value,
                     const bufferization::BufferizationOptions &options,
                     const bufferization::BufferizationState &state) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor || tensor.hasStaticShape())
      return false;
    FailureOr<bufferization::BufferLikeType> buffer =
        bufferization::getBufferType(value, options, state);
    if (failed(buffer))
      return false;
    auto type = dyn_cast<MemRefType>(*buffer);
    return type && !type.getLayout().isIdentity() &&
           !type.areTrailingDimsContiguous(type.getRank());
  }
};
} // namespace
