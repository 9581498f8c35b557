//===- MatmulResult.cpp - Results of matmul kernels -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulResult.h"
#include "PaddedCopies.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulTile;

/// Bytes that a thread writes in one access.
static constexpr int64_t kMaxAccessBytes = 16;

void mlir::zyn::stateMatmulTile(KernelHints &hints, const MatmulTile &tile,
                                int64_t threads) {
  hints.state(KernelHint::Workgroup, threads,
              llvm::formatv("a block computes a tile of {0}x{1} elements",
                            tile.rows, tile.columns));
  hints.ignore(KernelHint::UnrollFactor,
               "the tile determines the elements of a thread");
  hints.state(KernelHint::Coalesced, true, "");
}

Value mlir::zyn::convertNumber(OpBuilder &b, Location loc, Value value,
                               Type type) {
  return convertScalarToDtype(b, loc, value, type, /*isUnsignedCast=*/false);
}

Value mlir::zyn::multiplyAdd(ImplicitLocOpBuilder &b, Value x, Value y,
                             Value sum) {
  if (isa<FloatType>(sum.getType()))
    return math::FmaOp::create(b, x, y, sum);
  return arith::AddIOp::create(b, sum, arith::MulIOp::create(b, x, y));
}

Value mlir::zyn::addNumbers(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (isa<FloatType>(getElementTypeOrSelf(x)))
    return arith::AddFOp::create(b, x, y);
  return arith::AddIOp::create(b, x, y);
}

//===----------------------------------------------------------------------===//
// MatmulResult
//===----------------------------------------------------------------------===//

MatmulResult::MatmulResult(KernelBuilder &kernel, const AlignedMatmul &matmul,
                           unsigned firstArgument, bool isPartial)
    : op(matmul.op), isPartial(isPartial),
      storesElements(matmul.reducedRows.isStored()) {
  unsigned numInputs = isPartial ? 0 : matmul.epilogueInputs.size();
  epilogueInputs = kernel.arguments(firstArgument, numInputs);
  destination = kernel.argument(firstArgument + numInputs);
  SmallVector<Value> sizes = kernel.device().sizes(destination);
  n = sizes.pop_back_val();
  m = sizes.pop_back_val();
  batchSizes = std::move(sizes);
  if (isPartial)
    return;
  unsigned firstSize = firstArgument + numInputs + 1;
  rowSizes = kernel.importSizes(firstSize, matmul.rowSizes);
  const ReducedRows &rows = matmul.reducedRows;
  if (rows.reduction)
    strips.emplace(
        *rows.reduction,
        kernel.arguments(firstSize + withoutConstants(matmul.rowSizes).size(),
                         rows.strips.size()));
}

/// Returns the indices of an element of the op's destination, given those in
/// the matrices.
SmallVector<Value>
MatmulResult::getDestinationIndices(IndexBuilder &b,
                                    ArrayRef<Value> indices) const {
  if (rowSizes.empty())
    return SmallVector<Value>(indices);
  Value column = indices.back(), row = indices.drop_back().back();
  SmallVector<Value> result = b.delinearize(row, rowSizes);
  for (Value group : indices.drop_back(2))
    column = b.add(column, b.mul(group, n));
  result.push_back(column);
  return result;
}

Value MatmulResult::finish(IndexBuilder &b, Value sum,
                           ArrayRef<Value> indices) const {
  if (isPartial)
    return sum;
  Location loc = b.getLoc();
  ProductOpInterface product = op;
  if (product.getAccumulate()) {
    Value old =
        convertNumber(b, loc, b.load(destination, indices), sum.getType());
    sum = addNumbers(b, old, sum);
  }
  if (product.getEpilogue().empty())
    return convertNumber(
        b, loc, sum, cast<MemRefType>(destination.getType()).getElementType());
  SmallVector<Value> elements = {sum}, at = getDestinationIndices(b, indices);
  for (auto [i, input] : llvm::enumerate(epilogueInputs)) {
    bool isMatrix =
        !rowSizes.empty() && cast<MemRefType>(input.getType()).getRank() !=
                                 product.getEpilogueMap(i).getNumResults();
    elements.push_back(
        b.load(input, isMatrix ? SmallVector<Value>(indices)
                               : project(product.getEpilogueMap(i), at)));
  }
  return b.cloneBody(product.getEpilogue().front(), elements)[0];
}

Value MatmulResult::finishAnywhere(IndexBuilder &b, Value sum,
                                   ArrayRef<Value> matrix, Value row,
                                   Value column) const {
  // Elements out of bounds are not stored, but what their epilogues read has to
  // exist.
  auto clamp = [&](Value index, Value size) {
    return readsMemory() ? b.min(index, b.sub(size, b.constant(1))) : index;
  };
  SmallVector<Value> indices(matrix);
  indices.append({clamp(row, m), clamp(column, n)});
  return finish(b, sum, indices);
}

SmallVector<Value> MatmulResult::getArguments(const AlignedMatmul &matmul) {
  SmallVector<Value> arguments(matmul.epilogueInputs);
  arguments.push_back(matmul.result);
  llvm::append_range(arguments, withoutConstants(matmul.rowSizes));
  llvm::append_range(arguments, matmul.reducedRows.strips);
  return arguments;
}

/// Whether `width` neighbors are in bounds together and aligned. Partial sums
/// have rows of whole tiles.
bool MatmulResult::canStoreVector(int64_t width) const {
  Type element = getElementTypeOrSelf(destination);
  if (width == 1 || kernel::getElementBytes(element) * width > kMaxAccessBytes)
    return false;
  return isPartial ? getVectorizableBits(element) != 0
                   : hasAlignedVectors(destination, width);
}

/// Stores `width` neighbors, which `getResult` computes at their indices.
void MatmulResult::storeNeighbors(
    IndexBuilder &b, int64_t width, ArrayRef<Value> matrix, Value row,
    Value column,
    function_ref<Value(int64_t i, ArrayRef<Value> indices)> getResult) const {
  int64_t step = canStoreVector(width) ? width : 1;
  for (int64_t start = 0; start < width; start += step) {
    Value first = b.add(column, start);
    Value exists = isPartial
                       ? b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true))
                       : b.land(b.less(row, m), b.less(first, n));
    b.buildIf(exists, [&] {
      SmallVector<Value> indices(matrix), results;
      indices.append({row, first});
      for (int64_t i = 0; i < step; ++i) {
        indices.back() = b.add(first, i);
        results.push_back(getResult(start + i, indices));
      }
      indices.back() = first;
      Value stored = results[0];
      if (step > 1)
        stored = vector::FromElementsOp::create(
            b, VectorType::get(step, stored.getType()), results);
      b.store(stored, destination, indices);
    });
  }
}

void MatmulResult::store(IndexBuilder &b, ArrayRef<Value> sums,
                         ArrayRef<Value> matrix, Value row,
                         Value column) const {
  storeNeighbors(b, sums.size(), matrix, row, column,
                 [&](int64_t i, ArrayRef<Value> indices) {
                   return finish(b, sums[i], indices);
                 });
}

void MatmulResult::storeFinished(IndexBuilder &b, ArrayRef<Value> results,
                                 ArrayRef<Value> matrix, Value row,
                                 Value column) const {
  storeNeighbors(b, results.size(), matrix, row, column,
                 [&](int64_t i, ArrayRef<Value>) { return results[i]; });
}

/// Returns the number of a row among those of all matrices.
Value MatmulResult::getLinearRow(IndexBuilder &b, ArrayRef<Value> matrix,
                                 Value row) const {
  Value linear = b.constant(0);
  for (auto [index, size] : llvm::zip_equal(matrix, batchSizes))
    linear = b.add(b.mul(linear, size), index);
  return b.add(b.mul(linear, m), row);
}

MatmulResult::Strip MatmulResult::reduceStrip(IndexBuilder &b,
                                              ArrayRef<Value> results,
                                              ArrayRef<Value> matrix, Value row,
                                              Value firstColumn,
                                              Value lane) const {
  return {strips->reduce(b, results, getLinearRow(b, matrix, row), firstColumn,
                         lane),
          row, firstColumn};
}

void MatmulResult::storeStrip(IndexBuilder &b, const Strip &strip,
                              ArrayRef<Value> matrix, Value lane) const {
  strips->store(b, strip.reduced, getLinearRow(b, matrix, strip.row),
                strip.column, lane, b.less(strip.row, m));
}

bool MatmulResult::readsMemory() const {
  ProductOpInterface product = op;
  return !isPartial && (product.getAccumulate() || !epilogueInputs.empty());
}
