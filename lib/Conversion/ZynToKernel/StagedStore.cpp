//===- StagedStore.cpp - Stores sums through shared memory ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedStore.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::MatmulTile;

/// The widest swizzle in bytes: the maximum width of a panel.
static constexpr int64_t kMaxSwizzle = 128;

StagedStore::StagedStore(const MatmulTile &tile, Type sumElement,
                         MemRefType result)
    : tile(tile) {
  Type element = result.getElementType();
  MLIRContext *context = result.getContext();
  sumType = kernel::FragmentType::get(
      context, limits::wgmmaRows, tile.columns, sumElement,
      kernel::FragmentRole::accumulator, kernel::FragmentHolder::warpgroup);
  int64_t bytes = kernel::getElementBytes(element);
  chunk = limits::tensorGranule / bytes;
  // Rows of the buffer are those of the result: 64 rows of the tile with the
  // columns of a panel or, if it is transposed, its columns with 64 rows.
  int64_t columns = tile.isTransposed ? limits::wgmmaRows : tile.columns;
  // Panels have the same width, a power of two.
  width = std::min(kMaxSwizzle / bytes, columns & -columns);
  int64_t swizzle = width * bytes;
  rowsPerSwizzle = kMaxSwizzle / swizzle;
  numSwizzles = swizzle / limits::tensorGranule;
  panelRows = tile.isTransposed ? tile.columns : limits::wgmmaRows;
  numPanels = tile.isTransposed ? columns / width : 1;
  SmallVector<int64_t> box(result.getRank() - 2, 1);
  box.append({panelRows, width});
  mapType = kernel::TensorMapType::get(context, box, element, swizzle,
                                       /*l2=*/0, /*fillNaN=*/false, {}, {}, {});
}

bool StagedStore::hasStrips(const MatmulTile &tile, Type element) {
  int64_t columns = kMaxSwizzle / kernel::getElementBytes(element);
  return columns % kStripColumns == 0 && tile.columns % kStripColumns == 0;
}

SmallVector<int64_t> StagedStore::getShape() const {
  return {tile.getUnits(), 2, numPanels, panelRows, width};
}

void StagedStore::asLeader(IndexBuilder &b, function_ref<void()> body) const {
  b.buildIf(b.equal(thread, b.constant(0)), body);
}

/// Waits for the threads of the consumer, at a barrier of its own.
void StagedStore::synchronize(IndexBuilder &b) const {
  auto wait = [&](int64_t number) {
    // Barrier 0 is that of the block.
    kernel::BarrierOp::create(b, b.getI32IntegerAttr(number + 1),
                              b.getI32IntegerAttr(limits::warpgroupSize));
  };
  if (tile.getUnits() == 1)
    return wait(0);
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(1, tile.getUnits()));
  auto choice =
      scf::IndexSwitchOp::create(b, TypeRange(), consumer, cases, cases.size());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&choice.getDefaultRegion());
  wait(0);
  scf::YieldOp::create(b);
  for (int64_t number : cases) {
    b.createBlock(&choice.getCaseRegions()[number - 1]);
    wait(number);
    scf::YieldOp::create(b);
  }
}

/// Returns where an element of a buffer is in shared memory.
SmallVector<Value> StagedStore::getBufferIndices(IndexBuilder &b,
                                                 int64_t buffer,
                                                 Value bufferRow,
                                                 Value bufferColumn) const {
  Value panel = b.div(bufferColumn, width);
  Value inPanel = b.rem(bufferColumn, width);
  Value key = b.rem(b.div(bufferRow, rowsPerSwizzle), numSwizzles);
  Value swizzled = b.bitXor(b.div(inPanel, chunk), key);
  return {consumer, b.constant(buffer), panel, bufferRow,
          b.add(b.mul(swizzled, chunk), b.rem(inPanel, chunk))};
}

/// Returns the first row of a fragment that the thread's warp has.
Value StagedStore::getWarpRow(IndexBuilder &b) const {
  return b.mul(b.div(thread, limits::warpSize), limits::wgmmaRowsPerWarp);
}

/// Returns where the thread's first element is in a fragment.
std::pair<Value, Value> StagedStore::getThreadPosition(IndexBuilder &b) const {
  Value lane = b.rem(thread, limits::warpSize);
  return {b.add(getWarpRow(b), b.div(lane, 4)), b.mul(b.rem(lane, 4), 2)};
}

/// Returns the numbers of a thread's elements that are in a buffer which starts
/// at column `first` of the fragment.
SmallVector<int64_t> StagedStore::getNumbers(int64_t first) const {
  SmallVector<int64_t> numbers;
  for (int64_t number = 0; number < sumType.getElementsPerThread(); ++number) {
    int64_t offset = sumType.getElementPosition(number).second;
    if (first <= offset && offset < first + getColumnsPerRound())
      numbers.push_back(number);
  }
  return numbers;
}

SmallVector<Value> StagedStore::finishElements(IndexBuilder &b,
                                               const MatmulResult &result,
                                               ArrayRef<Value> matrix,
                                               ArrayRef<Value> elements,
                                               ArrayRef<int64_t> numbers,
                                               Value row, Value column) const {
  auto [threadRow, threadColumn] = getThreadPosition(b);
  SmallVector<Value> finished;
  for (int64_t number : numbers) {
    auto [rowOffset, columnOffset] = sumType.getElementPosition(number);
    Value tileRow = b.add(row, b.add(threadRow, rowOffset));
    Value tileColumn = b.add(column, b.add(threadColumn, columnOffset));
    if (tile.isTransposed)
      std::swap(tileRow, tileColumn);
    finished.push_back(result.finishAnywhere(b, elements[number], matrix,
                                             tileRow, tileColumn));
  }
  return finished;
}

static Value makeVector(IndexBuilder &b, ValueRange elements) {
  auto type = VectorType::get(elements.size(), elements[0].getType());
  return vector::FromElementsOp::create(b, type, elements);
}

void StagedStore::writeMatrices(IndexBuilder &b, ArrayRef<Value> elements,
                                Value column, int64_t buffer) const {
  auto type = kernel::FragmentType::get(
      b.getContext(), limits::wgmmaRowsPerWarp, 2 * elements.size(),
      mapType.getElementType(), kernel::FragmentRole::a,
      kernel::FragmentHolder::warp);
  Value fragment = kernel::MmaPackOp::create(b, type, makeVector(b, elements));
  // Lanes point to the rows of up to four matrices of 8x8 elements, which are
  // in the order of the registers: two below each other, and two next to them.
  Value lane = b.rem(thread, limits::warpSize);
  Value inMatrix = b.rem(lane, 8), below = b.mul(b.rem(b.div(lane, 8), 2), 8),
        beside = b.mul(b.div(lane, 16), 8);
  Value fragmentRow = b.add(getWarpRow(b), below),
        fragmentColumn = b.add(column, beside);
  SmallVector<Value> indices =
      tile.isTransposed
          ? getBufferIndices(b, buffer, b.add(fragmentColumn, inMatrix),
                             fragmentRow)
          : getBufferIndices(b, buffer, b.add(fragmentRow, inMatrix),
                             fragmentColumn);
  kernel::MmaStoreRowsOp::create(b, fragment, buffers, indices,
                                 tile.isTransposed);
}

void StagedStore::writePair(IndexBuilder &b, ArrayRef<Value> elements,
                            Value row, Value column, int64_t buffer) const {
  auto write = [&](Value value, Value bufferRow, Value bufferColumn) {
    b.store(value, buffers,
            getBufferIndices(b, buffer, bufferRow, bufferColumn));
  };
  if (!tile.isTransposed)
    return write(makeVector(b, elements), row, column);
  write(elements[0], column, row);
  write(elements[1], b.add(column, 1), row);
}

bool StagedStore::isAlwaysUnaligned() const {
  return matchPattern(isUnaligned, m_One());
}

void StagedStore::writeElements(IndexBuilder &b, const MatmulResult &result,
                                ArrayRef<Value> matrix,
                                MutableArrayRef<Value> elements,
                                ArrayRef<int64_t> numbers, Value row,
                                Value column, int64_t firstColumn,
                                int64_t buffer) const {
  Type element = mapType.getElementType();
  // With the addresses of unaligned rows, those of matrices would be spilled.
  bool isMatrix = (element.isF16() || element.isBF16()) && !isAlwaysUnaligned();
  auto [threadRow, threadColumn] = getThreadPosition(b);
  while (!numbers.empty()) {
    ArrayRef<int64_t> group = numbers.take_front(isMatrix ? 8 : 2);
    numbers = numbers.drop_front(group.size());
    SmallVector<Value> finished =
        finishElements(b, result, matrix, elements, group, row, column);
    auto [rowOffset, columnOffset] = sumType.getElementPosition(group[0]);
    columnOffset -= firstColumn;
    if (isMatrix)
      writeMatrices(b, finished, b.constant(columnOffset), buffer);
    else
      writePair(b, finished, b.add(threadRow, rowOffset),
                b.add(threadColumn, columnOffset), buffer);
    for (auto [number, value] : llvm::zip_equal(group, finished))
      elements[number] = value;
  }
}

/// Starts the TMA copies of a buffer to the result.
void StagedStore::copyByTma(IndexBuilder &b, ArrayRef<Value> matrix, Value row,
                            Value column, int64_t buffer) const {
  kernel::FenceProxyAsyncOp::create(b, kernel::ProxySpace::shared);
  synchronize(b);
  asLeader(b, [&] {
    Value zero = b.constant(0);
    for (int64_t panel = 0; panel < numPanels; ++panel) {
      SmallVector<Value> coordinates(matrix);
      if (tile.isTransposed)
        coordinates.append({column, b.add(row, panel * width)});
      else
        coordinates.append({row, column});
      kernel::TmaStoreOp::create(b, buffers,
                                 ValueRange{consumer, b.constant(buffer),
                                            b.constant(panel), zero, zero},
                                 map, coordinates);
    }
    kernel::TmaCommitOp::create(b);
  });
}

/// Copies a buffer to the result. Adjacent threads store adjacent elements.
void StagedStore::copyByThreads(IndexBuilder &b, const MatmulResult &result,
                                ArrayRef<Value> matrix, Value row, Value column,
                                int64_t buffer) const {
  synchronize(b);
  // The rows of a buffer are those of the result.
  Value firstRow = tile.isTransposed ? column : row;
  Value firstColumn = tile.isTransposed ? row : column;
  // Each thread copies a column of every other row, or so. It loads several
  // elements before it stores them, so that it waits only once for them.
  constexpr int64_t kBatch = 8;
  int64_t columns = numPanels * width;
  int64_t rowStep = limits::warpgroupSize / columns;
  Value bufferColumn = b.rem(thread, columns);
  Value resultColumn = b.add(firstColumn, bufferColumn);
  Value numRows = b.sub(b.max(result.m, firstRow), firstRow);
  b.buildIf(b.less(resultColumn, result.n), [&] {
    auto loop = scf::ForOp::create(b, b.div(thread, columns),
                                   b.min(numRows, b.constant(panelRows)),
                                   b.constant(kBatch * rowStep));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> rows, elements;
    for (int64_t i = 0; i < kBatch; ++i) {
      rows.push_back(b.add(loop.getInductionVar(), i * rowStep));
      elements.push_back(b.load(
          buffers, getBufferIndices(b, buffer, rows.back(), bufferColumn)));
    }
    for (int64_t i = 0; i < kBatch; ++i)
      b.buildIf(b.less(rows[i], numRows), [&] {
        SmallVector<Value> indices(matrix);
        indices.append({b.add(firstRow, rows[i]), resultColumn});
        b.store(elements[i], result.destination, indices);
      });
  });
}

void StagedStore::storeColumns(IndexBuilder &b, const MatmulResult &result,
                               ArrayRef<Value> matrix,
                               MutableArrayRef<Value> elements, Value row,
                               Value column, int64_t first,
                               int64_t round) const {
  // The copy before the last one, which read the same buffer, must be done;
  // or the last one of the preceding tile, which may have.
  asLeader(b, [&] {
    kernel::TmaWaitOp::create(b, /*groups=*/round == 0 ? 0 : 1,
                              /*read=*/true);
  });
  synchronize(b);
  writeElements(b, result, matrix, elements, getNumbers(first), row, column,
                first, round % 2);
  Value firstColumn = b.add(column, first);
  b.buildIf(
      isUnaligned,
      [&] { copyByThreads(b, result, matrix, row, firstColumn, round % 2); },
      [&] { copyByTma(b, matrix, row, firstColumn, round % 2); });
}

/// Reduces the strips of a round, whose elements are finished if they are
/// stored. Those that are not stored yet are added to `strips`.
void StagedStore::reduceRows(
    IndexBuilder &b, const MatmulResult &result, ArrayRef<Value> matrix,
    ArrayRef<Value> elements, Value row, Value column, int64_t first,
    SmallVectorImpl<MatmulResult::Strip> &strips) const {
  // The numbers of the thread's elements in each row's strips, which are at
  // these offsets.
  llvm::MapVector<std::pair<int64_t, int64_t>, SmallVector<int64_t>> parts;
  for (int64_t number : getNumbers(first)) {
    auto [rowOffset, columnOffset] = sumType.getElementPosition(number);
    parts[{rowOffset, columnOffset / kStripColumns * kStripColumns}].push_back(
        number);
  }
  Value threadRow = b.add(row, getThreadPosition(b).first);
  for (auto &[offsets, numbers] : parts) {
    SmallVector<Value> finished;
    if (result.isStored())
      for (int64_t number : numbers)
        finished.push_back(elements[number]);
    else
      finished =
          finishElements(b, result, matrix, elements, numbers, row, column);
    MatmulResult::Strip strip =
        result.reduceStrip(b, finished, matrix, b.add(threadRow, offsets.first),
                           b.add(column, offsets.second), thread);
    // Fences before the copies of other rounds would wait for the stores.
    if (result.isStored())
      strips.push_back(strip);
    else
      result.storeStrip(b, strip, matrix, thread);
  }
}

void StagedStore::store(IndexBuilder &b, const MatmulResult &result,
                        ArrayRef<Value> matrix, ArrayRef<Value> sums, Value row,
                        Value column) const {
  SmallVector<SmallVector<Value>> fragments;
  for (Value sum : sums) {
    Value vector =
        kernel::MmaUnpackOp::create(b, sumType.getThreadVectorType(), sum);
    auto extract = vector::ToElementsOp::create(b, vector);
    fragments.push_back(llvm::to_vector_of<Value>(extract.getResults()));
  }
  // The same columns of all fragments are next to each other, since what an
  // epilogue reads for a column is loaded once and kept in registers.
  int64_t round = 0;
  SmallVector<MatmulResult::Strip> strips;
  // Without a branch and a barrier, ptxas (13.0) moves conversions of the sums
  // to 16 bits before the wait for these, and then lets each `wgmma` wait for
  // the one before.
  if (!result.isStored()) {
    asLeader(
        b, [&] { kernel::TmaWaitOp::create(b, /*groups=*/0, /*read=*/true); });
    synchronize(b);
  }
  for (int64_t first = 0; first < tile.columns; first += getColumnsPerRound())
    for (auto [i, elements] : llvm::enumerate(fragments)) {
      Value firstRow = b.add(row, static_cast<int64_t>(i) * limits::wgmmaRows);
      if (result.isStored())
        storeColumns(b, result, matrix, elements, firstRow, column, first,
                     round++);
      if (result.areRowsReduced())
        reduceRows(b, result, matrix, elements, firstRow, column, first,
                   strips);
    }
  for (const MatmulResult::Strip &strip : strips)
    result.storeStrip(b, strip, matrix, thread);
}

void StagedStore::finish(IndexBuilder &b) const {
  asLeader(b,
           [&] { kernel::TmaWaitOp::create(b, /*groups=*/0, /*read=*/true); });
}
