//===- StagedMatmul.cpp - Matmuls with asynchronous copies ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedMatmul.h"
#include "PaddedCopies.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

/// Alignment of tiles in shared memory, in bytes.
static constexpr int64_t kAlignment = 128;

/// Bytes of the starts of windows in shared memory.
static int64_t getWindowBytes(int64_t extent) {
  return llvm::alignTo(
      extent * CopiedOperand::numWindowStarts * sizeof(int64_t), kAlignment);
}

//===----------------------------------------------------------------------===//
// CopiedOperand
//===----------------------------------------------------------------------===//

CopiedOperand::CopiedOperand(const AlignedOperand &operand, int64_t extent,
                             int64_t depthBytes, SharedLayout layout)
    : isKInnermost(operand.isKInnermost), extent(extent),
      elementBytes(kernel::getElementBytes(operand.getElement())),
      copyBytes(operand.isAligned ? limits::tensorGranule : elementBytes),
      layout(layout), windows(operand.windows) {
  depth = depthBytes / elementBytes;
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
  return {b.add(b.mul(stage, rows()), row), permute(b, row, column)};
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

//===----------------------------------------------------------------------===//
// StagedMatmul
//===----------------------------------------------------------------------===//

int64_t StagedMatmul::getStages(const MatmulTile &tile, const GPUTarget &target,
                                const KernelHints &hints,
                                int64_t paddingBytes) {
  int64_t available = hints.getSharedMemory(target.sharedBytesPerBlock);
  // Either dimension may be padded. A stage is copied while another one is
  // used.
  int64_t paddedRows = std::max(tile.rows, tile.depthBytes) +
                       std::max(tile.columns, tile.depthBytes);
  int64_t stageBytes = tile.getStageBytes() + paddedRows * paddingBytes;
  available -= 2 * kAlignment + getWindowBytes(tile.rows);
  return std::clamp<int64_t>(available / stageBytes, 2, tile.maxStages);
}

StagedMatmul::StagedMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
                           const MatmulTile &tile, int64_t numStages,
                           int64_t numThreads, SharedLayout lhsLayout,
                           SharedLayout rhsLayout)
    : kernels(kernels), op(matmul.op), tile(tile), numStages(numStages),
      numThreads(numThreads),
      lhs(matmul.lhs, tile.rows, tile.depthBytes, lhsLayout),
      rhs(matmul.rhs, tile.columns, tile.depthBytes, rhsLayout),
      matmul(matmul) {}

SmallVector<Value> StagedMatmul::multiplyStages(IndexBuilder &b,
                                                const MatmulWork &work) {
  int64_t depth = lhs.depth;
  auto copyStage = [&](Value stage, Value k) {
    b.buildIf(b.less(k, work.endK), [&] {
      lhs.copy(b, stage, k);
      rhs.copy(b, stage, k);
    });
    kernel::AsyncCommitOp::create(b);
  };
  for (int64_t stage = 0; stage < numStages - 1; ++stage)
    copyStage(b.constant(stage), b.add(work.firstK, stage * depth));

  SmallVector<Value> state = createSums(b);
  state.push_back(b.constant(0)); // the stage that is read
  auto loop =
      scf::ForOp::create(b, work.firstK, work.endK, b.constant(depth), state);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    state = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    Value stage = state.pop_back_val();
    // This stage's copies are complete, and all threads have read the stage
    // that is overwritten next in the previous iteration.
    kernel::AsyncWaitOp::create(b, numStages - 2);
    kernel::BarrierOp::create(b);
    Value ahead = b.rem(b.add(stage, numStages - 1), numStages);
    copyStage(ahead, b.add(loop.getInductionVar(), (numStages - 1) * depth));
    state = multiply(b, stage, std::move(state));
    state.push_back(b.rem(b.add(stage, 1), numStages));
    scf::YieldOp::create(b, state);
  }
  kernel::AsyncWaitOp::create(b, 0);
  return llvm::to_vector_of<Value>(loop.getResults().drop_back());
}

void StagedMatmul::lower(IndexBuilder &h, const MatmulSplit &split) {
  HostGrid hostGrid(h, matmul, tile, split);
  SmallVector<Value> sizes = hostGrid.getSizes();
  // ptxas would unroll a loop of few iterations and compute sums where they are
  // stored, with all rows and columns in registers until then. On tensor cores,
  // it does not if all of K is copied before the loop, which then needs fewer
  // registers.
  constexpr int64_t fewIterations = 16;
  int64_t copiedBefore =
      tile.unit == MatmulUnit::Threads ? 0 : (numStages - 1) * lhs.depth;
  std::optional<int64_t> knownK = getConstantIntValue(sizes[0]);
  if (knownK && *knownK > copiedBefore && *knownK <= fewIterations * lhs.depth)
    sizes[0] = makeArgument(h, sizes[0]);
  Value lhsBuffer = matmul.lhs.buffer;
  if (lhs.windows) {
    llvm::append_range(sizes, lhs.windows->sizes);
    lhsBuffer = getContiguousView(h, lhsBuffer, h.product(h.sizes(lhsBuffer)));
  }
  SmallVector<Value> arguments = {lhsBuffer, matmul.rhs.buffer};
  unsigned firstSizeArgument = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResultArgument = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  unsigned sumsArgument = arguments.size();
  if (tile.isSplit)
    arguments.push_back(matmul.sums);
  KernelHints &hints = kernels.getHints();
  stateMatmulTile(hints, tile, numThreads);
  hints.state(KernelHint::AsyncCopy, true, "");
  hints.state(KernelHint::VectorWidth, lhs.copyBytes / lhs.elementBytes,
              llvm::formatv("tiles are copied by asynchronous copies of {0} "
                            "bytes",
                            lhs.copyBytes));
  KernelBuilder kernel(kernels, h, op, {numThreads, 1, 1}, arguments);
  // ptxas would spill some of the positions for another resident block.
  if (lhs.windows)
    kernel.setMinBlocks(1);
  IndexBuilder &b = kernel.device();
  MatmulResult result(kernel, matmul, firstResultArgument);
  std::optional<MatmulResult> sums;
  if (tile.isSplit)
    sums.emplace(kernel, matmul, sumsArgument, /*isPartial=*/true);
  sizes = kernel.importSizes(firstSizeArgument, sizes);
  auto [k, splitLength, numWhole] =
      std::array<Value, 3>{sizes[0], sizes[1], sizes[2]};
  if (lhs.windows)
    lhs.windows->sizes.assign(ArrayRef(sizes).drop_front(3));
  MatmulWork work = MatmulGrid(tile, result, numWhole)
                        .getWork(b, b.blockId(), k, splitLength);
  thread = b.threadId(kernel::Dimension::x);

  int64_t offset = 0;
  for (CopiedOperand *operand : {&lhs, &rhs}) {
    bool isLhs = operand == &lhs;
    operand->memref = kernel.argument(isLhs ? 0 : 1);
    operand->batch = work.tile.matrix;
    operand->outer = isLhs ? work.tile.firstRow : work.tile.firstColumn;
    operand->outerSize = isLhs ? result.m : result.n;
    operand->innerSize = knownK ? b.constant(*knownK) : k;
    Type element = cast<MemRefType>(operand->memref.getType()).getElementType();
    operand->tiles = kernel.dynamicShared(
        offset, {numStages * operand->rows(), operand->pitch()}, element,
        kAlignment);
    offset += llvm::alignTo(numStages * operand->stageBytes(), kAlignment);
    operand->thread = thread;
    operand->numThreads = numThreads;
    if (operand->windows) {
      operand->windowStarts = kernel.dynamicShared(
          offset, {operand->extent, CopiedOperand::numWindowStarts},
          b.getI64Type(), kAlignment);
      offset += getWindowBytes(operand->extent);
      operand->storeWindowStarts(b);
      kernel::BarrierOp::create(b);
    }
  }
  start(b);
  SmallVector<Value> state = multiplyStages(b, work);
  buildStore(
      b, work, result, sums,
      [&](const MatmulResult &destination, const TilePosition &position) {
        store(b, destination, position, state);
      });
  kernel.launch(hostGrid.numWork, offset);
}
