//===- MatmulToTensorCores.cpp - Lowers matmuls to tensor cores -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls of f16 and bf16 to `mma.sync` m16n8k16, which every GPU from
// sm_80 supports. Tiles of A and B are copied to shared memory by asynchronous
// copies of 16 bytes, several stages ahead. `ldmatrix` loads them into
// registers and transposes them if K is not the operand's last dimension.
// Inside a tile, the 16-byte chunks of a row are permuted by an exclusive or
// with the row, so that neither copies nor `ldmatrix` cause bank conflicts.
// Fragment layouts: PTX ISA, "Matrix fragments for mma.m16n8k16".
//
//===----------------------------------------------------------------------===//

#include "MatmulTile.h"
#include "Schedule.h"

#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Number of two-byte elements in a 16-byte chunk.
static constexpr int64_t kChunk = 8;

std::optional<StringRef>
mlir::zyn::getTensorCoreObstacle(MatmulOp op, const KernelHints &hints) {
  if (!hints.allowsTensorCores())
    return "the function's #zyn.kernel has tensor_cores = false";
  auto lhs = cast<MemRefType>(op.getLhs().getType());
  if (!lhs.getElementType().isF16() && !lhs.getElementType().isBF16())
    return "the elements are neither f16 nor bf16";
  if (!areContiguous({op.getLhs(), op.getRhs()}))
    return "an operand is a strided view";
  return std::nullopt;
}

namespace {

/// The tiles of A or B in shared memory: [stage * rows][columns], with K along
/// the rows or the columns.
struct StagedOperand {
  Value memref;
  Value tile;
  bool isKInnermost;
  int64_t extent; ///< of M or N in a block's tile
  int64_t blockK;
  Value outer; ///< first row of A or column of B of the block
  Value outerSize, innerSize;
  SmallVector<Value> batch;

  int64_t rows() const { return isKInnermost ? extent : blockK; }
  int64_t columns() const { return isKInnermost ? blockK : extent; }

  /// Returns the chunk of a tile's row in which chunk `chunk` is stored. Two
  /// rows of 64 bytes together occupy all banks.
  Value permute(IndexBuilder &b, Value row, Value chunk) const {
    int64_t chunks = columns() / kChunk;
    Value key =
        chunks < 8 ? b.rem(b.div(row, 8 / chunks), chunks) : b.rem(row, 8);
    return b.bitXor(chunk, key);
  }
};

struct TensorCoreKernel {
  KernelModules &kernels;
  MatmulOp op;
  TensorCoreSchedule schedule;
  Type element;

  void lower(OpBuilder &host);
  void stateHints() const;
  void copyTile(IndexBuilder &b, const StagedOperand &operand, Value thread,
                Value stage, Value k);
  ValueRange loadFragments(IndexBuilder &b, const StagedOperand &operand,
                           Value stage, Value lane, Value outer, int64_t k,
                           bool isLhs);
};

} // namespace

/// Starts the copies of the tile at `k` to `stage`. Chunks out of bounds are
/// filled with zeros.
void TensorCoreKernel::copyTile(IndexBuilder &b, const StagedOperand &operand,
                                Value thread, Value stage, Value k) {
  int64_t chunksPerRow = operand.columns() / kChunk;
  int64_t copies = operand.rows() * chunksPerRow / schedule.numThreads();
  for (int64_t i = 0; i < copies; ++i) {
    Value linear = b.add(thread, i * schedule.numThreads());
    Value row = b.div(linear, chunksPerRow);
    Value chunk = b.rem(linear, chunksPerRow);
    Value column = b.mul(chunk, kChunk);
    Value outer = b.add(operand.outer, operand.isKInnermost ? row : column);
    Value inner = b.add(k, operand.isKInnermost ? column : row);
    Value exists = b.land(b.less(outer, operand.outerSize),
                          b.less(inner, operand.innerSize));
    // Nothing is read for a chunk out of bounds, but its address is computed.
    Value zero = b.constant(0);
    outer = b.createOrFold<arith::SelectOp>(exists, outer, zero);
    inner = b.createOrFold<arith::SelectOp>(exists, inner, zero);
    Value numElements =
        b.createOrFold<arith::SelectOp>(exists, b.constant(kChunk), zero);
    SmallVector<Value> source = operand.batch;
    source.append({operand.isKInnermost ? outer : inner,
                   operand.isKInnermost ? inner : outer});
    SmallVector<Value> destination = {
        b.add(b.mul(stage, operand.rows()), row),
        b.mul(operand.permute(b, row, chunk), kChunk)};
    kernel::AsyncCopyOp::create(b, operand.memref, source, operand.tile,
                                destination, /*bytes=*/16, numElements,
                                kernel::CopyCache::l2);
  }
}

/// Loads four 8x8 matrices: a 16x16 fragment of A, or two neighboring 16x8
/// fragments of B, starting at `outer` and `k` in the tile.
ValueRange TensorCoreKernel::loadFragments(IndexBuilder &b,
                                           const StagedOperand &operand,
                                           Value stage, Value lane, Value outer,
                                           int64_t k, bool isLhs) {
  // Lane l provides the address of row l % 8 of matrix l / 8. The matrices of A
  // are ordered by M first, those of B by K first.
  Value matrix = b.div(lane, 8), inMatrix = b.rem(lane, 8);
  Value first = b.mul(b.rem(matrix, 2), 8), second = b.mul(b.div(matrix, 2), 8);
  Value outerStart = isLhs ? first : second, kStart = isLhs ? second : first;
  Value row, column;
  if (operand.isKInnermost) {
    row = b.add(b.add(outer, outerStart), inMatrix);
    column = b.add(kStart, k);
  } else {
    row = b.add(b.add(kStart, inMatrix), k);
    column = b.add(outer, outerStart);
  }
  Value chunk = operand.permute(b, row, b.div(column, kChunk));
  auto type = [&](int64_t columns, kernel::FragmentRole role) -> Type {
    return kernel::FragmentType::get(b.getContext(), 16, columns, element, role,
                                     kernel::FragmentHolder::warp);
  };
  SmallVector<Type> types = {type(16, kernel::FragmentRole::a)};
  if (!isLhs)
    types.assign(2, type(8, kernel::FragmentRole::b));
  auto load = kernel::MmaLoadRowsOp::create(
      b, types, operand.tile,
      ValueRange{b.add(b.mul(stage, operand.rows()), row),
                 b.mul(chunk, kChunk)},
      /*transposed=*/!operand.isKInnermost);
  return load.getResults();
}

void TensorCoreKernel::stateHints() const {
  KernelHints &hints = kernels.getHints();
  stateMatmulTile(hints, schedule.blockM, schedule.blockN,
                  schedule.numThreads());
  hints.state(KernelHint::VectorWidth, kChunk,
              "tiles are copied by asynchronous copies of 16 bytes");
  hints.state(KernelHint::AsyncCopy, true, "");
  hints.state(KernelHint::Coalesced, true, "");
}

void TensorCoreKernel::lower(OpBuilder &host) {
  const TensorCoreSchedule &s = schedule;
  stateHints();
  KernelBuilder kernel(kernels, host, op, {s.numThreads(), 1, 1},
                       op->getOperands());
  IndexBuilder &b = kernel.device();
  MatmulTile tile(kernel, op, s.blockM, s.blockN);
  StagedOperand lhs{tile.lhs,      Value(),  !op.getTransposeA(),
                    s.blockM,      s.blockK, tile.firstRow,
                    tile.result.m, tile.k,   tile.batch};
  StagedOperand rhs{
      tile.rhs,      Value(),  static_cast<bool>(op.getTransposeB()),
      s.blockN,      s.blockK, tile.firstColumn,
      tile.result.n, tile.k,   tile.batch};
  for (StagedOperand *operand : {&lhs, &rhs})
    operand->tile = kernel.shared(
        {s.stages * operand->rows(), operand->columns()}, element);

  Value thread = b.threadId(kernel::Dimension::x);
  Value lane = b.rem(thread, limits::warpSize),
        warp = b.div(thread, limits::warpSize);
  int64_t warpsN = s.blockN / s.warpN;
  Value warpM = b.mul(b.div(warp, warpsN), s.warpM);
  Value warpN = b.mul(b.rem(warp, warpsN), s.warpN);

  auto copyStage = [&](Value stage, Value kStart) {
    copyTile(b, lhs, thread, stage, kStart);
    copyTile(b, rhs, thread, stage, kStart);
    kernel::AsyncCommitOp::create(b);
  };
  for (int64_t stage = 0; stage < s.stages - 1; ++stage)
    copyStage(b.constant(stage), b.constant(stage * s.blockK));

  auto sumType = kernel::FragmentType::get(
      b.getContext(), 16, 8, b.getF32Type(), kernel::FragmentRole::accumulator,
      kernel::FragmentHolder::warp);
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value initial = kernel::MmaFillOp::create(b, sumType, zero);
  int64_t mmaM = s.warpM / 16, mmaN = s.warpN / 8;
  SmallVector<Value> state(mmaM * mmaN, initial);
  state.push_back(b.constant(0)); // the stage that is read
  auto loop =
      scf::ForOp::create(b, b.constant(0), tile.k, b.constant(s.blockK), state);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    state = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    Value stage = state.back();
    // This stage's copies are complete, and all threads have read the stage
    // that is overwritten next in the previous iteration.
    kernel::AsyncWaitOp::create(b, s.stages - 2);
    kernel::BarrierOp::create(b);
    Value ahead = b.rem(b.add(stage, s.stages - 1), s.stages);
    copyStage(ahead, b.add(loop.getInductionVar(), (s.stages - 1) * s.blockK));
    for (int64_t kk = 0; kk < s.blockK; kk += 16) {
      SmallVector<Value> left, right;
      for (int64_t i = 0; i < mmaM; ++i)
        llvm::append_range(left, loadFragments(b, lhs, stage, lane,
                                               b.add(warpM, i * 16), kk,
                                               /*isLhs=*/true));
      for (int64_t j = 0; j < mmaN; j += 2)
        llvm::append_range(right, loadFragments(b, rhs, stage, lane,
                                                b.add(warpN, j * 8), kk,
                                                /*isLhs=*/false));
      for (int64_t i = 0; i < mmaM; ++i)
        for (int64_t j = 0; j < mmaN; ++j)
          state[i * mmaN + j] = kernel::MmaComputeOp::create(
              b, sumType, left[i], right[j], state[i * mmaN + j]);
    }
    state.back() = b.rem(b.add(stage, 1), s.stages);
    scf::YieldOp::create(b, state);
  }
  kernel::AsyncWaitOp::create(b, 0);

  // Of each 16x8 fragment, lane l holds rows l / 4 and l / 4 + 8, columns 2 *
  // (l % 4) and 2 * (l % 4) + 1.
  Value laneRow = b.div(lane, 4), laneColumn = b.mul(b.rem(lane, 4), 2);
  for (int64_t i = 0; i < mmaM; ++i)
    for (int64_t j = 0; j < mmaN; ++j) {
      Value sums = kernel::MmaUnpackOp::create(b, sumType.getThreadVectorType(),
                                               loop.getResult(i * mmaN + j));
      for (int64_t half = 0; half < 2; ++half) {
        Value row = b.add(b.add(b.add(tile.firstRow, warpM), laneRow),
                          i * 16 + half * 8);
        Value column =
            b.add(b.add(b.add(tile.firstColumn, warpN), laneColumn), j * 8);
        for (int64_t e = 0; e < 2; ++e)
          tile.store(b, vector::ExtractOp::create(b, sums, half * 2 + e), row,
                     b.add(column, e));
      }
    }
  MatmulTile::launch(host, kernel, op, s.blockM, s.blockN);
}

void mlir::zyn::lowerMatmulToTensorCores(KernelModules &kernels,
                                         OpBuilder &host, MatmulOp op) {
  Type element = cast<MemRefType>(op.getLhs().getType()).getElementType();
  TensorCoreKernel{kernels, op, TensorCoreSchedule(), element}.lower(host);
}
