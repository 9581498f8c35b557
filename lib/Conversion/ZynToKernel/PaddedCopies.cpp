//===- PaddedCopies.cpp - Copies of matrices with padded rows -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedCopies.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

int64_t mlir::zyn::getAlignedElements(Type element) {
  return ::zyn::limits::tensorGranule / kernel::getElementBytes(element);
}

bool mlir::zyn::hasAlignedStrides(MemRefType type, int64_t width) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() ||
      strides.pop_back_val() != 1)
    return false;
  strides.push_back(offset);
  return llvm::all_of(strides, [&](int64_t stride) {
    return ShapedType::isStatic(stride) && stride % width == 0;
  });
}

bool mlir::zyn::hasAlignedVectors(Value buffer, int64_t width) {
  auto type = cast<MemRefType>(buffer.getType());
  return getVectorizableBits(type.getElementType()) != 0 &&
         (areContiguous(buffer) || hasAlignedStrides(type, width)) &&
         ShapedType::isStatic(type.getShape().back()) &&
         type.getShape().back() % width == 0;
}

Value mlir::zyn::areRowsUnaligned(IndexBuilder &b, Value buffer,
                                  int64_t alignment) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t width = alignment / kernel::getElementBytes(type.getElementType());
  // The address and the strides of other views are not known to be aligned.
  if (!areContiguous(buffer))
    return b.createOrFold<arith::ConstantOp>(
        b.getBoolAttr(!hasAlignedStrides(type, width)));
  Value columns = b.size(buffer, type.getRank() - 1);
  return b.less(b.constant(0), b.rem(columns, width));
}

//===----------------------------------------------------------------------===//
// PaddedBuffer
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult>
mlir::zyn::getStrides(IndexBuilder &h, ArrayRef<Value> sizes, Value rowStride) {
  SmallVector<OpFoldResult> strides(sizes.size(), h.getIndexAttr(1));
  Value stride = rowStride;
  for (size_t dim = sizes.size() - 1; dim-- > 0;) {
    strides[dim] = getAsOpFoldResult(stride);
    stride = h.mul(stride, sizes[dim]);
  }
  return strides;
}

Value mlir::zyn::getContiguousView(IndexBuilder &h, Value buffer,
                                   ArrayRef<Value> sizes) {
  SmallVector<int64_t> shape = llvm::map_to_vector(sizes, [](Value size) {
    return getConstantIntValue(size).value_or(ShapedType::kDynamic);
  });
  auto type = MemRefType::get(shape, getElementTypeOrSelf(buffer));
  return memref::ReinterpretCastOp::create(h, type, buffer, h.getIndexAttr(0),
                                           getAsOpFoldResult(sizes),
                                           getStrides(h, sizes, sizes.back()));
}

PaddedBuffer::PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
                           Value isNeeded, bool padsLines)
    : sizes(getAsOpFoldResult(sizes)) {
  // If rows start in the middle of a sector of L2, TMA reads up to twice as
  // many sectors: 4096x4104x4104 bf16 takes 1.6 times as long as
  // 4096x4128x4096 on an H200. Padding short rows more would cost too much
  // memory.
  constexpr int64_t lineBytes = 128, longRowBytes = 512;
  int64_t bytes = kernel::getElementBytes(element);
  auto pad = [&](int64_t granule) {
    return h.mul(h.ceilDiv(sizes.back(), granule), granule);
  };
  Value isShort = h.less(sizes.back(), h.constant(longRowBytes / bytes));
  rowStride = pad(getAlignedElements(element));
  if (padsLines)
    rowStride = h.createOrFold<arith::SelectOp>(isShort, rowStride,
                                                pad(lineBytes / bytes));
  strides = getStrides(h, sizes, rowStride);
  Value total = h.mul(h.product(sizes.drop_back()), rowStride);
  if (isNeeded)
    total = h.createOrFold<arith::SelectOp>(isNeeded, total, h.constant(0));
  allocation = memref::AllocOp::create(
      h, MemRefType::get({ShapedType::kDynamic}, element), ValueRange{total});
}

Value PaddedBuffer::getView(IndexBuilder &h) const {
  return memref::ReinterpretCastOp::create(h, allocation, h.getIndexAttr(0),
                                           sizes, strides);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Accesses of 16 bytes by each thread.
static constexpr int64_t kChunksPerThread = 4;

/// Emits the part of a copy that is done by block `block` of `threads` threads.
/// Each access to `destination` has 16 bytes, of which those after the row are
/// 0.
static void copyBlock(IndexBuilder &b, Value block, int64_t threads,
                      Value source, Value destination, Value rowStride) {
  SmallVector<Value> sizes = b.sizes(source);
  Value columns = sizes.pop_back_val();
  int64_t width = getAlignedElements(getElementTypeOrSelf(source));
  Value chunksPerRow = b.ceilDiv(columns, width);
  Value numChunks = b.mul(b.product(sizes), chunksPerRow);
  Value first = b.add(b.mul(block, threads * kChunksPerThread),
                      b.threadId(kernel::Dimension::x));
  for (int64_t i = 0; i < kChunksPerThread; ++i) {
    Value chunk = b.add(first, i * threads);
    b.buildIf(b.less(chunk, numChunks), [&] {
      Value row = b.div(chunk, chunksPerRow);
      Value column = b.mul(b.rem(chunk, chunksPerRow), width);
      SmallVector<Value> indices = b.delinearize(row, sizes), elements;
      indices.push_back(column);
      Value last = b.sub(columns, b.constant(1));
      Value zero = arith::ConstantOp::create(
          b, b.getZeroAttr(getElementTypeOrSelf(source)));
      for (int64_t element = 0; element < width; ++element) {
        Value index = b.add(column, element);
        indices.back() = b.min(index, last);
        elements.push_back(b.createOrFold<arith::SelectOp>(
            b.less(index, columns), b.load(source, indices), zero));
      }
      auto type = VectorType::get(width, elements.front().getType());
      b.store(vector::FromElementsOp::create(b, type, elements), destination,
              {b.add(b.mul(row, rowStride), column)});
    });
  }
}

void mlir::zyn::emitPaddedCopies(KernelModules &kernels, IndexBuilder &h,
                                 Operation *op, ArrayRef<PaddedCopy> copies) {
  if (copies.empty())
    return;
  KernelHints &hints = kernels.getHints();
  int64_t threads = hints.get(KernelHint::Workgroup, 256);
  hints.state(KernelHint::AsyncCopy, false,
              "elements of rows that are padded first are read once, by the "
              "thread that stores them");
  SmallVector<Value> numBlocks, arguments;
  for (const PaddedCopy &copy : copies) {
    SmallVector<Value> sizes = h.sizes(copy.source);
    Value columns = sizes.pop_back_val();
    int64_t width = getAlignedElements(getElementTypeOrSelf(copy.source));
    Value numChunks = h.mul(h.product(sizes), h.ceilDiv(columns, width));
    numBlocks.push_back(h.createOrFold<arith::SelectOp>(
        copy.isNeeded, h.ceilDiv(numChunks, threads * kChunksPerThread),
        h.constant(0)));
    arguments.append({copy.source, copy.destination});
  }
  unsigned firstStride = arguments.size();
  SmallVector<Value> strides = llvm::map_to_vector(
      copies, [](const PaddedCopy &copy) { return copy.rowStride; });
  llvm::append_range(arguments, withoutConstants(strides));
  unsigned firstCount = arguments.size();
  llvm::append_range(arguments, withoutConstants(numBlocks));

  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  kernel.setPartOfOp();
  IndexBuilder &b = kernel.device();
  SmallVector<Value> rowStrides = kernel.importSizes(firstStride, strides);
  SmallVector<Value> counts = kernel.importSizes(firstCount, numBlocks);
  // The blocks of the first copy come first, and so on.
  std::function<void(size_t, Value)> emitFrom = [&](size_t i, Value block) {
    auto emit = [&] {
      copyBlock(b, block, threads, kernel.argument(2 * i),
                kernel.argument(2 * i + 1), rowStrides[i]);
    };
    if (i + 1 == copies.size())
      return emit();
    b.buildIf(b.less(block, counts[i]), emit,
              [&] { emitFrom(i + 1, b.sub(block, counts[i])); });
  };
  emitFrom(0, b.blockId());
  Value total = h.constant(0);
  for (Value count : numBlocks)
    total = h.add(total, count);
  kernel.launch(total);
}
