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
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCOPYSTRIDEDRESULTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Finds tensors whose buffers may be views. The types that One-Shot Bufferize
/// predicts would do, but it computes those of the results of loops again for
/// each use, which takes exponential time for a sequence of loops.
class ViewAnalysis {
public:
  ViewAnalysis() : state(options) {}

  /// Whether the buffer of `tensor` may have other strides than those of its
  /// sizes.
  bool mayBeView(Value tensor);

private:
  bool compute(Value tensor);
  bool anyMayBeView(ValueRange tensors) {
    return llvm::any_of(tensors,
                        [&](Value tensor) { return mayBeView(tensor); });
  }

  bufferization::OneShotBufferizationOptions options;
  bufferization::AnalysisState state;
  llvm::DenseMap<Value, bool> known;
};

struct CopyStridedResults
    : mlir::zyn::impl::ZynCopyStridedResultsBase<CopyStridedResults> {
  void runOnOperation() override {
    ViewAnalysis analysis;
    SmallVector<OpOperand *> views;
    getOperation()->walk([&](Operation *op) {
      if (!isa<func::ReturnOp, func::CallOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<RankedTensorType>(operand.get().getType());
        if (type && !type.hasStaticShape() && analysis.mayBeView(operand.get()))
          views.push_back(&operand);
      }
    });
    for (OpOperand *view : views) {
      OpBuilder builder(view->getOwner());
      view->set(bufferization::AllocTensorOp::create(
          builder, view->getOwner()->getLoc(),
          cast<RankedTensorType>(view->get().getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/view->get()));
    }
  }
};

} // namespace

/// Whether a slice is contiguous: a part of the first dimension of a tensor.
static bool hasWholeRows(tensor::ExtractSliceOp slice) {
  auto whole = slice.getSourceType().getShape().drop_front();
  return slice.hasUnitStride() &&
         slice.getType().getRank() == slice.getSourceType().getRank() &&
         !ShapedType::isDynamicShape(whole) &&
         slice.getType().getShape().drop_front() == whole;
}

bool ViewAnalysis::mayBeView(Value tensor) {
  // Of values that depend on each other, those of a loop, one is found first.
  auto [found, isNew] = known.try_emplace(tensor, false);
  if (!isNew)
    return found->second;
  return known[tensor] = compute(tensor);
}

bool ViewAnalysis::compute(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
      if (OpOperand *init = loop.getTiedLoopInit(argument))
        return mayBeView(init->get());
    return !isa<func::FuncOp>(parent) || !argument.getOwner()->isEntryBlock();
  }
  auto result = cast<OpResult>(tensor);
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    OpOperand *init = loop.getTiedLoopInit(result);
    BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
    OpOperand *yielded =
        carried ? loop.getTiedLoopYieldedValue(carried) : nullptr;
    return !init || mayBeView(init->get()) ||
           (yielded && mayBeView(yielded->get()));
  }
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return mayBeView(destinationStyle.getTiedOpOperand(result)->get());
  if (isa<RegionBranchOpInterface>(op)) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator() &&
            anyMayBeView(block.getTerminator()->getOperands()))
          return true;
    return false;
  }
  if (isa<func::CallOp>(op))
    return false;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
      slice && hasWholeRows(slice))
    return mayBeView(slice.getSource());
  bufferization::AliasingOpOperandList operands =
      state.getAliasingOpOperands(tensor);
  for (const bufferization::AliasingOpOperand &operand : operands)
    if (operand.relation == bufferization::BufferRelation::Unknown ||
        mayBeView(operand.opOperand->get()))
      return true;
  if (operands.getNumAliases() != 0)
    return false;
  bufferization::BufferizationState buffers;
  auto type = bufferization::getBufferType(tensor, options, buffers);
  auto buffer = succeeded(type) ? dyn_cast<MemRefType>(*type) : MemRefType();
  return !buffer || !buffer.getLayout().isIdentity();
}
