//===- TilingInterfaceImpl.cpp - Tiling of compute ops --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/TilingInterfaceImpl.h"

#include "ExternalModels.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::zyn;

/// The size of `dimension`.
static OpFoldResult getSize(OpBuilder &builder, Location loc,
                            OperandDimension dimension) {
  Value value = dimension.getValue();
  if (isa<MemRefType>(value.getType()))
    return memref::getMixedSize(builder, loc, value, dimension.dim);
  return tensor::getMixedSize(builder, loc, value, dimension.dim);
}

/// Whether a tile of `size` iterations, starting at `offset`, is known to cover
/// the whole loop that has the size of `dimension`.
static bool isWholeLoop(OpFoldResult offset, OpFoldResult size,
                        OperandDimension dimension) {
  using Bounds = ValueBoundsConstraintSet;
  if (!isZeroInteger(offset))
    return false;
  FailureOr<bool> isEqual =
      Bounds::areEqual(Bounds::Variable(size),
                       Bounds::Variable(dimension.getValue(), dimension.dim));
  return succeeded(isEqual) && *isEqual;
}

/// Returns the slice of `operand` that a tile of the iteration space accesses.
static linalg::SliceParameters
getSlice(OpBuilder &builder, ComputeOpInterface op, OpOperand &operand,
         ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  Location loc = op.getLoc();
  // The tile is within the iteration space, so it is bounded by its own sizes.
  return linalg::computeSliceParameters(
      builder, loc, operand.get(), sizes, op.getOperandAccess(operand).getMap(),
      offsets, /*ubs=*/sizes,
      linalg::computeTileSizes(builder, loc, sizes, sizes),
      /*omitPartialTileCheck=*/true);
}

/// Creates the slice of `operand` that a tile accesses, or returns the operand
/// itself if any of its elements may be accessed.
static Value createSlice(OpBuilder &builder, ComputeOpInterface op,
                         OpOperand &operand, ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) {
  Value value = operand.get();
  if (op.getOperandAccess(operand).getKind() == OperandAccess::Kind::Indirect)
    return value;
  linalg::SliceParameters slice =
      getSlice(builder, op, operand, offsets, sizes);
  if (isa<MemRefType>(value.getType()))
    return memref::SubViewOp::create(builder, op.getLoc(), value, slice.offsets,
                                     slice.sizes, slice.strides);
  return tensor::ExtractSliceOp::create(
      builder, op.getLoc(), value, slice.offsets, slice.sizes, slice.strides);
}

/// Adds the tile's offsets to the indices that the body uses.
static void offsetIndices(OpBuilder &builder, Operation *tiled,
                          ArrayRef<OpFoldResult> offsets) {
  OpBuilder::InsertionGuard guard(builder);
  for (Region &region : tiled->getRegions())
    for (auto index : llvm::to_vector(region.getOps<IndexOp>())) {
      OpFoldResult offset = offsets[index.getDimension()];
      if (isZeroInteger(offset))
        continue;
      Location loc = index.getLoc();
      builder.setInsertionPointAfter(index);
      Value first = getValueOrCreateConstantIndexOp(builder, loc, offset);
      auto sum = arith::AddIOp::create(builder, loc, index.getResult(), first);
      index.getResult().replaceAllUsesExcept(sum, sum);
    }
}

namespace {

struct TilableComputeOp
    : TilingInterface::ExternalModel<TilableComputeOp, ComputeOpInterface> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return cast<ComputeOpInterface>(op).getLoopIteratorTypes();
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    return llvm::map_to_vector(cast<ComputeOpInterface>(op).getLoopDimensions(),
                               [&](OperandDimension dimension) -> Range {
                                 return {
                                     builder.getIndexAttr(0),
                                     getSize(builder, op->getLoc(), dimension),
                                     builder.getIndexAttr(1)};
                               });
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto computeOp = cast<ComputeOpInterface>(op);
    if (failed(checkTiles(computeOp, offsets, sizes)))
      return failure();
    SmallVector<Value> operands;
    SmallVector<Operation *> slices;
    for (OpOperand &operand : op->getOpOperands()) {
      Value slice = createSlice(builder, computeOp, operand, offsets, sizes);
      operands.push_back(slice);
      if (slice != operand.get())
        slices.push_back(slice.getDefiningOp());
    }
    SmallVector<Type> resultTypes;
    if (op->getNumResults() != 0)
      for (OpOperand &destination : computeOp.getDpsInitsMutable())
        resultTypes.push_back(
            operands[destination.getOperandNumber()].getType());
    Operation *tiled = cloneWithoutRegions(builder, op, resultTypes, operands);
    // Upstream cannot clone an empty region, such as that of an absent
    // epilogue.
    for (auto [from, to] : llvm::zip(op->getRegions(), tiled->getRegions()))
      if (!from.empty())
        builder.cloneRegionBefore(from, to, to.begin());
    offsetIndices(builder, tiled, offsets);
    return TilingResult{
        {tiled}, SmallVector<Value>(tiled->getResults()), slices};
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &builder,
                        unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    auto computeOp = cast<ComputeOpInterface>(op);
    OpOperand &destination = *computeOp.getDpsInitOperand(resultNumber);
    if (!computeOp.getOperandAccess(destination).getMap())
      return failure();
    linalg::SliceParameters slice =
        getSlice(builder, computeOp, destination, offsets, sizes);
    resultOffsets = slice.offsets;
    resultSizes = slice.sizes;
    return success();
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &builder, unsigned resultNumber,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    auto computeOp = cast<ComputeOpInterface>(op);
    OperandAccess access =
        computeOp.getOperandAccess(*computeOp.getDpsInitOperand(resultNumber));
    if (access.getKind() != OperandAccess::Kind::Elementwise &&
        access.getKind() != OperandAccess::Kind::Projected)
      return failure();
    for (const Range &range : getIterationDomain(op, builder)) {
      domainOffsets.push_back(range.offset);
      domainSizes.push_back(range.size);
    }
    for (auto [dim, expr] : llvm::enumerate(access.getMap().getResults())) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      domainOffsets[loop] = offsets[dim];
      domainSizes[loop] = sizes[dim];
    }
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder,
                          unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    SmallVector<OpFoldResult> domainOffsets, domainSizes;
    if (failed(getIterationDomainTileFromResultTile(
            op, builder, resultNumber, offsets, sizes, domainOffsets,
            domainSizes)))
      return failure();
    FailureOr<TilingResult> tiled =
        getTiledImplementation(op, builder, domainOffsets, domainSizes);
    if (failed(tiled))
      return failure();
    return TilingResult{tiled->tiledOps,
                        {tiled->tiledValues[resultNumber]},
                        tiled->generatedSlices};
  }

private:
  static LogicalResult checkTiles(ComputeOpInterface op,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> sizes) {
    for (auto [loop, dimension] : llvm::enumerate(op.getLoopDimensions())) {
      StringRef obstacle = op.getTilingObstacle(loop);
      if (!obstacle.empty() &&
          !isWholeLoop(offsets[loop], sizes[loop], dimension))
        return op.emitOpError("cannot be tiled along loop #")
               << loop << ", " << obstacle;
    }
    return success();
  }
};

} // namespace

void zyn::attachTilingInterface(Dialect &dialect) {
  // The dialects of the ops that tiling creates.
  dialect.getContext()
      ->loadDialect<affine::AffineDialect, arith::ArithDialect,
                    memref::MemRefDialect, tensor::TensorDialect>();
  attachToOps<TilableComputeOp>(dialect);
}

void zyn::registerTilingInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ZynDialect *dialect) {
    attachTilingInterface(*dialect);
  });
}
