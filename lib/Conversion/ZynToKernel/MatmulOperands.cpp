//===- MatmulOperands.cpp - Operands that kernels can access -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------===//

#include "MatmulOperands.h"

#include "FusedOperand.h"
#include "MatmulUnits.h"

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

/// Returns `buffer`, or `other`, which has the same sizes, if `isOther`.
static Value selectView(IndexBuilder &h, Value buffer, Value isOther,
                        function_ref<Value()> buildOther) {
  if (std::optional<int64_t> known = getConstantIntValue(isOther))
    return *known ? buildOther() : buffer;
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  strides.back() = 1;
  auto viewType = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(h.getContext(), ShapedType::kDynamic, strides),
      type.getMemorySpace());
  auto branch = scf::IfOp::create(h, TypeRange(viewType), isOther,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto yield = [&](Block *block, function_ref<Value()> getView) {
    OpBuilder::InsertionGuard guard(h);
    h.setInsertionPointToEnd(block);
    Value view = memref::CastOp::create(h, viewType, getView());
    scf::YieldOp::create(h, view);
  };
  yield(branch.thenBlock(), buildOther);
  yield(branch.elseBlock(), [&] { return buffer; });
  return branch.getResult(0);
}

/// Whether reading rows of B, which tiles have more of than of A, takes longer
/// than copying them first because they do not start at sectors of L2.
static Value doCopiesPay(IndexBuilder &h, const MatmulEmitter &emitter,
                         MatmulOp op) {
  std::optional<int64_t> minRows = emitter.getMinRowsForCopies();
  if (!minRows)
    return h.createOrFold<arith::ConstantOp>(h.getBoolAttr(false));
  Value rows = h.size(op.getInit(), op.getRank() - 2);
  return h.land(
      areRowsUnaligned(h, op.getRhs(), ::zyn::limits::globalSectorBytes),
      h.lessEqual(h.constant(*minRows), rows));
}

/// Returns `buffer`, or a copy whose rows are aligned.
Value MatmulOperands::alignRows(IndexBuilder &h, const MatmulEmitter &emitter,
                                Value buffer, bool isLhs) {
  Value isCopied = areRowsUnaligned(h, buffer, ::zyn::limits::tensorGranule);
  if (!isLhs)
    isCopied =
        h.createOrFold<arith::OrIOp>(isCopied, doCopiesPay(h, emitter, op));
  if (getConstantIntValue(isCopied) == 0)
    return buffer;
  PaddedBuffer padded(h, getElementTypeOrSelf(buffer), h.sizes(buffer),
                      isCopied);
  copies.emplace_back(buffer, isCopied, padded);
  allocations.push_back(padded.allocation);
  return selectView(h, buffer, isCopied, [&] { return padded.getView(h); });
}

/// Returns a copy of `buffer` whose last dimension is K.
Value MatmulOperands::copyWithKInnermost(IndexBuilder &h, Value buffer,
                                         bool isKInnermost) {
  SmallVector<Value> sizes = h.sizes(buffer);
  if (!isKInnermost)
    transpose(sizes);
  PaddedBuffer padded(h, getElementTypeOrSelf(buffer), sizes);
  Value view = padded.getView(h);
  createMap(h, buffer, view, !isKInnermost, [](IndexBuilder &, Value element) {
    return SmallVector<Value>{element};
  });
  allocations.push_back(padded.allocation);
  return view;
}

/// Returns three parts of `buffer` along K, its last dimension. Each element of
/// f32 is the sum of a large and a small number of tf32. The parts of A are the
/// small, the large, and the large numbers, those of B the large, the small,
/// and the large ones, so that the smallest products are added first.
Value MatmulOperands::splitIntoParts(IndexBuilder &h, Value buffer,
                                     bool isKInnermost, bool isLhs) {
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
  allocations.push_back(padded.allocation);
  return view;
}

/// Whether the rows of `buffer` are contiguous, but known not to be aligned.
static bool hasUnalignedRows(IndexBuilder &h, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.areTrailingDimsContiguous(1))
    return false;
  return !areContiguous(buffer) ||
         (type.getShape().back() != ShapedType::kDynamic &&
          type.getShape().back() % getAlignedElements(type.getElementType()) !=
              0);
}

//===----------------------------------------------------------------------===//
// MatmulOperands
//===----------------------------------------------------------------------===//

/// Returns A or B in a layout that the kernel can read.
AlignedOperand MatmulOperands::prepare(IndexBuilder &h,
                                       const MatmulEmitter &emitter,
                                       bool isLhs) {
  Value buffer = isLhs ? op.getLhs() : op.getRhs();
  Type element = getElementTypeOrSelf(buffer);
  bool isKInnermost =
      isLhs ? !op.getTransposeA() : static_cast<bool>(op.getTransposeB());
  if (op.getPrecision() == MatmulPrecision::TF32x3 &&
      emitter.getKind() != MatmulUnit::Threads &&
      emitter.getKind() != MatmulUnit::Lanes)
    return {splitIntoParts(h, buffer, isKInnermost, isLhs),
            /*isKInnermost=*/true};
  if (!isKInnermost && emitter.needsKInnermost(element))
    return {copyWithKInnermost(h, buffer, isKInnermost),
            /*isKInnermost=*/true};
  OpOperand &operand = isLhs ? op.getLhsMutable() : op.getRhsMutable();
  if (std::optional<FusedOperand> fused = getFusedOperand(op);
      fused && fused->operand == &operand)
    return {buffer, isKInnermost, /*isAligned=*/fused->isStaged, std::nullopt,
            fused->map};
  if (emitter.checksAlignment() ||
      (!emitter.needsAlignedRows(element) && hasUnalignedRows(h, buffer)))
    return {buffer, isKInnermost, /*isAligned=*/false};
  return {alignRows(h, emitter, buffer, isLhs), isKInnermost};
}

Value mlir::zyn::getTmaView(IndexBuilder &h, Value buffer) {
  Value isUnaligned = areRowsUnaligned(h, buffer, ::zyn::limits::tensorGranule);
  if (std::optional<int64_t> known = getConstantIntValue(isUnaligned))
    return *known ? Value() : buffer;
  // The driver checks the strides even if no kernel accesses the view.
  SmallVector<Value> sizes = h.sizes(buffer);
  int64_t granule = getAlignedElements(getElementTypeOrSelf(buffer));
  Value rowStride = h.mul(h.ceilDiv(sizes.back(), granule), granule);
  return memref::ReinterpretCastOp::create(h, buffer, h.getIndexAttr(0),
                                           getAsOpFoldResult(sizes),
                                           getStrides(h, sizes, rowStride));
}

MatmulOperands::MatmulOperands(IndexBuilder &h, const MatmulEmitter &emitter,
                               MatmulOp op)
    : op(op) {
  matmul.op = op;
  matmul.lhs = prepare(h, emitter, /*isLhs=*/true);
  matmul.rhs = prepare(h, emitter, /*isLhs=*/false);
  matmul.result = op.getInit();
  matmul.epilogueInputs = SmallVector<Value>(op.getEpilogueInputs());
  if (emitter.storesByTma())
    matmul.resultView = getTmaView(h, matmul.result);
  emitPaddedCopies(emitter.kernels, h, op, copies);
}

void MatmulOperands::finish(IndexBuilder &h) {
  for (Value allocation : allocations)
    memref::DeallocOp::create(h, allocation);
}
