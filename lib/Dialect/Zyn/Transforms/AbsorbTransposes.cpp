//===- AbsorbTransposes.cpp - Views instead of transposing maps -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedPoints.h"
#include "TransposingMaps.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNABSORBTRANSPOSES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static remark::RemarkOpts transposeRemark() {
  return remark::RemarkOpts::name("Transpose")
      .category("zyn-absorb-transposes");
}

/// Returns the number of bytes of `count` elements in memory, or 0 if it is
/// unknown.
static uint64_t getBytes(Type element, int64_t count) {
  if (ShapedType::isDynamic(count) || !element.isIntOrFloat())
    return 0;
  return llvm::SaturatingMultiply<uint64_t>(
      llvm::divideCeil(element.getIntOrFloatBitWidth(), 8), count);
}

/// Whether the strides of views of tensors of type `type` are known from it,
/// and all rows are aligned for TMA.
static bool hasAlignedStrides(RankedTensorType type) {
  return type.getRank() != 0 &&
         !ShapedType::isDynamicShape(type.getShape().drop_front()) &&
         getBytes(type.getElementType(), type.getShape().back()) %
                 limits::tensorGranule ==
             0;
}

/// Whether the same holds for what `tensor` is a view of.
static bool isAlignedView(Value tensor) {
  for (;;) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!hasAlignedStrides(type))
      return false;
    Operation *op = tensor.getDefiningOp();
    if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op)) {
      int64_t offset = slice.getStaticOffsets().back();
      if (ShapedType::isDynamic(offset) ||
          getBytes(type.getElementType(), offset) % limits::tensorGranule !=
              0 ||
          !slice.hasUnitStride() || slice.getDroppedDims().any())
        return false;
    } else if (!isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                                TransposeOp>(op)) {
      return true;
    }
    tensor = op->getOperand(0);
  }
}

/// If `map` only moves rows of at least a sector, which is what a GPU reads at
/// once, returns the permutation of which its result is the transpose of its
/// input, or else nothing.
static SmallVector<int64_t> getPermutation(MapOp map) {
  if (!isTransposing(map))
    return {};
  auto type = cast<RankedTensorType>(map->getResult(0).getType());
  AffineMap access = map.getInputMap(0);
  unsigned numLoops = access.getNumDims();
  if (numLoops == 0 || access.getDimPosition(numLoops - 1) != numLoops - 1 ||
      getBytes(type.getElementType(), type.getShape().back()) <
          uint64_t(limits::globalSectorBytes))
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
  // Copies; a concatenation is several of them.
  if (auto insertion = dyn_cast<SubsetInsertionOpInterface>(use.getOwner()))
    return &use == &insertion.getSourceOperand();
  if (isa<tensor::ConcatOp>(use.getOwner()))
    return true;
  auto op = dyn_cast<ComputeOpInterface>(use.getOwner());
  return op && op.isDpsInput(&use) && op.acceptsPermutedDimensions(use);
}

/// Replaces a map by a view of its input, or returns why not.
static std::optional<StringRef> readTransposed(RewriterBase &rewriter,
                                               MapOp map,
                                               ArrayRef<int64_t> permutation) {
  Value result = map->getResult(0);
  if (result.use_empty() || !llvm::all_of(result.getUses(), readsViews))
    return "the ops that read it are slower on strided views";
  if (!isAlignedView(map.getInputs()[0]))
    return "the strides of its input are not known to be multiples of 16 bytes";
  replaceByView(rewriter, map, map.getInputs()[0], permutation);
  return std::nullopt;
}

/// Lets the op that computes the input of a map write it where the map would
/// move it, or returns why not.
static std::optional<StringRef> writeTransposed(RewriterBase &rewriter,
                                                MapOp map,
                                                ArrayRef<int64_t> permutation) {
  auto result = dyn_cast<OpResult>(map.getInputs()[0]);
  auto op = result ? dyn_cast<ComputeOpInterface>(result.getOwner())
                   : ComputeOpInterface();
  OpOperand *init = op ? op.getTiedOpOperand(result) : nullptr;
  if (!init || !op.acceptsPermutedDimensions(*init))
    return "the op that writes its input is slower on strided views";
  if (!result.hasOneUse() || op.readsDestination(*init))
    return "its input has other uses, or is added to other elements";
  if (!hasAlignedStrides(cast<RankedTensorType>(map->getResult(0).getType())))
    return "the strides of its result are not known to be multiples of 16 "
           "bytes";
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
  return std::nullopt;
}

/// Copies a view that has the type of its source before it is inserted:
/// --one-shot-bufferize of LLVM 22 would take it for the slice that its source
/// may have been extracted from, and insert nothing.
static void copyInsertedView(RewriterBase &rewriter, TransposeOp transpose) {
  if (transpose.getType() != transpose.getSource().getType() ||
      isIdentityPermutation(transpose.getPermutation()))
    return;
  for (OpOperand &use : llvm::make_early_inc_range(transpose->getUses())) {
    auto insertion = dyn_cast<SubsetInsertionOpInterface>(use.getOwner());
    if (!insertion || &use != &insertion.getSourceOperand())
      continue;
    rewriter.setInsertionPoint(insertion);
    Value copy = bufferization::AllocTensorOp::create(
        rewriter, transpose.getLoc(),
        cast<RankedTensorType>(transpose.getType()),
        /*dynamicSizes=*/ValueRange(), /*copy=*/transpose.getResult());
    rewriter.modifyOpInPlace(insertion, [&] { use.set(copy); });
  }
}

namespace {
struct AbsorbTransposes
    : mlir::zyn::impl::ZynAbsorbTransposesBase<AbsorbTransposes> {
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
      std::optional<StringRef> whyNotRead =
          readTransposed(rewriter, map, permutation);
      if (!whyNotRead) {
        remark::passed(loc, transposeRemark())
            << remark::reason("read where its input is");
        continue;
      }
      std::optional<StringRef> whyNotWritten =
          writeTransposed(rewriter, map, permutation);
      if (!whyNotWritten)
        remark::passed(loc, transposeRemark())
            << remark::reason("written where its result is");
      else
        remark::missed(loc, transposeRemark()) << remark::reason(
            "moved: {0}, and {1}", *whyNotRead, *whyNotWritten);
    }
    SmallVector<TransposeOp> views;
    getOperation()->walk([&](TransposeOp op) { views.push_back(op); });
    for (TransposeOp view : views)
      copyInsertedView(rewriter, view);
  }
};
} // namespace
