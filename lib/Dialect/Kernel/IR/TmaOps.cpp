//===- TmaOps.cpp - Copies of tiles by TMA --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncVerifiers.h"
#include "Zyn/Support/GPULimits.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

LogicalResult TensorMapEncodeOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  TensorMapType map = getResult().getType();
  if (!isGlobalOrGeneric(source))
    return emitOpError("expected a buffer in global memory, found ") << source;
  if (source.getRank() != map.getRank())
    return emitOpError("expected a buffer of ")
           << map.getRank() << " dimensions for " << map << ", found "
           << source;
  if (source.getElementType() != map.getStorageType())
    return emitOpError("expected a buffer of ")
           << map.getStorageType() << " for " << map << ", found " << source;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(source.getStridesAndOffset(strides, offset)))
    return emitOpError("expected a buffer with strides, found ") << source;
  if (strides.back() != 1 && !ShapedType::isDynamic(strides.back()))
    return emitOpError("expected a buffer that is contiguous along its last "
                       "dimension, found ")
           << source;
  int64_t elementBytes = source.getElementTypeBitWidth() / 8;
  for (auto [size, stride] :
       llvm::zip(source.getShape().drop_back(), ArrayRef(strides).drop_back()))
    if (!ShapedType::isDynamic(stride) && size != 1 &&
        stride * elementBytes % limits::tensorGranule != 0)
      return emitOpError("expected strides of a multiple of ")
             << limits::tensorGranule << " bytes, found "
             << stride * elementBytes << " bytes in " << source
             << "; pad the rows";
  return success();
}

static LogicalResult verifyCoordinates(Operation *op, TensorMapType map,
                                       size_t coordinates) {
  if (static_cast<int64_t>(coordinates) == map.getRank())
    return success();
  return op->emitOpError("expected ") << map.getRank() << " coordinates for "
                                      << map << ", found " << coordinates;
}

static LogicalResult verifyOffsets(Operation *op, TensorMapType map,
                                   size_t offsets) {
  if (offsets == map.getLower().size())
    return success();
  if (!map.isIm2col())
    return op->emitOpError("expected no offsets without im2col for ")
           << map << ", found " << offsets;
  return op->emitOpError("expected an offset for each of the ")
         << map.getLower().size() << " spatial dimensions of " << map
         << ", found " << offsets;
}

/// Checks the tile in shared memory.
static LogicalResult verifyTile(Operation *op, TensorMapType map, Value tile,
                                OperandRange indices, StringRef what) {
  auto type = cast<MemRefType>(tile.getType());
  if (failed(verifyInShared(op, type, what)) ||
      failed(verifyIndices(op, type, indices.size(), what)))
    return failure();
  if (type.getElementType() != map.getStorageType())
    return op->emitOpError("expected ")
           << what << " of " << map.getStorageType() << " for " << map
           << ", found " << type;
  int64_t tileElements = 1;
  for (int64_t size : map.getBox())
    tileElements *= size;
  if (type.hasStaticShape() && type.getLayout().isIdentity() &&
      type.getNumElements() < tileElements)
    return op->emitOpError("expected ")
           << what << " with space for the " << tileElements << " elements of "
           << map << ", found " << type;
  auto shared = tile.getDefiningOp<SharedOp>();
  if (shared && shared.getAlignment() < limits::tileAlignment)
    return op->emitOpError("expected ")
           << what << " aligned to " << limits::tileAlignment
           << " bytes, found a kernel.shared aligned to "
           << shared.getAlignment() << "; set its alignment";
  return success();
}

LogicalResult TmaLoadOp::verify() {
  TensorMapType map = getMap().getType();
  if (failed(verifyCoordinates(*this, map, getCoordinates().size())) ||
      failed(verifyOffsets(*this, map, getOffsets().size())) ||
      failed(verifyTile(*this, map, getDestination(), getIndices(),
                        "a destination")))
    return failure();
  return verifyMBarrier(*this, cast<MemRefType>(getBarriers().getType()),
                        getBarrierIndices().size());
}

LogicalResult TmaStoreOp::verify() {
  TensorMapType map = getMap().getType();
  if (failed(verifyCoordinates(*this, map, getCoordinates().size())))
    return failure();
  return verifyTile(*this, map, getSource(), getIndices(), "a source");
}

/// Whether the hardware supports the reduction for elements of `type`.
static bool canReduce(TmaReduction kind, Type type) {
  switch (kind) {
  case TmaReduction::add:
    return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) ||
           type.isInteger(32) || type.isInteger(64);
  case TmaReduction::min:
  case TmaReduction::max:
    return isa<Float16Type, BFloat16Type>(type) || type.isInteger(32) ||
           type.isInteger(64);
  case TmaReduction::inc:
  case TmaReduction::dec:
    return type.isInteger(32);
  case TmaReduction::bit_and:
  case TmaReduction::bit_or:
  case TmaReduction::bit_xor:
    return type.isInteger(32) || type.isInteger(64);
  }
  return false;
}

static StringRef getSupportedElements(TmaReduction kind) {
  switch (kind) {
  case TmaReduction::add:
    return "f16, bf16, f32, f64, i32 or i64";
  case TmaReduction::min:
  case TmaReduction::max:
    return "f16, bf16, i32 or i64";
  case TmaReduction::inc:
  case TmaReduction::dec:
    return "i32";
  default:
    return "i32 or i64";
  }
}

LogicalResult TmaReduceOp::verify() {
  TensorMapType map = getMap().getType();
  if (!canReduce(getKind(), map.getElementType()))
    return emitOpError("expected elements of ")
           << getSupportedElements(getKind()) << " for '"
           << stringifyTmaReduction(getKind()) << "', found "
           << map.getElementType();
  if (failed(verifyCoordinates(*this, map, getCoordinates().size())))
    return failure();
  return verifyTile(*this, map, getSource(), getIndices(), "a source");
}

LogicalResult TmaPrefetchOp::verify() {
  TensorMapType map = getMap().getType();
  if (failed(verifyCoordinates(*this, map, getCoordinates().size())))
    return failure();
  return verifyOffsets(*this, map, getOffsets().size());
}

LogicalResult TmaWaitOp::verify() {
  if (static_cast<int32_t>(getGroups()) >= 0)
    return success();
  return emitOpError("expected a number of groups of at least 0, found ")
         << static_cast<int32_t>(getGroups());
}
