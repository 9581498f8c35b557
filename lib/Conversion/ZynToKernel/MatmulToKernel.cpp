//===- MatmulToKernel.cpp - Lowers matmuls to kernels ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls to the CUDA cores, and chooses between them and the tensor
// cores. Uses the classic two-level tiling: a block stages tiles of A and B in
// shared memory, in the accumulator's type and with K outermost; a thread keeps
// its part of the result in registers and adds outer products to it. This works
// for every element type, size, stride and transposition; zeros are staged for
// elements out of bounds. The next tiles are loaded into registers while the
// current ones are used.
//
//===----------------------------------------------------------------------===//

#include "MatmulTile.h"
#include "Patterns.h"
#include "Schedule.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static Type elementOf(Value memref) {
  return cast<MemRefType>(memref.getType()).getElementType();
}

namespace {

/// A or B, which are staged in shared memory. Its tile is `extent` (of M or N)
/// by blockK.
struct StagedOperand {
  Value memref;      ///< the kernel's argument
  Value tile;        ///< shared memory, [blockK][extent + padding]
  int64_t extent;    ///< rows or columns of a block's tile
  bool isKInnermost; ///< K is its last dimension
  Value outer;       ///< first row or column of the block
  Value outerSize, innerSize;
  SmallVector<Value> batch;
};

struct MatmulKernel {
  KernelModules &kernels;
  MatmulOp op;
  MatmulSchedule schedule;
  Type accumulator;
  int64_t group; ///< neighboring elements that a thread accesses at once

  MatmulKernel(KernelModules &kernels, MatmulOp op);
  void lower(OpBuilder &host);

  void stateHints() const;
  SmallVector<Value> loadTile(IndexBuilder &b, const StagedOperand &operand,
                              Value thread, Value k);
  void storeTile(IndexBuilder &b, const StagedOperand &operand, Value thread,
                 ValueRange staged);
  SmallVector<Value> loadFragment(IndexBuilder &b, const StagedOperand &operand,
                                  Value position, int64_t k, int64_t perThread);
  std::pair<Value, Value> positionInTile(IndexBuilder &b,
                                         const StagedOperand &operand,
                                         Value thread, int64_t i);
};

} // namespace

MatmulKernel::MatmulKernel(KernelModules &kernels, MatmulOp op)
    : kernels(kernels), op(op), accumulator(op.getAccumulatorType()) {
  auto type = cast<MemRefType>(op.getInit().getType());
  schedule = MatmulSchedule::get(type.getDimSize(op.getRank() - 2),
                                 type.getDimSize(op.getRank() - 1));
  group = std::min(kAccessBytes * 8 / accumulator.getIntOrFloatBitWidth(),
                   std::min(schedule.threadM, schedule.threadN));
}

/// Returns the position in the tile of the `i`-th element that `thread` stages:
/// its row or column, and its k. Neighboring threads read neighboring elements
/// in memory.
std::pair<Value, Value>
MatmulKernel::positionInTile(IndexBuilder &b, const StagedOperand &operand,
                             Value thread, int64_t i) {
  Value linear = b.add(thread, i * schedule.numThreads());
  if (operand.isKInnermost)
    return {b.div(linear, schedule.blockK), b.rem(linear, schedule.blockK)};
  return {b.rem(linear, operand.extent), b.div(linear, operand.extent)};
}

/// Loads the elements of the tile at `k` that `thread` stages; zeros if out of
/// bounds.
SmallVector<Value> MatmulKernel::loadTile(IndexBuilder &b,
                                          const StagedOperand &operand,
                                          Value thread, Value k) {
  SmallVector<Value> staged;
  Type element = elementOf(operand.memref);
  int64_t perThread = operand.extent * schedule.blockK / schedule.numThreads();
  for (int64_t i = 0; i < perThread; ++i) {
    auto [outerInTile, kInTile] = positionInTile(b, operand, thread, i);
    Value outer = b.add(operand.outer, outerInTile), inner = b.add(k, kInTile);
    Value exists = b.land(b.less(outer, operand.outerSize),
                          b.less(inner, operand.innerSize));
    auto branch = scf::IfOp::create(b, TypeRange{element}, exists,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    SmallVector<Value> indices = operand.batch;
    indices.push_back(operand.isKInnermost ? outer : inner);
    indices.push_back(operand.isKInnermost ? inner : outer);
    scf::YieldOp::create(b, b.load(operand.memref, indices));
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(
        b, arith::ConstantOp::create(b, b.getZeroAttr(element)).getResult());
    staged.push_back(branch.getResult(0));
  }
  return staged;
}

void MatmulKernel::storeTile(IndexBuilder &b, const StagedOperand &operand,
                             Value thread, ValueRange staged) {
  for (auto [i, value] : llvm::enumerate(staged)) {
    auto [outer, k] = positionInTile(b, operand, thread, i);
    b.store(convertFloat(b, b.getLoc(), value, accumulator), operand.tile,
            {k, outer});
  }
}

/// Loads the elements of row `k` of a tile that the thread at `position` needs.
/// They are groups of neighbors with a stride, between which are the groups of
/// the block's other threads, so that the threads of a warp read without bank
/// conflicts.
SmallVector<Value> MatmulKernel::loadFragment(IndexBuilder &b,
                                              const StagedOperand &operand,
                                              Value position, int64_t k,
                                              int64_t perThread) {
  SmallVector<Value> fragment;
  int64_t stride = operand.extent / (perThread / group);
  for (int64_t start = 0; start < perThread; start += group) {
    Value index = b.add(b.mul(position, group), start / group * stride);
    Value loaded = b.load(operand.tile, {b.constant(k), index}, group);
    for (int64_t lane = 0; lane < group; ++lane)
      fragment.push_back(
          group == 1 ? loaded
                     : Value(vector::ExtractOp::create(b, loaded, lane)));
  }
  return fragment;
}

void MatmulKernel::stateHints() const {
  KernelHints &hints = kernels.getHints();
  stateMatmulTile(hints, schedule.blockM, schedule.blockN,
                  schedule.numThreads());
  hints.state(KernelHint::VectorWidth, 1,
              "the elements of a tile are loaded one by one, since any of them "
              "may be out of bounds");
  hints.state(KernelHint::AsyncCopy, false,
              "tiles are converted and transposed in registers");
  MatmulOp matmul = op;
  auto stateOperand = [&](StringRef operand, Value memref, bool isKInnermost,
                          int64_t extent) {
    auto type = cast<MemRefType>(memref.getType());
    int64_t bytes = (isKInnermost ? schedule.blockK : extent) *
                    type.getElementTypeBitWidth() / 8;
    if (!type.areTrailingDimsContiguous(1))
      hints.ignore(KernelHint::Coalesced,
                   operand + " has an innermost stride other than 1");
    else
      hints.state(
          KernelHint::Coalesced, bytes >= limits::globalSectorBytes,
          llvm::formatv("{0} is read in runs of {1} bytes", operand, bytes));
  };
  stateOperand("A", matmul.getLhs(), !matmul.getTransposeA(), schedule.blockM);
  stateOperand("B", matmul.getRhs(), matmul.getTransposeB(), schedule.blockN);
}

void MatmulKernel::lower(OpBuilder &host) {
  stateHints();
  KernelBuilder kernel(kernels, host, op, {schedule.numThreads(), 1, 1},
                       op->getOperands());
  IndexBuilder &b = kernel.device();
  MatmulTile tile(kernel, op, schedule.blockM, schedule.blockN);

  // One element group of padding distributes the staging stores of an operand
  // whose innermost dimension is K over the banks, and keeps rows aligned.
  auto tileOf = [&](int64_t extent) {
    return kernel.shared({schedule.blockK, extent + group}, accumulator);
  };
  StagedOperand lhs{tile.lhs,        tileOf(schedule.blockM),
                    schedule.blockM, !op.getTransposeA(),
                    tile.firstRow,   tile.result.m,
                    tile.k,          tile.batch};
  StagedOperand rhs{tile.rhs,         tileOf(schedule.blockN),
                    schedule.blockN,  static_cast<bool>(op.getTransposeB()),
                    tile.firstColumn, tile.result.n,
                    tile.k,           tile.batch};

  Value thread = b.threadId(kernel::Dimension::x);
  int64_t threadsN = schedule.blockN / schedule.threadN;
  Value threadM = b.div(thread, threadsN), threadN = b.rem(thread, threadsN);

  Value zero = b.constant(0), step = b.constant(schedule.blockK);
  storeTile(b, lhs, thread, loadTile(b, lhs, thread, zero));
  storeTile(b, rhs, thread, loadTile(b, rhs, thread, zero));
  kernel::BarrierOp::create(b);

  Value initial = arith::ConstantOp::create(b, b.getZeroAttr(accumulator));
  SmallVector<Value> sums(schedule.threadM * schedule.threadN, initial);
  auto loop = scf::ForOp::create(b, zero, tile.k, step, sums);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    sums = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    Value next = b.add(loop.getInductionVar(), step);
    SmallVector<Value> nextLhs = loadTile(b, lhs, thread, next);
    SmallVector<Value> nextRhs = loadTile(b, rhs, thread, next);
    for (int64_t kk = 0; kk < schedule.blockK; ++kk) {
      SmallVector<Value> left =
          loadFragment(b, lhs, threadM, kk, schedule.threadM);
      SmallVector<Value> right =
          loadFragment(b, rhs, threadN, kk, schedule.threadN);
      for (int64_t i = 0; i < schedule.threadM; ++i)
        for (int64_t j = 0; j < schedule.threadN; ++j) {
          Value &sum = sums[i * schedule.threadN + j];
          sum = isa<FloatType>(accumulator)
                    ? Value(math::FmaOp::create(b, left[i], right[j], sum))
                    : Value(arith::AddIOp::create(
                          b, sum, arith::MulIOp::create(b, left[i], right[j])));
        }
    }
    kernel::BarrierOp::create(b);
    storeTile(b, lhs, thread, nextLhs);
    storeTile(b, rhs, thread, nextRhs);
    kernel::BarrierOp::create(b);
    scf::YieldOp::create(b, sums);
  }

  auto getOffset = [&](Value position, int64_t i, int64_t perThread,
                       int64_t extent) {
    int64_t stride = extent / (perThread / group);
    return b.add(b.mul(position, group), i / group * stride + i % group);
  };
  for (int64_t i = 0; i < schedule.threadM; ++i)
    for (int64_t j = 0; j < schedule.threadN; ++j) {
      Value row = b.add(
          lhs.outer, getOffset(threadM, i, schedule.threadM, schedule.blockM));
      Value column = b.add(
          rhs.outer, getOffset(threadN, j, schedule.threadN, schedule.blockN));
      tile.store(b, loop.getResult(i * schedule.threadN + j), row, column);
    }
  MatmulTile::launch(host, kernel, op, schedule.blockM, schedule.blockN);
}

static remark::RemarkOpts unitsRemark() {
  return remark::RemarkOpts::name("MatmulUnits").category("zyn-to-kernel");
}

/// Whether the rows of both operands are aligned for the tensor cores.
static Value areRowsAligned(IndexBuilder &h, MatmulOp op) {
  int64_t last = op.getRank() - 1;
  return h.land(h.equal(h.rem(h.size(op.getLhs(), last), 8), h.constant(0)),
                h.equal(h.rem(h.size(op.getRhs(), last), 8), h.constant(0)));
}

/// Chooses between CUDA cores, matmuls of warps, at run time if necessary, and
/// those of warpgroups.
static void lowerMatmul(KernelModules &kernels, OpBuilder &host, MatmulOp op,
                        const MatmulOptions &options) {
  Location loc = op.getLoc();
  KernelHints &hints = kernels.getHints();
  hints.stateType(KernelType::MatMul);
  auto lowerToCudaCores = [&](OpBuilder &builder) {
    MatmulKernel(kernels, op).lower(builder);
  };
  if (std::optional<StringRef> reason = getTensorCoreObstacle(op, hints)) {
    remark::missed(loc, unitsRemark()) << remark::reason(
        "the matmul uses the CUDA cores, not the tensor cores: {0}", *reason);
    return lowerToCudaCores(host);
  }
  std::optional<StringRef> reason =
      getWarpgroupObstacle(op, options.chip, hints);
  if (!reason) {
    remark::passed(loc, unitsRemark())
        << remark::reason("the matmul uses the tensor cores, by warpgroups");
    return lowerMatmulToWarpgroups(kernels, host, op,
                                   *::zyn::schedule::getGPUTarget(options.chip),
                                   options.tile);
  }
  IndexBuilder h(loc, host);
  Value isAligned = areRowsAligned(h, op);
  std::optional<int64_t> known = getConstantIntValue(isAligned);
  if (known && !*known) {
    remark::missed(loc, unitsRemark()) << remark::reason(
        "the matmul uses the CUDA cores, not the tensor cores: the innermost "
        "sizes of both operands are not multiples of 8");
    return lowerToCudaCores(host);
  }
  remark::passed(loc, unitsRemark()) << remark::reason(
      "the matmul uses the tensor cores{0}, by warps: {1}",
      known ? ""
            : " if the innermost sizes of both operands are multiples of 8 at "
              "run time",
      *reason);
  if (known)
    return lowerMatmulToTensorCores(kernels, host, op);
  auto branch = scf::IfOp::create(h, isAligned, /*withElseRegion=*/true);
  h.setInsertionPoint(branch.thenYield());
  lowerMatmulToTensorCores(kernels, h, op);
  h.setInsertionPoint(branch.elseYield());
  lowerToCudaCores(h);
}

namespace {
struct LowerMatmul : KernelPattern<MatmulOp> {
  LowerMatmul(MLIRContext *context, KernelModules &kernels,
              const MatmulOptions &options)
      : KernelPattern(context, kernels), options(options) {}

  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    lowerMatmul(kernels, rewriter, op, options);
    rewriter.eraseOp(op);
    return success();
  }

private:
  MatmulOptions options;
};
} // namespace

void mlir::zyn::populateMatmulToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels,
                                               const MatmulOptions &options) {
  patterns.add<LowerMatmul>(patterns.getContext(), kernels, options);
}
