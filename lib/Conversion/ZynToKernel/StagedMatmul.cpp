//===- StagedMatmul.cpp - Matmuls with asynchronous copies ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedMatmul.h"
#include "FusedOperand.h"
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

/// Bytes of the starts of windows in shared memory.
static int64_t getWindowBytes(int64_t extent) {
  return llvm::alignTo(extent * CopiedOperand::numWindowStarts *
                           sizeof(int64_t),
                       kTileAlignment);
}

int64_t StagedMatmul::getStages(const MatmulTile &tile, const GPUTarget &target,
                                const KernelHints &hints, int64_t paddingBytes,
                                ProductOpInterface op) {
  int64_t available = hints.getSharedMemory(target.sharedBytesPerBlock);
  // Either dimension may be padded. A stage is copied while another one is
  // used.
  int64_t paddedRows = std::max(tile.rows, tile.depthBytes) +
                       std::max(tile.columns, tile.depthBytes);
  int64_t stageBytes = tile.getStageBytes() + paddedRows * paddingBytes;
  available -= 2 * kTileAlignment + getWindowBytes(tile.rows);
  if (std::optional<FusedOperand> fused = getFusedOperand(op)) {
    // Stages have the elements of the input; those that are computed from them
    // have a stage.
    Value input = fused->map.getInputs()[*findStagedInput(fused->map)];
    int64_t bytes =
        kernel::getElementBytes(getElementTypeOrSelf(fused->operand->get()));
    int64_t stagedBytes = kernel::getElementBytes(getElementTypeOrSelf(input));
    bool isLhs = fused->operand->getOperandNumber() == 0;
    int64_t computedBytes =
        (isLhs ? tile.rows : tile.columns) * tile.depthBytes;
    available -= computedBytes + kTileAlignment;
    stageBytes += computedBytes * (stagedBytes - bytes) / bytes;
  }
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
      matmul(matmul) {
  if (matmul.lhs.producer)
    computed.emplace(matmul.lhs, lhs);
  if (matmul.rhs.producer)
    computed.emplace(matmul.rhs, rhs);
}

SmallVector<Value> StagedMatmul::multiplyStages(IndexBuilder &b,
                                                const MatmulWork &work) {
  int64_t depth = lhs.depth;
  auto copyStage = [&](Value stage, Value k) {
    b.buildIf(b.less(k, work.endK), [&] {
      for (const CopiedOperand *operand : {&lhs, &rhs})
        if (!operand->isComputed)
          operand->copy(b, stage, k);
      if (computed)
        computed->copy(b, stage, k);
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
    if (computed) {
      computed->compute(b, lhs.isComputed ? lhs : rhs, stage,
                        loop.getInductionVar());
      kernel::BarrierOp::create(b);
    }
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
  SmallVector<Value> arguments =
      lhs.isComputed ? computed->getInputs(h) : SmallVector<Value>{lhsBuffer};
  unsigned firstRhsArgument = arguments.size();
  llvm::append_range(arguments, rhs.isComputed
                                    ? computed->getInputs(h)
                                    : SmallVector<Value>{matmul.rhs.buffer});
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
    unsigned firstArgument = isLhs ? 0 : firstRhsArgument;
    operand->memref = kernel.argument(firstArgument);
    operand->batch = work.tile.matrix;
    operand->outer = isLhs ? work.tile.firstRow : work.tile.firstColumn;
    operand->outerSize = isLhs ? result.m : result.n;
    operand->innerSize = knownK ? b.constant(*knownK) : k;
    int64_t stages = operand->getStages(numStages);
    operand->tiles = kernel.dynamicShared(
        offset, {stages * operand->rows(), operand->pitch()},
        (isLhs ? matmul.lhs : matmul.rhs).getElement(), kTileAlignment);
    offset += llvm::alignTo(stages * operand->stageBytes(), kTileAlignment);
    operand->thread = thread;
    operand->numThreads = numThreads;
    if (operand->isComputed) {
      computed->initialize(kernel, *operand, firstArgument, offset, numStages);
      offset += llvm::alignTo(computed->getBytes(numStages), kTileAlignment);
    }
    if (operand->windows) {
      operand->windowStarts = kernel.dynamicShared(
          offset, {operand->extent, CopiedOperand::numWindowStarts},
          b.getI64Type(), kTileAlignment);
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
