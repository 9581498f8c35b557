//===- CopiedOperand.cpp - Operands in shared memory ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiedOperand.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

CopiedOperand::CopiedOperand(const AlignedOperand &operand, int64_t extent,
                             int64_t depthBytes, SharedLayout layout)
    : isKInnermost(operand.isKInnermost), extent(extent),
      elementBytes(kernel::getElementBytes(operand.getElement())),
      copyBytes(operand.isAligned ? limits::tensorGranule : elementBytes),
      layout(layout), windows(operand.windows), isComputed(operand.producer) {
  depth = depthBytes / elementBytes;
  copyBytes = std::min(copyBytes, columns() * elementBytes);
}

/// Returns the column where the chunk that starts at `column` is stored. The
/// rows that eight lanes read together occupy all banks.
Value CopiedOperand::permute(IndexBuilder &b, Value row, Value column) const {
  if (!layout.isSwizzled)
    return column;
  constexpr int64_t chunksOfBanks = 8;
  int64_t chunks = columns() / chunk();
  Value key = chunks < chunksOfBanks
                  ? b.rem(b.div(row, chunksOfBanks / chunks), chunks)
                  : b.rem(row, chunksOfBanks);
  return b.mul(b.bitXor(b.div(column, chunk()), key), chunk());
}

SmallVector<Value> CopiedOperand::getIndices(IndexBuilder &b, Value stage,
                                             Value outerInTile,
                                             Value kInTile) const {
  Value row = isKInnermost ? outerInTile : kInTile;
  Value column = isKInnermost ? kInTile : outerInTile;
  Value firstRow = isComputed ? b.constant(0) : b.mul(stage, rows());
  return {b.add(firstRow, row), permute(b, row, column)};
}

/// Whether `size` is known to be a multiple of `unit`.
static bool isMultiple(Value size, int64_t unit) {
  std::optional<int64_t> known = getConstantIntValue(size);
  return known && *known % unit == 0;
}

CopiedOperand::Copy CopiedOperand::getCopy(IndexBuilder &b,
                                           int64_t first) const {
  int64_t copiesPerRow = columns() / width();
  Value linear = b.add(thread, first);
  Value isNeeded = first + numThreads <= numCopies()
                       ? b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true))
                       : b.less(linear, b.constant(numCopies()));
  // All copies of a thread may have the same columns.
  Value inRow = numThreads % copiesPerRow == 0 ? thread : linear;
  return {isNeeded, b.div(linear, copiesPerRow),
          b.mul(b.rem(windows ? inRow : linear, copiesPerRow), width())};
}

void CopiedOperand::storeWindowStarts(IndexBuilder &b) const {
  ArrayRef<Value> sizes = windows->sizes;
  for (int64_t first = 0; first < extent; first += numThreads) {
    Value row = b.add(thread, first);
    Value isNeeded =
        first + numThreads <= extent
            ? b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true))
            : b.less(row, b.constant(extent));
    b.buildIf(isNeeded, [&] {
      ImageWindows::Start start =
          windows->getStart(b, b.add(outer, row),
                            [&](Value x, Value y) { return b.divide(x, y); });
      Value pixel =
          b.add(b.mul(start.image, sizes[ImageWindows::imageRows]), start.row);
      pixel =
          b.add(b.mul(pixel, sizes[ImageWindows::imageColumns]), start.column);
      Value element = b.mul(pixel, sizes[ImageWindows::imageChannels]);
      for (Value group : batch)
        element =
            b.add(element, b.mul(group, sizes[ImageWindows::filterChannels]));
      auto store = [&](Value value, WindowStart column) {
        memref::StoreOp::create(
            b, arith::IndexCastOp::create(b, b.getI64Type(), value),
            windowStarts, ValueRange{row, b.constant(column)});
      };
      store(start.row, firstRow);
      store(start.column, firstColumn);
      store(element, firstElement);
    });
  }
}

/// Copies elements of a matrix.
void CopiedOperand::copyRow(IndexBuilder &b, const Copy &copy, Value stage,
                            Value k) const {
  bool isOuterFull = isMultiple(outerSize, extent),
       isInnerFull = isMultiple(innerSize, depth);
  Value outerInTile = isKInnermost ? copy.row : copy.column;
  Value kInTile = isKInnermost ? copy.column : copy.row;
  Value outerIndex = b.add(outer, outerInTile), inner = b.add(k, kInTile);
  // Elements out of bounds are filled with zeros. Nothing is read for them,
  // but their addresses are computed.
  Value exists, zero = b.constant(0), valid;
  if (!isOuterFull)
    exists = b.less(outerIndex, outerSize);
  if (!isInnerFull) {
    Value innerExists = b.less(inner, innerSize);
    exists = exists ? b.land(exists, innerExists) : innerExists;
  }
  if (exists) {
    Value rest =
        isKInnermost ? b.sub(innerSize, inner) : b.sub(outerSize, outerIndex);
    valid = b.createOrFold<arith::SelectOp>(
        exists, b.min(rest, b.constant(width())), zero);
    outerIndex = b.createOrFold<arith::SelectOp>(exists, outerIndex, zero);
    inner = b.createOrFold<arith::SelectOp>(exists, inner, zero);
  }
  SmallVector<Value> source = batch;
  source.append(
      {isKInnermost ? outerIndex : inner, isKInnermost ? inner : outerIndex});
  kernel::AsyncCopyOp::create(b, memref, source, tiles,
                              getIndices(b, stage, outerInTile, kInTile),
                              copyBytes, valid, kernel::CopyCache::automatic);
}

/// Copies elements of a window. Those outside of the image are filled with
/// zeros.
void CopiedOperand::copyWindow(IndexBuilder &b, const Copy &copy, Value stage,
                               Value k) const {
  ArrayRef<Value> sizes = windows->sizes;
  auto getStart = [&](WindowStart column) {
    Value start = memref::LoadOp::create(
        b, windowStarts, ValueRange{copy.row, b.constant(column)});
    return b.createOrFold<arith::IndexCastOp>(b.getIndexType(), start);
  };
  Value inner = b.add(k, copy.column);
  ImageWindows::Element element = windows->getElement(
      b, inner, [&](Value x, Value y) { return b.divide(x, y); });
  Value exists;
  auto require = [&](Value condition) {
    exists = exists ? b.land(exists, condition) : condition;
  };
  if (!isMultiple(outerSize, extent))
    require(b.less(b.add(outer, copy.row), outerSize));
  if (!isMultiple(innerSize, depth))
    require(b.less(inner, innerSize));
  if (windows->hasPadding()) {
    // Negative numbers are large without a sign.
    require(b.less(b.add(getStart(firstRow), element.row),
                   sizes[ImageWindows::imageRows]));
    require(b.less(b.add(getStart(firstColumn), element.column),
                   sizes[ImageWindows::imageColumns]));
  }
  Value pixel = b.add(b.mul(element.row, sizes[ImageWindows::imageColumns]),
                      element.column);
  Value offset = b.add(
      getStart(firstElement),
      b.add(b.mul(pixel, sizes[ImageWindows::imageChannels]), element.channel));
  Value valid;
  if (exists) {
    Value zero = b.constant(0);
    valid = b.createOrFold<arith::SelectOp>(exists, b.constant(width()), zero);
    offset = b.createOrFold<arith::SelectOp>(exists, offset, zero);
  }
  kernel::AsyncCopyOp::create(b, memref, offset, tiles,
                              getIndices(b, stage, copy.row, copy.column),
                              copyBytes, valid, kernel::CopyCache::automatic);
}

void CopiedOperand::copy(IndexBuilder &b, Value stage, Value k) const {
  for (int64_t first = 0; first < numCopies(); first += numThreads) {
    Copy copy = getCopy(b, first);
    b.buildIf(copy.isNeeded, [&] {
      if (windows)
        copyWindow(b, copy, stage, k);
      else
        copyRow(b, copy, stage, k);
    });
  }
}

SmallVector<Value>
CopiedOperand::loadFragments(IndexBuilder &b, Value lane, Value stage,
                             Value outerInTile, int64_t k,
                             kernel::FragmentType type) const {
  // Lane l provides the address of row l % 8 of matrix l / 8. The matrices of A
  // are ordered by M first, those of B by K first. Along K, a matrix has 16
  // bytes.
  constexpr int64_t matrixSize = 8;
  bool isA = type.getRole() == kernel::FragmentRole::a;
  Value matrix = b.div(lane, matrixSize), inMatrix = b.rem(lane, matrixSize);
  Value first = b.rem(matrix, 2), second = b.div(matrix, 2);
  outerInTile = b.add(outerInTile, b.mul(isA ? first : second, matrixSize));
  Value kInTile = b.add(b.mul(isA ? second : first, chunk()), b.constant(k));
  Value &row = isKInnermost ? outerInTile : kInTile;
  row = b.add(row, inMatrix);
  auto load = kernel::MmaLoadRowsOp::create(
      b, SmallVector<Type>(isA ? 1 : 2, type), tiles,
      getIndices(b, stage, outerInTile, kInTile),
      /*transposed=*/!isKInnermost);
  return llvm::to_vector_of<Value>(load.getResults());
}
