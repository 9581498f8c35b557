//===- MatmulToLanes.cpp - Lowers thin matmuls to lanes -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls with few rows or columns, which take the time of reading the
// other operand: the matrix, of which each element is used only a few times.
// Lanes load it to registers and not to shared memory, with any alignment. The
// few rows of A, or columns of B, are the vectors.
//
// If K is not the matrix's last dimension, a lane has some of the lines along
// K, and the groups of lanes that have all lines of a tile take turns along K.
// Otherwise, the lanes of a warp take turns along K.
//
//===----------------------------------------------------------------------===//

#include "LaneOperand.h"
#include "MatmulEmitter.h"
#include "MatmulResult.h"
#include "MatmulWork.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

namespace {

constexpr int64_t kThreads = 256, kWarps = kThreads / limits::warpSize;
/// Lines of the matrix along K that a lane has at a time.
constexpr int64_t kLines = 4;
/// Elements of up to 4 bytes of a line that a lane loads in an iteration: all
/// of those that it has if there are at most `kMaxAtOnce`.
constexpr int64_t kUnroll = 8, kMaxAtOnce = 12;

class LaneMatmul {
public:
  LaneMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
             const MatmulTile &tile)
      : kernels(kernels), matmul(matmul), op(matmul.op), tile(tile),
        accumulator(op.getAccumulatorType()) {}

  void lower(IndexBuilder &h, const MatmulSplit &split);

private:
  /// Builds the stores of a sum at a row and a column of the tile.
  using StoreBuilder = function_ref<void(Value sum, Value row, Value column)>;

  void stateHints() const;
  SmallVector<Value> getZeros(IndexBuilder &b, int64_t number) const;
  SmallVector<SmallVector<Value>> loadVectors(IndexBuilder &b, Value k,
                                              int64_t number, int64_t spacing,
                                              bool areAligned) const;
  /// Lanes of a group that has all lines of a tile, and such groups of a warp.
  int64_t getGroupLanes() const { return tile.columns / kLines; }
  int64_t getWarpGroups() const { return limits::warpSize / getGroupLanes(); }
  SmallVector<Value> accumulateLines(IndexBuilder &b, Value start, Value end,
                                     int64_t unroll, int64_t step,
                                     SmallVector<Value> sums,
                                     bool isVector) const;
  int64_t getUnroll(Value length, int64_t numGroups) const;
  void computeLines(IndexBuilder &b, Value scratch, bool isVector,
                    StoreBuilder store) const;
  SmallVector<Value> accumulateAlongK(IndexBuilder &b, ArrayRef<Value> lines,
                                      Value start, Value end, int64_t unroll,
                                      SmallVector<Value> sums,
                                      bool areNeighbors) const;
  void computeAlongK(IndexBuilder &b, bool isVector, StoreBuilder store) const;

  KernelModules &kernels;
  const AlignedMatmul &matmul;
  ProductOpInterface op;
  const MatmulTile &tile;
  Type accumulator;
  LaneOperand vectors, matrix;
  /// Whether all elements at the same place of the vectors are neighbors in
  /// memory, which can be accessed together.
  bool areVectorsNeighbors = false;
  Value thread, lane, warp;
  Value firstK, endK;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

SmallVector<Value> LaneMatmul::getZeros(IndexBuilder &b, int64_t number) const {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accumulator));
  return SmallVector<Value>(number, zero);
}

/// Loads `number` elements of each of the vectors, `spacing` apart, from `k`
/// on. Neighbors may be accessed together if `areAligned`.
SmallVector<SmallVector<Value>> LaneMatmul::loadVectors(IndexBuilder &b,
                                                        Value k, int64_t number,
                                                        int64_t spacing,
                                                        bool areAligned) const {
  SmallVector<SmallVector<Value>> result(tile.rows);
  if (areVectorsNeighbors) {
    for (int64_t i = 0; i < number; ++i) {
      SmallVector<Value> elements =
          vectors.load(b, vectors.first, b.add(k, i * spacing), tile.rows,
                       vectors.getWidth(tile.rows), accumulator);
      for (auto [vector, element] : llvm::zip_equal(result, elements))
        vector.push_back(element);
    }
    return result;
  }
  for (auto [row, vector] : llvm::enumerate(result)) {
    Value line = vectors.getLine(b, b.constant(row));
    if (areAligned && vectors.isKInnermost) {
      vector = vectors.load(b, line, k, number, vectors.getWidth(number),
                            accumulator);
      continue;
    }
    for (int64_t i = 0; i < number; ++i)
      vector.push_back(
          vectors.load(b, line, b.add(k, i * spacing), 1, 1, accumulator)[0]);
  }
  return result;
}

/// Builds a loop whose body replaces `values`.
static SmallVector<Value>
buildLoop(IndexBuilder &b, Value start, Value end, int64_t step,
          ValueRange values,
          function_ref<SmallVector<Value>(Value, SmallVector<Value>)> build) {
  auto loop = scf::ForOp::create(b, start, end, b.constant(step), values);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(
      b, build(loop.getInductionVar(),
               llvm::to_vector_of<Value>(loop.getRegionIterArgs())));
  return llvm::to_vector_of<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Lanes with lines of their own
//===----------------------------------------------------------------------===//

/// Adds the products of elements `start`, `start` + 1, ..., `unroll` of them in
/// each iteration, of the lines of a lane. The sums are those of the first row
/// first.
SmallVector<Value> LaneMatmul::accumulateLines(IndexBuilder &b, Value start,
                                               Value end, int64_t unroll,
                                               int64_t step,
                                               SmallVector<Value> sums,
                                               bool isVector) const {
  int64_t width = isVector ? matrix.getWidth(kLines) : 1;
  Value column = b.mul(b.rem(lane, getGroupLanes()), kLines);
  return buildLoop(
      b, start, end, step, sums, [&](Value k, SmallVector<Value> next) {
        SmallVector<SmallVector<Value>> loaded(unroll);
        for (int64_t u = 0; u < unroll; ++u) {
          Value at = b.add(k, u);
          if (isVector) {
            loaded[u] = matrix.load(b, b.add(matrix.first, column), at, kLines,
                                    width, accumulator);
            continue;
          }
          for (int64_t i = 0; i < kLines; ++i)
            loaded[u].push_back(matrix.load(b,
                                            matrix.getLine(b, b.add(column, i)),
                                            at, 1, 1, accumulator)[0]);
        }
        SmallVector<SmallVector<Value>> x =
            loadVectors(b, k, unroll, /*spacing=*/1, isVector);
        for (int64_t row = 0; row < tile.rows; ++row)
          for (int64_t u = 0; u < unroll; ++u)
            for (int64_t i = 0; i < kLines; ++i) {
              Value &sum = next[row * kLines + i];
              sum = multiplyAdd(b, x[row][u], loaded[u][i], sum);
            }
        return next;
      });
}

/// Returns how many elements of a line each of `numGroups` groups loads at a
/// time: for a known length, a number that leaves no remainder, if there is one
/// that is not much lower.
int64_t LaneMatmul::getUnroll(Value length, int64_t numGroups) const {
  int64_t scale = std::max<int64_t>(matrix.getBytes() / 4, 1);
  int64_t unroll = std::max<int64_t>(kUnroll / scale, 1);
  std::optional<int64_t> known = getConstantIntValue(length);
  if (!known || *known % numGroups != 0)
    return unroll;
  int64_t perGroup = *known / numGroups;
  if (perGroup != 0 && perGroup * scale <= kMaxAtOnce)
    return perGroup;
  for (int64_t fewer = unroll; fewer > unroll / 2; --fewer)
    if (perGroup % fewer == 0)
      return fewer;
  return unroll;
}

void LaneMatmul::computeLines(IndexBuilder &b, Value scratch, bool isVector,
                              StoreBuilder store) const {
  int64_t numGroups = kWarps * getWarpGroups();
  Value group = b.div(thread, getGroupLanes());
  Value length = b.sub(endK, firstK);
  int64_t unroll = getUnroll(length, numGroups), step = numGroups * unroll;
  Value wholeEnd = b.add(firstK, b.mul(b.div(length, step), step));
  SmallVector<Value> sums =
      accumulateLines(b, b.add(firstK, b.mul(group, unroll)), wholeEnd, unroll,
                      step, getZeros(b, tile.rows * kLines), isVector);
  sums = accumulateLines(b, b.add(wholeEnd, group), endK, /*unroll=*/1,
                         numGroups, std::move(sums), isVector);
  // The lanes of a warp that have the same lines add their sums.
  for (int64_t offset = getGroupLanes(); offset < limits::warpSize; offset *= 2)
    for (Value &sum : sums)
      sum = addNumbers(b, sum,
                       exchange(b, kernel::ShuffleKind::Xor, sum,
                                b.constant(offset), limits::warpSize));

  // Parts of the block add the sums of all warps for a row each.
  int64_t columns = tile.columns, rowsAtOnce = kThreads / columns;
  for (int64_t first = 0; first < tile.rows; first += rowsAtOnce) {
    int64_t rows = std::min(rowsAtOnce, tile.rows - first);
    if (first)
      kernel::BarrierOp::create(b);
    auto storeSums = [&] {
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t i = 0; i < kLines; ++i)
          b.store(sums[(first + row) * kLines + i], scratch,
                  {warp, b.constant(row),
                   b.add(b.mul(lane, kLines), b.constant(i))});
    };
    if (getWarpGroups() == 1)
      storeSums();
    else
      b.buildIf(b.less(lane, b.constant(getGroupLanes())), storeSums);
    kernel::BarrierOp::create(b);
    Value row = b.div(thread, columns), column = b.rem(thread, columns);
    b.buildIf(b.less(row, b.constant(rows)), [&] {
      Value sum;
      for (int64_t w = 0; w < kWarps; ++w) {
        Value part = b.load(scratch, {b.constant(w), row, column});
        sum = sum ? addNumbers(b, sum, part) : part;
      }
      store(sum, b.add(row, first), column);
    });
  }
}

//===----------------------------------------------------------------------===//
// Lanes along K
//===----------------------------------------------------------------------===//

/// Adds the products of a warp's lines: in each iteration, `unroll` elements of
/// each lane, which are neighbors, or those of other lanes are between them.
/// The first ones are at `start`. The sums are those of the first row first.
SmallVector<Value>
LaneMatmul::accumulateAlongK(IndexBuilder &b, ArrayRef<Value> lines,
                             Value start, Value end, int64_t unroll,
                             SmallVector<Value> sums, bool areNeighbors) const {
  int64_t numLines = lines.size();
  int64_t spacing = areNeighbors ? 1 : limits::warpSize;
  return buildLoop(
      b, start, end, limits::warpSize * unroll, sums,
      [&](Value k, SmallVector<Value> next) {
        SmallVector<SmallVector<Value>> loaded;
        for (Value line : lines) {
          if (areNeighbors) {
            loaded.push_back(matrix.load(b, line, k, unroll,
                                         matrix.getWidth(unroll), accumulator));
            continue;
          }
          loaded.emplace_back();
          for (int64_t u = 0; u < unroll; ++u)
            loaded.back().push_back(matrix.load(b, line, b.add(k, u * spacing),
                                                1, 1, accumulator)[0]);
        }
        SmallVector<SmallVector<Value>> x =
            loadVectors(b, k, unroll, spacing, areNeighbors);
        for (int64_t row = 0; row < tile.rows; ++row)
          for (int64_t u = 0; u < unroll; ++u)
            for (int64_t i = 0; i < numLines; ++i) {
              Value &sum = next[row * numLines + i];
              sum = multiplyAdd(b, x[row][u], loaded[i][u], sum);
            }
        return next;
      });
}

/// Adds each of `values`, a power of two of them, of all lanes. Each step
/// halves either the values of a lane, or, with one value, the lanes that have
/// different ones. Calls `use` with each value that remains and its index; for
/// several lanes with the same value, only in one of them.
static void addLanes(IndexBuilder &b, Value lane, SmallVector<Value> values,
                     function_ref<void(Value sum, Value index)> use) {
  auto exchangeWith = [&](Value value, int64_t offset) {
    return exchange(b, kernel::ShuffleKind::Xor, value, b.constant(offset),
                    limits::warpSize);
  };
  Value first = b.constant(0), isUser = arith::ConstantIntOp::create(b, 1, 1);
  for (int64_t offset = limits::warpSize / 2; offset > 0; offset /= 2) {
    Value isUpper = b.equal(b.rem(b.div(lane, offset), 2), b.constant(1));
    int64_t half = values.size() / 2;
    if (half == 0) {
      values[0] = addNumbers(b, values[0], exchangeWith(values[0], offset));
      isUser = b.land(isUser,
                      b.bitXor(isUpper, arith::ConstantIntOp::create(b, 1, 1)));
      continue;
    }
    SmallVector<Value> kept;
    for (int64_t i = 0; i < half; ++i) {
      auto select = [&](Value ifUpper, Value otherwise) {
        return b.createOrFold<arith::SelectOp>(isUpper, ifUpper, otherwise);
      };
      Value mine = select(values[half + i], values[i]);
      Value theirs = select(values[i], values[half + i]);
      kept.push_back(addNumbers(b, mine, exchangeWith(theirs, offset)));
    }
    first = b.add(first, b.createOrFold<arith::SelectOp>(
                             isUpper, b.constant(half), b.constant(0)));
    values = std::move(kept);
  }
  b.buildIf(isUser, [&] {
    for (auto [i, value] : llvm::enumerate(values))
      use(value, b.add(first, static_cast<int64_t>(i)));
  });
}

/// A warp computes several groups of lines, one after the other.
void LaneMatmul::computeAlongK(IndexBuilder &b, bool isVector,
                               StoreBuilder store) const {
  constexpr int64_t maxWidth = 8;
  int64_t linesOfWarp = tile.columns / kWarps;
  int64_t numLines = std::min(kLines, linesOfWarp);
  // As many loads are in flight if there are fewer lines.
  int64_t unroll = matrix.getWidth(maxWidth) * (kLines / numLines);
  int64_t step = limits::warpSize * unroll;
  Value wholeEnd = b.add(firstK, b.mul(b.div(b.sub(endK, firstK), step), step));
  auto loop = scf::ForOp::create(b, b.constant(0), b.constant(linesOfWarp),
                                 b.constant(numLines));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value column = b.add(b.mul(warp, linesOfWarp), loop.getInductionVar());
  SmallVector<Value> lines;
  for (int64_t i = 0; i < numLines; ++i)
    lines.push_back(matrix.getLine(b, b.add(column, i)));
  Value ofLane = isVector ? b.mul(lane, unroll) : lane;
  SmallVector<Value> sums = accumulateAlongK(
      b, lines, b.add(firstK, ofLane), wholeEnd, unroll,
      getZeros(b, tile.rows * numLines), /*areNeighbors=*/isVector);
  sums = accumulateAlongK(b, lines, b.add(wholeEnd, lane), endK, /*unroll=*/1,
                          std::move(sums), /*areNeighbors=*/false);
  addLanes(b, lane, std::move(sums), [&](Value sum, Value index) {
    store(sum, b.div(index, numLines), b.add(column, b.rem(index, numLines)));
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void LaneMatmul::stateHints() const {
  KernelHints &hints = kernels.getHints();
  stateMatmulTile(hints, tile, kThreads);
  StringRef reason = "lanes load aligned rows of operands to registers";
  hints.state(KernelHint::AsyncCopy, false, reason);
  hints.state(KernelHint::VectorWidth,
              limits::tensorGranule /
                  kernel::getElementBytes(matmul.lhs.getElement()),
              reason);
}

void LaneMatmul::lower(IndexBuilder &h, const MatmulSplit &split) {
  HostGrid hostGrid(h, matmul, tile, split);
  SmallVector<Value> sizes = hostGrid.getSizes();
  const AlignedOperand &few = tile.isTransposed ? matmul.rhs : matmul.lhs;
  const AlignedOperand &many = tile.isTransposed ? matmul.lhs : matmul.rhs;
  SmallVector<Value> arguments = LaneOperand::getInputs(few);
  unsigned firstManyArgument = arguments.size();
  llvm::append_range(arguments, LaneOperand::getInputs(many));
  unsigned firstSizeArgument = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResultArgument = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  unsigned sumsArgument = arguments.size();
  if (tile.isSplit)
    arguments.push_back(matmul.sums);
  stateHints();
  KernelBuilder kernel(kernels, h, op, {kThreads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  MatmulResult result(kernel, matmul, firstResultArgument);
  std::optional<MatmulResult> sums;
  if (tile.isSplit)
    sums.emplace(kernel, matmul, sumsArgument, /*isPartial=*/true);
  sizes = kernel.importSizes(firstSizeArgument, sizes);
  MatmulWork work = MatmulGrid(tile, result, sizes[2])
                        .getWork(b, b.blockId(), sizes[0], sizes[1]);
  firstK = work.firstK;
  endK = b.max(work.endK, firstK);
  thread = b.threadId(kernel::Dimension::x);
  lane = b.rem(thread, limits::warpSize);
  warp = b.div(thread, limits::warpSize);
  Value numRows = tile.isTransposed ? result.n : result.m;
  Value numColumns = tile.isTransposed ? result.m : result.n;
  vectors = LaneOperand::import(kernel, few, 0, work.tile.matrix,
                                work.tile.firstRow, numRows);
  matrix =
      LaneOperand::import(kernel, many, firstManyArgument, work.tile.matrix,
                          work.tile.firstColumn, numColumns);

  auto store = [&](Value sum, Value row, Value column) {
    buildStore(
        b, work, result, sums,
        [&](const MatmulResult &destination, const TilePosition &position) {
          Value line = b.add(position.firstRow, row),
                other = b.add(position.firstColumn, column);
          if (tile.isTransposed)
            std::swap(line, other);
          destination.store(b, sum, position.matrix, line, other);
        });
  };
  areVectorsNeighbors = !vectors.isKInnermost &&
                        getConstantIntValue(numRows) == tile.rows &&
                        getConstantIntValue(vectors.areRowsAligned(b)) == 1;
  Value isVector = matrix.areRowsAligned(b);
  if (vectors.isKInnermost)
    isVector = b.land(isVector, vectors.areRowsAligned(b));
  if (matrix.isKInnermost) {
    b.buildIf(
        isVector, [&] { computeAlongK(b, /*isVector=*/true, store); },
        [&] { computeAlongK(b, /*isVector=*/false, store); });
  } else {
    Value isWhole = b.lessEqual(b.add(matrix.first, tile.columns), matrix.size);
    Value scratch = kernel.shared(
        {kWarps, std::min(tile.rows, kThreads / tile.columns), tile.columns},
        accumulator);
    isVector = b.land(isVector, isWhole);
    b.buildIf(
        isVector, [&] { computeLines(b, scratch, /*isVector=*/true, store); },
        [&] { computeLines(b, scratch, /*isVector=*/false, store); });
  }
  kernel.launch(hostGrid.numWork);
}

namespace {

class MatmulByLanes : public MatmulEmitter {
public:
  using MatmulEmitter::MatmulEmitter;

  MatmulUnit getKind() const override { return MatmulUnit::Lanes; }
  int64_t getMultiplications(Type element) const override {
    return getThreadMultiplications(element, target);
  }
  bool checksAlignment() const override { return true; }
  int64_t getStages(ProductOpInterface op,
                    const MatmulTile &tile) const override {
    return 0;
  }
  void emit(IndexBuilder &h, const AlignedMatmul &matmul,
            const MatmulTile &tile, const MatmulSplit &split) const override {
    LaneMatmul(kernels, matmul, tile).lower(h, split);
  }
};

} // namespace

std::unique_ptr<MatmulEmitter>
mlir::zyn::createMatmulByLanes(KernelModules &kernels,
                               const ::zyn::schedule::GPUTarget &target) {
  return std::make_unique<MatmulByLanes>(kernels, target);
}
