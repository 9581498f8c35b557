//===- AbsorbTransposes.cpp - Views instead of transposing maps -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedPoints.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNABSORBTRANSPOSES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// What a GPU reads at once: a sector of its caches.
static constexpr int64_t kMinRowBytes = 32;

static remark::RemarkOpts transposeRemark() {
  return remark::RemarkOpts::name("Transpose")
      .category("zyn-absorb-transposes");
}

/// Returns the number of bytes of a row, or 0 if it is unknown.
static int64_t getRowBytes(RankedTensorType type) {
  Type element = type.getElementType();
  if (type.getRank() == 0 || type.isDynamicDim(type.getRank() - 1) ||
      !element.isIntOrFloat())
    return 0;
  return type.getShape().back() * element.getIntOrFloatBitWidth() / 8;
}

/// If `map` only moves rows of enough bytes, returns the permutation of which
/// its result is the transpose of its input, or else nothing.
static SmallVector<int64_t> getPermutation(MapOp map) {
  if (map.getInputs().size() != 1 || map->getNumResults() != 1)
    return {};
  AffineMap access = map.getInputMap(0);
  unsigned numLoops = access.getNumDims();
  if (!access.isPermutation() || numLoops == 0 ||
      access.getDimPosition(numLoops - 1) != numLoops - 1 ||
      map.getBlock()->getTerminator()->getOperand(0) !=
          map.getBlock()->getArgument(0) ||
      getRowBytes(cast<RankedTensorType>(map->getResult(0).getType())) <
          kMinRowBytes)
    return {};
  auto op = cast<ComputeOpInterface>(map.getOperation());
  SmallVector<int64_t> permutation(numLoops);
  for (int64_t i = 0; i < numLoops; ++i) {
    unsigned loop = access.getDimPosition(i);
    permutation[loop] = i;
    // Otherwise, the sizes are compared when the program runs.
    if (!isUnchecked(map) && !haveSameSize({op.getDpsInputOperand(0), i},
                                           {op.getDpsInitOperand(0), loop}))
      return {};
  }
  return permutation;
}

/// Replaces a map by the transpose of `source`.
static void replaceByView(RewriterBase &rewriter, MapOp map, Value source,
                          ArrayRef<int64_t> permutation) {
  rewriter.setInsertionPoint(map);
  Location loc = map.getLoc();
  Value view = TransposeOp::create(rewriter, loc, source, permutation);
  Type type = map->getResult(0).getType();
  if (view.getType() != type)
    view = tensor::CastOp::create(rewriter, loc, type, view);
  rewriter.replaceOp(map, view);
}

/// Whether `use` reads a strided view as fast as a tensor.
static bool readsViews(OpOperand &use) {
  if (auto insertion = dyn_cast<tensor::InsertSliceOp>(use.getOwner()))
    return &use == &insertion.getSourceMutable();
  if (isa<tensor::ConcatOp>(use.getOwner()))
    return true;
  auto op = dyn_cast<ComputeOpInterface>(use.getOwner());
  return op && op.isDpsInput(&use) && op.acceptsPermutedDimensions(use);
}

/// Replaces a map by a view of its input.
static LogicalResult readTransposed(RewriterBase &rewriter, MapOp map,
                                    ArrayRef<int64_t> permutation) {
  Value result = map->getResult(0);
  if (result.use_empty() || !llvm::all_of(result.getUses(), readsViews))
    return failure();
  replaceByView(rewriter, map, map.getInputs()[0], permutation);
  return success();
}

/// Lets the op that computes the input of a map write it where the map would
/// move it.
static LogicalResult writeTransposed(RewriterBase &rewriter, MapOp map,
                                     ArrayRef<int64_t> permutation) {
  auto result = dyn_cast<OpResult>(map.getInputs()[0]);
  auto op = result ? dyn_cast<ComputeOpInterface>(result.getOwner())
                   : ComputeOpInterface();
  if (!op || !result.hasOneUse())
    return failure();
  OpOperand *init = op.getTiedOpOperand(result);
  if (!op.acceptsPermutedDimensions(*init) || op.readsDestination(*init))
    return failure();
  rewriter.setInsertionPoint(op);
  Location loc = map.getLoc();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, init->get());
  applyPermutationToVector(sizes, permutation);
  Value moved = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(result));
  Value view = TransposeOp::create(rewriter, loc, moved,
                                   invertPermutationVector(permutation));
  rewriter.modifyOpInPlace(op, [&] { init->set(view); });
  replaceByView(rewriter, map, result, permutation);
  return success();
}

namespace {
struct AbsorbTransposes : zyn::impl::ZynAbsorbTransposesBase<AbsorbTransposes> {
  void runOnOperation() override {
    SmallVector<MapOp> maps;
    getOperation()->walk([&](MapOp map) {
      if (isa<RankedTensorType>(map.getInits()[0].getType()))
        maps.push_back(map);
    });
    IRRewriter rewriter(&getContext());
    for (MapOp map : maps) {
      SmallVector<int64_t> permutation = getPermutation(map);
      if (permutation.empty())
        continue;
      Location loc = map.getLoc();
      if (succeeded(readTransposed(rewriter, map, permutation)))
        remark::passed(loc, transposeRemark())
            << remark::reason("read where its input is");
      else if (succeeded(writeTransposed(rewriter, map, permutation)))
        remark::passed(loc, transposeRemark())
            << remark::reason("written where its result is");
      else
        remark::missed(loc, transposeRemark())
            << remark::reason("moved, since the ops that read or write it "
                              "are slower on strided views");
    }
  }
};
} // namespace
