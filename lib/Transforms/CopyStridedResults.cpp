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

/// Replaces each `tensor.empty` with an allocation, whose buffer has a known
/// type. Upstream's --empty-tensor-to-alloc-tensor, of LLVM 22, fails for long
/// programs.
static void allocateEmptyTensors(Operation *root) {
  root->walk([](tensor::EmptyOp op) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(
        bufferization::AllocTensorOp::create(builder, op.getLoc(), op.getType(),
                                             op.getDynamicSizes())
            .getResult());
    op.erase();
  });
}

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
  /// Returns the tensors in whose buffers `tensor` may be, or failure if it may
  /// be a view with other strides.
  FailureOr<SmallVector<Value>> getSources(Value tensor);

  bufferization::OneShotBufferizationOptions options;
  bufferization::AnalysisState state;
  /// Tensors that are no views.
  DenseSet<Value> whole;
};

struct CopyStridedResults
    : mlir::zyn::impl::ZynCopyStridedResultsBase<CopyStridedResults> {
  void runOnOperation() override {
    allocateEmptyTensors(getOperation());
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
  SmallVector<Value> worklist = {tensor};
  DenseSet<Value> visited;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (whole.contains(next) || !visited.insert(next).second)
      continue;
    FailureOr<SmallVector<Value>> sources = getSources(next);
    if (failed(sources))
      return true;
    worklist.append(*sources);
  }
  whole.insert(visited.begin(), visited.end());
  return false;
}

FailureOr<SmallVector<Value>> ViewAnalysis::getSources(Value tensor) {
  using Sources = SmallVector<Value>;
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
      if (OpOperand *init = loop.getTiedLoopInit(argument))
        return Sources{init->get()};
    if (isa<func::FuncOp>(parent) && argument.getOwner()->isEntryBlock())
      return Sources();
    return failure();
  }
  auto result = cast<OpResult>(tensor);
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
    OpOperand *init = loop.getTiedLoopInit(result);
    if (!carried || !init)
      return failure();
    Sources sources = {init->get()};
    if (OpOperand *yielded = loop.getTiedLoopYieldedValue(carried))
      sources.push_back(yielded->get());
    return sources;
  }
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return Sources{destinationStyle.getTiedOpOperand(result)->get()};
  if (isa<RegionBranchOpInterface>(op)) {
    Sources sources;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator())
          llvm::copy_if(
              block.getTerminator()->getOperands(), std::back_inserter(sources),
              [](Value value) { return isa<TensorType>(value.getType()); });
    return sources;
  }
  if (isa<func::CallOp>(op))
    return Sources();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
      slice && hasWholeRows(slice))
    return Sources{slice.getSource()};
  auto bufferizable = dyn_cast<bufferization::BufferizableOpInterface>(op);
  if (bufferizable && bufferizable.bufferizesToAllocation(result))
    return Sources();
  Sources sources;
  for (const bufferization::AliasingOpOperand &operand :
       state.getAliasingOpOperands(tensor)) {
    if (operand.relation == bufferization::BufferRelation::Unknown)
      return failure();
    sources.push_back(operand.opOperand->get());
  }
  if (!sources.empty())
    return sources;
  bufferization::BufferizationState buffers;
  auto type = bufferization::getBufferType(tensor, options, buffers);
  auto buffer = succeeded(type) ? dyn_cast<MemRefType>(*type) : MemRefType();
  if (!buffer || !buffer.getLayout().isIdentity())
    return failure();
  return sources;
}
