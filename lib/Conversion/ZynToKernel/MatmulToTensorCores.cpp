//===- MatmulToTensorCores.cpp - Matmuls on the tensor cores --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 on `mma.sync` m16n8k16, which every GPU from sm_80 on has. Tiles
// of A and B go to shared memory by asynchronous copies of 16 bytes, several
// stages ahead; `ldmatrix` loads them into registers, transposing where the
// factor's K is not its last dimension. Inside a tile, the 16-byte chunks of a
// row are permuted by an exclusive or with the row, so that neither copies nor
// `ldmatrix` cause bank conflicts. Fragment layouts: PTX ISA, "Matrix fragments
// for mma.m16n8k16".
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

/// Elements of a 16-byte chunk, of two bytes each.
static constexpr int64_t kChunk = 8;

std::optional<StringRef> mlir::zyn::whyNotTensorCores(MatmulOp op) {
  KernelAttr attr = getKernelAttr(op);
  if (attr && !attr.getTensorCores())
    return "the function's #zyn.kernel says tensor_cores = false";
  auto lhs = cast<MemRefType>(op.getLhs().getType());
  if (!lhs.getElementType().isF16() && !lhs.getElementType().isBF16())
    return "the elements are neither f16 nor bf16";
  if (!areContiguous({op.getLhs(), op.getRhs()}))
    return "a factor is a strided view";
  return std::nullopt;
}

namespace {

/// One factor's tiles in shared memory: [stage * rows][columns], K along the
/// rows or along the columns.
struct StagedFactor {
  Value memref;
  Value tile;
  bool contractsLast;
  int64_t extent; ///< of M or N in a block's tile
  int64_t blockK;
  Value outer; ///< first row of A or column of B of the block
  Value outerSize, innerSize;
  SmallVector<Value> batch;

  int64_t rows() const { return contractsLast ? extent : blockK; }
  int64_t columns() const { return contractsLast ? blockK : extent; }

  /// The chunk of a tile's row that holds chunk `chunk`. Rows of 64 bytes
  /// share a bank line in pairs.
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
  void copyTile(IndexBuilder &b, const StagedFactor &factor, Value thread,
                Value stage, Value k);
  ValueRange loadFragments(IndexBuilder &b, const StagedFactor &factor,
                           Value stage, Value lane, Value outer, int64_t k,
                           bool isLhs);
};

} // namespace

/// Starts the copies of the tile at `k` into `stage`. Chunks that do not exist
/// are filled with zeros.
void TensorCoreKernel::copyTile(IndexBuilder &b, const StagedFactor &factor,
                                Value thread, Value stage, Value k) {
  int64_t chunksPerRow = factor.columns() / kChunk;
  int64_t copies = factor.rows() * chunksPerRow / schedule.numThreads();
  for (int64_t i = 0; i < copies; ++i) {
    Value linear = b.add(thread, i * schedule.numThreads());
    Value row = b.div(linear, chunksPerRow);
    Value chunk = b.rem(linear, chunksPerRow);
    Value column = b.mul(chunk, kChunk);
    Value outer = b.add(factor.outer, factor.contractsLast ? row : column);
    Value inner = b.add(k, factor.contractsLast ? column : row);
    Value exists = b.land(b.less(outer, factor.outerSize),
                          b.less(inner, factor.innerSize));
    // A chunk out of bounds reads nothing; its address is still formed.
    Value zero = b.constant(0);
    outer = b.createOrFold<arith::SelectOp>(exists, outer, zero);
    inner = b.createOrFold<arith::SelectOp>(exists, inner, zero);
    Value numElements =
        b.createOrFold<arith::SelectOp>(exists, b.constant(kChunk), zero);
    SmallVector<Value> source = factor.batch;
    source.append({factor.contractsLast ? outer : inner,
                   factor.contractsLast ? inner : outer});
    SmallVector<Value> destination = {
        b.add(b.mul(stage, factor.rows()), row),
        b.mul(factor.permute(b, row, chunk), kChunk)};
    kernel::AsyncCopyOp::create(b, factor.memref, source, factor.tile,
                                destination, /*bytes=*/16, numElements,
                                kernel::CopyCache::l2);
  }
}

/// Four 8x8 matrices: a 16x16 part of A, or two neighboring 16x8 parts of B,
/// starting at `outer` and `k` of the tile.
ValueRange TensorCoreKernel::loadFragments(IndexBuilder &b,
                                           const StagedFactor &factor,
                                           Value stage, Value lane, Value outer,
                                           int64_t k, bool isLhs) {
  // Lane l gives the address of row l % 8 of matrix l / 8. The matrices of A
  // are ordered by M first, those of B by K first.
  Value matrix = b.div(lane, 8), inMatrix = b.rem(lane, 8);
  Value first = b.mul(b.rem(matrix, 2), 8), second = b.mul(b.div(matrix, 2), 8);
  Value outerStart = isLhs ? first : second, kStart = isLhs ? second : first;
  Value row, column;
  if (factor.contractsLast) {
    row = b.add(b.add(outer, outerStart), inMatrix);
    column = b.add(kStart, k);
  } else {
    row = b.add(b.add(kStart, inMatrix), k);
    column = b.add(outer, outerStart);
  }
  Value chunk = factor.permute(b, row, b.div(column, kChunk));
  auto type = [&](int64_t columns, kernel::FragmentRole role) -> Type {
    return kernel::FragmentType::get(b.getContext(), 16, columns, element, role,
                                     kernel::FragmentHolder::warp);
  };
  SmallVector<Type> types = {type(16, kernel::FragmentRole::a)};
  if (!isLhs)
    types.assign(2, type(8, kernel::FragmentRole::b));
  auto load = kernel::MmaLoadRowsOp::create(
      b, types, factor.tile,
      ValueRange{b.add(b.mul(stage, factor.rows()), row), b.mul(chunk, kChunk)},
      /*transposed=*/!factor.contractsLast);
  return load.getResults();
}

void TensorCoreKernel::lower(OpBuilder &host) {
  const TensorCoreSchedule &s = schedule;
  KernelBuilder kernel(kernels, host, op, {s.numThreads(), 1, 1},
                       op->getOperands());
  IndexBuilder &b = kernel.device();
  MatmulTile tile(kernel, op, s.blockM, s.blockN);
  StagedFactor lhs{tile.lhs, Value(),  !op.getTransposeA(),
                   s.blockM, s.blockK, tile.firstRow,
                   tile.m,   tile.k,   tile.batch};
  StagedFactor rhs{tile.rhs, Value(),  static_cast<bool>(op.getTransposeB()),
                   s.blockN, s.blockK, tile.firstColumn,
                   tile.n,   tile.k,   tile.batch};
  for (StagedFactor *factor : {&lhs, &rhs})
    factor->tile =
        kernel.shared({s.stages * factor->rows(), factor->columns()}, element);

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
  Value nothing = kernel::MmaFillOp::create(b, sumType, zero);
  int64_t mmaM = s.warpM / 16, mmaN = s.warpN / 8;
  SmallVector<Value> state(mmaM * mmaN, nothing);
  state.push_back(b.constant(0)); // the stage that is read
  auto loop =
      scf::ForOp::create(b, b.constant(0), tile.k, b.constant(s.blockK), state);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    state = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    Value stage = state.back();
    // This stage's copies have come; the stage that is overwritten next was
    // read by all in the step before.
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

  // Lane l holds, of each 16x8 part, rows l / 4 and l / 4 + 8, columns
  // 2 * (l % 4) and the one after.
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
