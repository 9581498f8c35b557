//===- MatmulOperands.cpp - Operands that TMA can access --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------===//

#include "MatmulOperands.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulUnit;

//===----------------------------------------------------------------------===//
// PaddedBuffer
//===----------------------------------------------------------------------===//

/// Elements in the unit to which rows are padded.
static int64_t getGranule(Type element) {
  return ::zyn::limits::tensorGranule / kernel::getElementBytes(element);
}

PaddedBuffer::PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
                           Value isNeeded)
    : sizes(getAsOpFoldResult(sizes)), strides(sizes.size()) {
  int64_t granule = getGranule(element);
  strides.back() = h.getIndexAttr(1);
  Value stride = h.mul(h.ceilDiv(sizes.back(), granule), granule);
  for (size_t dim = sizes.size() - 1; dim-- > 0;) {
    strides[dim] = getAsOpFoldResult(stride);
    stride = h.mul(stride, sizes[dim]);
  }
  if (isNeeded)
    stride = h.createOrFold<arith::SelectOp>(isNeeded, stride, h.constant(0));
  allocation = memref::AllocOp::create(
      h, MemRefType::get({ShapedType::kDynamic}, element), ValueRange{stride});
}

Value PaddedBuffer::getView(IndexBuilder &h) const {
  return memref::ReinterpretCastOp::create(h, allocation, h.getIndexAttr(0),
                                           sizes, strides);
}

//===----------------------------------------------------------------------===//
// Copies of operands
//===----------------------------------------------------------------------===//

/// Exchanges the last two of `values`.
template <typename T>
static void transpose(SmallVectorImpl<T> &values) {
  std::swap(values.back(), values[values.size() - 2]);
}

/// Creates a map that reads each element of `source`, whose last two dimensions
/// are exchanged in the destinations if `isTransposed`. `build` returns what is
/// stored for an element.
static void
createMap(IndexBuilder &h, Value source, ValueRange destinations,
          bool isTransposed,
          function_ref<SmallVector<Value>(IndexBuilder &, Value)> build) {
  int64_t rank = cast<MemRefType>(source.getType()).getRank();
  SmallVector<AffineExpr> indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    indices.push_back(h.getAffineDimExpr(dim));
  if (isTransposed)
    transpose(indices);
  AffineMap indexing = AffineMap::get(rank, 0, indices, h.getContext());
  auto map = MapOp::create(h, TypeRange(), source, destinations,
                           h.getAffineMapArrayAttr(indexing));
  OpBuilder::InsertionGuard guard(h);
  Block *body = h.createBlock(&map.getBody(), {},
                              {getElementTypeOrSelf(source)}, {h.getLoc()});
  YieldOp::create(h, build(h, body->getArgument(0)));
}

/// Returns an aligned view of `buffer`, without its elements if it is padded.
MatmulOperands::View MatmulOperands::alignRows(IndexBuilder &h, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes = h.sizes(buffer);
  // The address and the strides of a view are not known to be aligned either.
  Value rest = areContiguous(buffer)
                   ? h.rem(sizes.back(), getGranule(type.getElementType()))
                   : h.constant(1);
  Value isPadded = h.less(h.constant(0), rest);
  std::optional<int64_t> known = getConstantIntValue(isPadded);
  if (known && !*known)
    return {buffer, buffer, Value(), Value()};
  PaddedBuffer padded(h, type.getElementType(), sizes, isPadded);
  if (known)
    return {buffer, padded.getView(h), isPadded, padded.allocation};

  SmallVector<int64_t> strides(sizes.size(), ShapedType::kDynamic);
  strides.back() = 1;
  auto viewType = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(h.getContext(), ShapedType::kDynamic, strides),
      type.getMemorySpace());
  auto branch = scf::IfOp::create(h, TypeRange(viewType), isPadded,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto yield = [&](Block *block, function_ref<Value()> getView) {
    OpBuilder::InsertionGuard guard(h);
    h.setInsertionPointToEnd(block);
    Value view = memref::CastOp::create(h, viewType, getView());
    scf::YieldOp::create(h, view);
  };
  yield(branch.thenBlock(), [&] { return padded.getView(h); });
  yield(branch.elseBlock(), [&] { return buffer; });
  return {buffer, branch.getResult(0), isPadded, padded.allocation};
}

/// Returns a copy of `buffer` whose last dimension is K.
MatmulOperands::View MatmulOperands::copyWithKInnermost(IndexBuilder &h,
                                                        Value buffer,
                                                        bool isKInnermost) {
  SmallVector<Value> sizes = h.sizes(buffer);
  if (!isKInnermost)
    transpose(sizes);
  PaddedBuffer padded(h, getElementTypeOrSelf(buffer), sizes);
  Value view = padded.getView(h);
  createMap(h, buffer, view, !isKInnermost, [](IndexBuilder &, Value element) {
    return SmallVector<Value>{element};
  });
  return {buffer, view, Value(), padded.allocation};
}

/// Returns three parts of `buffer` along K, its last dimension. Each element of
/// f32 is the sum of a large and a small number of tf32. The parts of A are the
/// small, the large, and the large numbers, those of B the large, the small,
/// and the large ones, so that the smallest products are added first.
MatmulOperands::View MatmulOperands::splitIntoParts(IndexBuilder &h,
                                                    Value buffer,
                                                    bool isKInnermost,
                                                    bool isLhs) {
  constexpr int64_t numParts = 3;
  SmallVector<Value> sizes = h.sizes(buffer);
  if (!isKInnermost)
    transpose(sizes);
  SmallVector<OpFoldResult> partSizes = getAsOpFoldResult(sizes);
  SmallVector<OpFoldResult> offsets(sizes.size(), h.getIndexAttr(0)),
      strides(sizes.size(), h.getIndexAttr(1));
  Value k = sizes.back();
  sizes.back() = h.mul(k, numParts);
  PaddedBuffer padded(h, getElementTypeOrSelf(buffer), sizes);
  Value view = padded.getView(h);
  SmallVector<Value> parts;
  for (int64_t part = 0; part < numParts; ++part) {
    offsets.back() = getAsOpFoldResult(h.mul(k, part));
    parts.push_back(
        memref::SubViewOp::create(h, view, offsets, partSizes, strides));
  }
  createMap(h, buffer, parts, !isKInnermost, [&](IndexBuilder &b, Value value) {
    // The large number has the upper bits that tf32 has; the rest is exact.
    constexpr int32_t upperBits = ~0x1fff;
    Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
    Value mask = arith::ConstantOp::create(b, b.getI32IntegerAttr(upperBits));
    Value large = arith::BitcastOp::create(
        b, value.getType(), arith::AndIOp::create(b, bits, mask));
    Value small = arith::SubFOp::create(b, value, large);
    return isLhs ? SmallVector<Value>{small, large, large}
                 : SmallVector<Value>{large, small, large};
  });
  return {buffer, view, Value(), padded.allocation};
}

/// Whether the rows of `buffer` are contiguous, but known not to be aligned.
static bool hasUnalignedRows(IndexBuilder &h, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.areTrailingDimsContiguous(1))
    return false;
  return !areContiguous(buffer) ||
         (type.getShape().back() != ShapedType::kDynamic &&
          type.getShape().back() % getGranule(type.getElementType()) != 0);
}

//===----------------------------------------------------------------------===//
// MatmulOperands
//===----------------------------------------------------------------------===//

/// Returns A or B in a layout that the kernel can read.
AlignedOperand MatmulOperands::prepare(IndexBuilder &h,
                                       const MatmulEmitter &emitter,
                                       bool isLhs) {
  Value buffer = isLhs ? op.getLhs() : op.getRhs();
  bool isKInnermost =
      isLhs ? !op.getTransposeA() : static_cast<bool>(op.getTransposeB());
  if (op.getPrecision() == MatmulPrecision::TF32x3 &&
      emitter.getKind() != MatmulUnit::Threads) {
    views.push_back(splitIntoParts(h, buffer, isKInnermost, isLhs));
    isKInnermost = true;
  } else if (!isKInnermost &&
             emitter.needsKInnermost(getElementTypeOrSelf(buffer))) {
    views.push_back(copyWithKInnermost(h, buffer, isKInnermost));
    isKInnermost = true;
  } else if (!emitter.needsAlignedRows(getElementTypeOrSelf(buffer)) &&
             hasUnalignedRows(h, buffer)) {
    return {buffer, isKInnermost, /*isAligned=*/false};
  } else {
    View &view = views.emplace_back(alignRows(h, buffer));
    if (view.isPadded)
      h.buildIf(view.isPadded,
                [&] { memref::CopyOp::create(h, buffer, view.view); });
  }
  return {views.back().view, isKInnermost};
}

MatmulOperands::MatmulOperands(IndexBuilder &h, const MatmulEmitter &emitter,
                               MatmulOp op)
    : op(op), lhs(prepare(h, emitter, /*isLhs=*/true)),
      rhs(prepare(h, emitter, /*isLhs=*/false)) {
  Value result = op.getInit();
  views.push_back(emitter.needsAlignedResult()
                      ? alignRows(h, result)
                      : View{result, result, Value(), Value()});
}

AlignedMatmul MatmulOperands::get() const {
  return {op, lhs, rhs, views.back().view};
}

void MatmulOperands::finish(IndexBuilder &h) {
  const View &result = views.back();
  if (result.isPadded)
    h.buildIf(result.isPadded,
              [&] { memref::CopyOp::create(h, result.view, result.buffer); });
  for (const View &view : views)
    if (view.allocation)
      memref::DeallocOp::create(h, view.allocation);
}
