//===- MatmulToThreads.cpp - Lowers matmuls to threads --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls to the CUDA cores, for every element type. A thread keeps its
// part of the result in registers and adds outer products to it. It loads
// several elements of an operand at once: neighbors along K if that is the
// operand's last dimension, or else along M or N.
//
//===----------------------------------------------------------------------===//

#include "StagedMatmul.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

namespace {

/// Rows of a K-innermost tile are 16 bytes apart modulo the banks.
constexpr SharedLayout kLayout = {/*isSwizzled=*/false, /*paddingBytes=*/16};

class ThreadMatmul : public StagedMatmul {
public:
  ThreadMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
               const MatmulTile &tile, int64_t numStages)
      : StagedMatmul(kernels, matmul, tile, numStages, tile.getUnits(), kLayout,
                     kLayout),
        accumulator(op.getAccumulatorType()) {}

private:
  void start(IndexBuilder &b) override;
  SmallVector<Value> createSums(IndexBuilder &b) const override;
  SmallVector<Value> multiply(IndexBuilder &b, Value stage,
                              SmallVector<Value> sums) const override;
  void store(IndexBuilder &b, const MatmulResult &result,
             const TilePosition &position, ArrayRef<Value> sums) const override;

  int64_t getGroup(const CopiedOperand &operand, int64_t perThread) const;
  Value getOffset(IndexBuilder &b, const CopiedOperand &operand, Value position,
                  int64_t i, int64_t perThread) const;
  SmallVector<SmallVector<Value>> load(IndexBuilder &b,
                                       const CopiedOperand &operand,
                                       Value stage, Value position, Value k,
                                       int64_t perThread) const;
  SmallVector<Value> multiplyGroup(IndexBuilder &b, Value stage, Value k,
                                   SmallVector<Value> sums) const;

  Type accumulator;
  Value threadM, threadN; ///< position among the threads of the block
};

/// Elements that a thread loads at once, and those along K that are multiplied
/// by unrolled code.
constexpr int64_t kMaxGroup = 4, kMaxUnrolledDepth = 16;

} // namespace

/// The threads of a warp are next to each other in both dimensions, so that
/// they load few different elements.
void ThreadMatmul::start(IndexBuilder &b) {
  int64_t threadsM = tile.rows / tile.unitRows;
  int64_t threadsN = tile.columns / tile.unitColumns;
  int64_t lanesM = std::min<int64_t>(threadsM, 4);
  int64_t lanesN = limits::warpSize / lanesM;
  if (lanesN > threadsN) {
    lanesN = threadsN;
    lanesM = limits::warpSize / lanesN;
  }
  Value lane = b.rem(thread, limits::warpSize);
  Value warp = b.div(thread, limits::warpSize);
  int64_t warpsN = threadsN / lanesN;
  threadM = b.add(b.mul(b.div(warp, warpsN), lanesM), b.div(lane, lanesN));
  threadN = b.add(b.mul(b.rem(warp, warpsN), lanesN), b.rem(lane, lanesN));
}

SmallVector<Value> ThreadMatmul::createSums(IndexBuilder &b) const {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accumulator));
  return SmallVector<Value>(tile.unitRows * tile.unitColumns, zero);
}

/// Returns how many neighbors a thread loads at once.
int64_t ThreadMatmul::getGroup(const CopiedOperand &operand,
                               int64_t perThread) const {
  return std::min({kMaxGroup, operand.chunk(),
                   operand.isKInnermost ? operand.depth : perThread});
}

/// Returns the offset in the tile of the `i`-th row or column of a thread. They
/// are groups with a stride, between which are those of other threads, so that
/// the threads of a warp load without bank conflicts.
Value ThreadMatmul::getOffset(IndexBuilder &b, const CopiedOperand &operand,
                              Value position, int64_t i,
                              int64_t perThread) const {
  int64_t group = operand.isKInnermost ? 1 : getGroup(operand, perThread);
  int64_t stride = operand.extent / (perThread / group);
  return b.add(b.mul(position, group), i / group * stride + i % group);
}

/// Loads the elements of the thread's rows or columns from `k` on, as many
/// along K as a group of either operand has. They are indexed by K first.
SmallVector<SmallVector<Value>>
ThreadMatmul::load(IndexBuilder &b, const CopiedOperand &operand, Value stage,
                   Value position, Value k, int64_t perThread) const {
  int64_t depth = std::min(kMaxGroup, operand.chunk());
  int64_t group = getGroup(operand, perThread);
  SmallVector<SmallVector<Value>> loaded(depth, SmallVector<Value>(perThread));
  auto loadGroup = [&](int64_t i, int64_t kk) {
    return b.load(operand.tiles,
                  operand.getIndices(
                      b, stage, getOffset(b, operand, position, i, perThread),
                      b.add(k, kk)),
                  group);
  };
  auto extract = [&](Value vector, int64_t lane) {
    Value element =
        group == 1 ? vector : Value(vector::ExtractOp::create(b, vector, lane));
    return convertNumber(b, b.getLoc(), element, accumulator);
  };
  if (operand.isKInnermost) {
    for (int64_t i = 0; i < perThread; ++i)
      for (int64_t kk = 0; kk < depth; kk += group) {
        Value vector = loadGroup(i, kk);
        for (int64_t lane = 0; lane < group; ++lane)
          loaded[kk + lane][i] = extract(vector, lane);
      }
    return loaded;
  }
  for (int64_t kk = 0; kk < depth; ++kk)
    for (int64_t i = 0; i < perThread; i += group) {
      Value vector = loadGroup(i, kk);
      for (int64_t lane = 0; lane < group; ++lane)
        loaded[kk][i + lane] = extract(vector, lane);
    }
  return loaded;
}

/// Adds the products of as many elements along K as are loaded at once.
SmallVector<Value> ThreadMatmul::multiplyGroup(IndexBuilder &b, Value stage,
                                               Value k,
                                               SmallVector<Value> sums) const {
  SmallVector<SmallVector<Value>> left =
      load(b, lhs, stage, threadM, k, tile.unitRows);
  SmallVector<SmallVector<Value>> right =
      load(b, rhs, stage, threadN, k, tile.unitColumns);
  for (auto [leftAtK, rightAtK] : llvm::zip_equal(left, right))
    for (auto [i, x] : llvm::enumerate(leftAtK))
      for (auto [j, y] : llvm::enumerate(rightAtK)) {
        Value &sum = sums[i * tile.unitColumns + j];
        sum = multiplyAdd(b, x, y, sum);
      }
  return sums;
}

SmallVector<Value> ThreadMatmul::multiply(IndexBuilder &b, Value stage,
                                          SmallVector<Value> sums) const {
  int64_t step = std::min(kMaxGroup, lhs.chunk());
  auto multiplyFrom = [&](Value first, int64_t depth,
                          SmallVector<Value> state) {
    for (int64_t k = 0; k < depth; k += step)
      state = multiplyGroup(b, stage, b.add(first, k), std::move(state));
    return state;
  };
  if (lhs.depth <= kMaxUnrolledDepth)
    return multiplyFrom(b.constant(0), lhs.depth, std::move(sums));
  auto loop =
      scf::ForOp::create(b, b.constant(0), b.constant(lhs.depth),
                         b.constant(kMaxUnrolledDepth), ValueRange(sums));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  sums = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
  scf::YieldOp::create(b, multiplyFrom(loop.getInductionVar(),
                                       kMaxUnrolledDepth, std::move(sums)));
  return llvm::to_vector_of<Value>(loop.getResults());
}

void ThreadMatmul::store(IndexBuilder &b, const MatmulResult &result,
                         const TilePosition &position,
                         ArrayRef<Value> sums) const {
  int64_t group = rhs.isKInnermost ? 1 : getGroup(rhs, tile.unitColumns);
  for (int64_t i = 0; i < tile.unitRows; ++i)
    for (int64_t j = 0; j < tile.unitColumns; j += group)
      result.store(b, sums.slice(i * tile.unitColumns + j, group),
                   position.matrix,
                   b.add(position.firstRow,
                         getOffset(b, lhs, threadM, i, tile.unitRows)),
                   b.add(position.firstColumn,
                         getOffset(b, rhs, threadN, j, tile.unitColumns)));
}

namespace {

class MatmulByThreads : public MatmulEmitter {
public:
  using MatmulEmitter::MatmulEmitter;

  MatmulUnit getKind() const override { return MatmulUnit::Threads; }
  int64_t getMultiplications(Type element) const override {
    return getThreadMultiplications(element, target);
  }
  /// Asynchronous copies have at least 4 bytes.
  bool needsAlignedRows(Type element) const override {
    return kernel::getElementBytes(element) < 4;
  }
  int64_t getStages(ProductOpInterface op,
                    const MatmulTile &tile) const override {
    return StagedMatmul::getStages(tile, target, kernels.getHints(),
                                   kLayout.paddingBytes, op);
  }
  void emit(IndexBuilder &h, const AlignedMatmul &matmul,
            const MatmulTile &tile, const MatmulSplit &split) const override {
    ThreadMatmul(kernels, matmul, tile, getStages(matmul.op, tile))
        .lower(h, split);
  }
};

} // namespace

std::unique_ptr<MatmulEmitter>
mlir::zyn::createMatmulByThreads(KernelModules &kernels,
                                 const ::zyn::schedule::GPUTarget &target) {
  return std::make_unique<MatmulByThreads>(kernels, target);
}
