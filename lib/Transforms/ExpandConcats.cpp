//===- ExpandConcats.cpp - Lets ops write to parts of concatenations ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNEXPANDCONCATS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the destination of the op that computes `part` for a concatenation
/// in the same block, if another one can replace it; null otherwise.
static OpOperand *findDestination(Value part, tensor::ConcatOp concat) {
  auto op = part.getDefiningOp<DestinationStyleOpInterface>();
  if (!op || !part.hasOneUse() || op->getBlock() != concat->getBlock())
    return nullptr;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(part));
  return init->get().getDefiningOp<tensor::EmptyOp>() ? init : nullptr;
}

static void expand(RewriterBase &rewriter, tensor::ConcatOp concat) {
  Location loc = concat.getLoc();
  int64_t dim = concat.getDim();
  RankedTensorType type = concat.getResultType();
  SmallVector<OpOperand *> destinations;
  OpOperand *first = nullptr;
  bool isKnown = !type.isDynamicDim(dim);
  for (Value part : concat.getInputs()) {
    OpOperand *destination = findDestination(part, concat);
    destinations.push_back(destination);
    if (destination &&
        (!first || destination->getOwner()->isBeforeInBlock(first->getOwner())))
      first = destination;
    isKnown &= !cast<RankedTensorType>(part.getType()).isDynamicDim(dim);
  }
  if (!first || !isKnown) {
    rewriter.setInsertionPoint(concat);
    FailureOr<SmallVector<Value>> inserted =
        concat.decomposeOperation(rewriter);
    if (succeeded(inserted))
      rewriter.replaceOp(concat, *inserted);
    return;
  }
  rewriter.setInsertionPoint(first->getOwner());
  auto getSizes = [&](OpOperand *destination, int64_t size) {
    SmallVector<OpFoldResult> sizes =
        destination->get().getDefiningOp<tensor::EmptyOp>().getMixedSizes();
    sizes[dim] = rewriter.getIndexAttr(size);
    return sizes;
  };
  // Those of the first op are known before any part is computed.
  const SmallVector<OpFoldResult> known = getSizes(first, type.getDimSize(dim));
  Value whole =
      tensor::EmptyOp::create(rewriter, loc, known, type.getElementType());
  Value result = whole;
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      strides(type.getRank(), rewriter.getIndexAttr(1));
  int64_t offset = 0;
  for (auto [part, destination] : llvm::zip(concat.getInputs(), destinations)) {
    auto partType = cast<RankedTensorType>(part.getType());
    int64_t size = partType.getDimSize(dim);
    offsets[dim] = rewriter.getIndexAttr(offset);
    offset += size;
    rewriter.setInsertionPoint(concat);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, part);
    // Parts that might have other sizes are checked before they are inserted.
    SmallVector<OpFoldResult> expected = known;
    expected[dim] = rewriter.getIndexAttr(size);
    if (destination && getSizes(destination, size) == expected) {
      sizes = expected;
      rewriter.setInsertionPoint(destination->getOwner());
      Value slice = tensor::ExtractSliceOp::create(rewriter, loc, whole,
                                                   offsets, sizes, strides);
      if (slice.getType() != partType)
        slice = tensor::CastOp::create(rewriter, loc, partType, slice);
      destination->set(slice);
    }
    rewriter.setInsertionPoint(concat);
    result = tensor::InsertSliceOp::create(rewriter, loc, part, result, offsets,
                                           sizes, strides);
  }
  if (result.getType() != type)
    result = tensor::CastOp::create(rewriter, loc, type, result);
  rewriter.replaceOp(concat, result);
}

namespace {
struct ZynExpandConcats : zyn::impl::ZynExpandConcatsBase<ZynExpandConcats> {
  void runOnOperation() override {
    SmallVector<tensor::ConcatOp> concats;
    getOperation()->walk(
        [&](tensor::ConcatOp concat) { concats.push_back(concat); });
    IRRewriter rewriter(&getContext());
    for (tensor::ConcatOp concat : concats)
      expand(rewriter, concat);
  }
};
} // namespace
