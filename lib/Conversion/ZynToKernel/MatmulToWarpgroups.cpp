//===- MatmulToWarpgroups.cpp - Lowers matmuls to warpgroups --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls of f16 and bf16 to Hopper's `wgmma`. Blocks are persistent:
// each computes one tile of the result after the other. One thread of the first
// warpgroup, the producer, starts TMA copies of tiles of A and B into a ring of
// stages in shared memory, also across tiles of the result. The other
// warpgroups, the consumers, multiply them. Each stage has two mbarriers:
// `full` counts the bytes that have arrived, and `empty` the consumers that are
// done with it.
//
// Blocks that run at the same time compute adjacent tiles, so that the parts of
// A and B that they read stay in the L2 cache.
//
//===----------------------------------------------------------------------===//

#include "StagedStore.h"
#include "WarpgroupMatmul.h"

#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::WarpgroupTile;

namespace {

/// Width of the widest swizzle in bytes.
constexpr int64_t kPanelBytes = 128;
/// Rows of the bands of tiles that blocks compute at the same time.
constexpr int64_t kBandRows = 2048;

/// A or B, whose tiles in shared memory are `extent` (of M or N) by `depth`.
/// They consist of panels, since the rows of a panel have at most the width of
/// the swizzle.
struct StagedOperand {
  Value source;      ///< host value
  bool isKInnermost; ///< K is its last dimension
  int64_t extent, depth;

  kernel::TensorMapType mapType;
  int64_t panelWidth, panelRows, numPanels; ///< in elements

  Value map;    ///< the kernel's argument
  Value stages; ///< shared memory, [stage][panel][row][column]

  StagedOperand(Value source, bool isKInnermost, int64_t extent, int64_t depth)
      : source(source), isKInnermost(isKInnermost), extent(extent),
        depth(depth) {
    auto type = cast<MemRefType>(source.getType());
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    int64_t columns = isKInnermost ? depth : extent;
    panelWidth = std::min(columns, kPanelBytes / bytes);
    panelRows = isKInnermost ? extent : depth;
    numPanels = columns / panelWidth;
    SmallVector<int64_t> box(type.getRank() - 2, 1);
    box.append({panelRows, panelWidth});
    mapType = kernel::TensorMapType::get(
        type.getContext(), box, type.getElementType(), panelWidth * bytes,
        /*l2=*/256, /*fillNaN=*/false, {}, {});
  }

  int64_t getSwizzle() const { return mapType.getSwizzle(); }

  /// Starts the copies of the tile at `outer` and `k` to `stage`.
  void copy(IndexBuilder &b, Value stage, ArrayRef<Value> batch, Value outer,
            Value k, Value barriers) const {
    Value zero = b.constant(0);
    for (int64_t panel = 0; panel < numPanels; ++panel) {
      SmallVector<Value> coordinates(batch);
      if (isKInnermost)
        coordinates.append({outer, b.add(k, panel * panelWidth)});
      else
        coordinates.append({k, b.add(outer, panel * panelWidth)});
      kernel::TmaLoadOp::create(
          b, map, coordinates, /*offsets=*/ValueRange(), stages,
          ValueRange{stage, b.constant(panel), zero, zero}, barriers, stage,
          /*multicast=*/Value());
    }
  }

  /// Returns the indices of the part of the tile in `stage` that starts at
  /// `outer`, a multiple of the panel's width, and `k`.
  SmallVector<Value> getIndices(IndexBuilder &b, Value stage, Value outer,
                                int64_t k) const {
    if (isKInnermost)
      return {stage, b.constant(k / panelWidth), outer,
              b.constant(k % panelWidth)};
    return {stage, b.div(outer, panelWidth), b.constant(k), b.constant(0)};
  }
};

/// The position in the ring of stages, which threads carry through their loops.
struct RingPosition {
  Value stage, parity;

  static RingPosition start(IndexBuilder &b) {
    return {b.constant(0),
            arith::ConstantOp::create(b, b.getI32IntegerAttr(0))};
  }

  /// Returns the stage before this one.
  Value previous(IndexBuilder &b, int64_t numStages) const {
    Value isFirst = b.equal(stage, b.constant(0));
    return arith::SelectOp::create(b, isFirst, b.constant(numStages - 1),
                                   b.sub(stage, b.constant(1)));
  }

  RingPosition next(IndexBuilder &b, int64_t numStages) const {
    Value ahead = b.add(stage, 1);
    Value wraps = b.equal(ahead, b.constant(numStages));
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    return {arith::SelectOp::create(b, wraps, b.constant(0), ahead),
            arith::SelectOp::create(
                b, wraps, arith::XOrIOp::create(b, parity, one), parity)};
  }
};

/// A tile of the result that a block computes.
struct Work {
  SmallVector<Value> batch;
  Value split;                 ///< which part of K
  Value firstRow, firstColumn; ///< of the tile
  Value firstK, endK;
};

struct WarpgroupMatmul {
  KernelModules &kernels;
  MatmulOp op;
  const WarpgroupTile &tile;
  const GPUTarget &target;
  StagedOperand rows, columns; ///< A and B, or vice versa if transposed
  Value resultView;            ///< where the sums are stored, on the host
  StagedStore staged;
  int64_t numStages, elementBytes, resultBytes;

  WarpgroupMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
                  const WarpgroupTile &tile, const GPUTarget &target);
  void lower(OpBuilder &host, Value numSplits);

private:
  // Values of the kernel.
  Value full, empty, k, splitLength, numWork, numBlocks;
  SmallVector<Value> batchSizes;
  Value rowSize, columnSize;

  int64_t getRowsPerConsumer() const { return tile.rows / tile.consumers; }
  Work getWork(IndexBuilder &b, Value linear) const;
  void forEachWork(IndexBuilder &b,
                   function_ref<RingPosition(Work, RingPosition)> body) const;
  void produce(IndexBuilder &b) const;
  void consume(IndexBuilder &b,
               function_ref<void(const Work &, ArrayRef<Value>)> store) const;
};

} // namespace

/// Builds a branch without results.
static void buildIf(IndexBuilder &b, Value condition,
                    function_ref<void()> buildThen,
                    function_ref<void()> buildElse = nullptr) {
  auto branch = scf::IfOp::create(b, condition, static_cast<bool>(buildElse));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  buildThen();
  if (!buildElse)
    return;
  b.setInsertionPoint(branch.elseYield());
  buildElse();
}

static bool isKInnermost(MatmulOp op, bool isLhs) {
  return isLhs ? !op.getTransposeA() : static_cast<bool>(op.getTransposeB());
}

WarpgroupMatmul::WarpgroupMatmul(KernelModules &kernels,
                                 const AlignedMatmul &matmul,
                                 const WarpgroupTile &tile,
                                 const GPUTarget &target)
    : kernels(kernels), op(matmul.op), tile(tile), target(target),
      rows(tile.isTransposed ? matmul.rhs : matmul.lhs,
           isKInnermost(op, !tile.isTransposed), tile.rows, tile.depth),
      columns(tile.isTransposed ? matmul.lhs : matmul.rhs,
              isKInnermost(op, tile.isTransposed), tile.columns, tile.depth),
      resultView(matmul.result),
      staged(tile, cast<MemRefType>(matmul.result.getType())) {
  auto getBytes = [](Value memref) {
    return cast<MemRefType>(memref.getType()).getElementTypeBitWidth() / 8;
  };
  elementBytes = getBytes(matmul.lhs);
  resultBytes = getBytes(resultView);
  numStages = tile.getStages(elementBytes, resultBytes, target);
}

/// Splits the number of a tile. Tiles are ordered by bands of rows, and column
/// by column in a band.
Work WarpgroupMatmul::getWork(IndexBuilder &b, Value linear) const {
  Value tilesM = b.ceilDiv(rowSize, tile.rows);
  Value tilesN = b.ceilDiv(columnSize, tile.columns);
  Value tilesPerMatrix = b.mul(tilesM, tilesN);
  Work work;
  Value matrix = b.div(linear, tilesPerMatrix);
  Value inMatrix = b.rem(linear, tilesPerMatrix);
  work.firstK = b.constant(0);
  work.endK = k;
  if (tile.isSplit) {
    Value matrices = b.product(batchSizes);
    work.split = b.div(matrix, matrices);
    matrix = b.rem(matrix, matrices);
    work.firstK = b.mul(work.split, splitLength);
    work.endK = b.min(k, b.add(work.firstK, splitLength));
  }
  work.batch = b.delinearize(matrix, batchSizes);
  Value bandRows = b.constant(std::max<int64_t>(kBandRows / tile.rows, 1));
  Value bandSize = b.mul(bandRows, tilesN);
  Value bandStart = b.mul(b.div(inMatrix, bandSize), bandRows);
  Value inBand = b.rem(inMatrix, bandSize);
  Value height = b.min(bandRows, b.sub(tilesM, bandStart));
  work.firstRow = b.mul(b.add(bandStart, b.rem(inBand, height)), tile.rows);
  work.firstColumn = b.mul(b.div(inBand, height), tile.columns);
  return work;
}

/// Builds the loop over the tiles of a block. `body` returns the position in
/// the ring after a tile.
void WarpgroupMatmul::forEachWork(
    IndexBuilder &b,
    function_ref<RingPosition(Work, RingPosition)> body) const {
  RingPosition start = RingPosition::start(b);
  auto loop = scf::ForOp::create(b, b.blockId(), numWork, numBlocks,
                                 ValueRange{start.stage, start.parity});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  RingPosition position = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
  position = body(getWork(b, loop.getInductionVar()), position);
  scf::YieldOp::create(b, ValueRange{position.stage, position.parity});
}

/// Starts the copies of all stages, as one thread.
void WarpgroupMatmul::produce(IndexBuilder &b) const {
  forEachWork(b, [&](const Work &work, RingPosition position) {
    auto loop =
        scf::ForOp::create(b, work.firstK, work.endK, b.constant(tile.depth),
                           ValueRange{position.stage, position.parity});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    position = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
    // Until it was used, a stage is free: of the parity of the phase before the
    // first one, a wait returns at once.
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    kernel::MBarrierWaitOp::create(
        b, empty, position.stage,
        arith::XOrIOp::create(b, position.parity, one), kernel::Scope::block);
    Value bytes = arith::ConstantOp::create(
        b, b.getI32IntegerAttr(tile.getStageBytes(elementBytes)));
    kernel::MBarrierArriveExpectTxOp::create(b, full, position.stage, bytes);
    Value kStart = loop.getInductionVar();
    rows.copy(b, position.stage, work.batch, work.firstRow, kStart, full);
    columns.copy(b, position.stage, work.batch, work.firstColumn, kStart, full);
    position = position.next(b, numStages);
    scf::YieldOp::create(b, ValueRange{position.stage, position.parity});
    return RingPosition{loop.getResult(0), loop.getResult(1)};
  });
}

/// Multiplies all stages, as one of the consumers.
void WarpgroupMatmul::consume(
    IndexBuilder &b,
    function_ref<void(const Work &, ArrayRef<Value>)> store) const {
  int64_t numSums = getRowsPerConsumer() / limits::wgmmaRows;
  int64_t depthPerOp = limits::wgmmaDepthBytes / elementBytes;
  Value isLeader = b.equal(staged.thread, b.constant(0));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  forEachWork(b, [&](const Work &work, RingPosition position) {
    Value nothing = kernel::MmaFillOp::create(b, staged.getSumType(), zero);
    SmallVector<Value> state(numSums, nothing);
    state.append({position.stage, position.parity});
    auto loop = scf::ForOp::create(b, work.firstK, work.endK,
                                   b.constant(tile.depth), state);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(loop.getBody());
      auto arguments = loop.getRegionIterArgs();
      position = {arguments[numSums], arguments[numSums + 1]};
      kernel::MBarrierWaitOp::create(b, full, position.stage, position.parity,
                                     kernel::Scope::block);
      auto fence =
          kernel::WgmmaFenceOp::create(b, arguments.take_front(numSums));
      SmallVector<Value> sums(fence.getResults());
      for (int64_t kk = 0; kk < tile.depth; kk += depthPerOp)
        for (int64_t i = 0; i < numSums; ++i) {
          Value row = b.add(b.mul(staged.consumer, getRowsPerConsumer()),
                            i * limits::wgmmaRows);
          sums[i] = kernel::WgmmaComputeOp::create(
              b, sums[i], rows.stages,
              rows.getIndices(b, position.stage, row, kk), columns.stages,
              columns.getIndices(b, position.stage, b.constant(0), kk),
              /*accumulate=*/Value(), rows.getSwizzle(), columns.getSwizzle(),
              /*columnMajorA=*/!rows.isKInnermost,
              /*columnMajorB=*/columns.isKInnermost, /*negateA=*/false,
              /*negateB=*/false, /*unsignedA=*/false, /*unsignedB=*/false,
              /*saturate=*/false);
        }
      // These matmuls stay pending while those of the preceding stage, which is
      // free then, are waited for.
      kernel::WgmmaCommitOp::create(b);
      auto wait = kernel::WgmmaWaitOp::create(b, /*pending=*/1, sums);
      Value isFirst = b.equal(loop.getInductionVar(), work.firstK);
      Value releases = arith::AndIOp::create(
          b, isLeader,
          arith::XOrIOp::create(
              b, isFirst, arith::ConstantOp::create(b, b.getBoolAttr(true))));
      buildIf(b, releases, [&] {
        kernel::MBarrierArriveOp::create(
            b, empty, position.previous(b, numStages), /*count=*/Value());
      });
      position = position.next(b, numStages);
      state = llvm::to_vector_of<Value>(wait.getResults());
      state.append({position.stage, position.parity});
      scf::YieldOp::create(b, state);
    }
    auto wait = kernel::WgmmaWaitOp::create(
        b, /*pending=*/0, loop.getResults().take_front(numSums));
    position = {loop.getResult(numSums), loop.getResult(numSums + 1)};
    buildIf(b, b.land(isLeader, b.less(work.firstK, work.endK)), [&] {
      kernel::MBarrierArriveOp::create(
          b, empty, position.previous(b, numStages), /*count=*/Value());
    });
    store(work, llvm::to_vector_of<Value>(wait.getResults()));
    return position;
  });
}

void WarpgroupMatmul::lower(OpBuilder &host, Value numSplits) {
  IndexBuilder h(op.getLoc(), host);
  SmallVector<Value> arguments;
  for (StagedOperand *operand : {&rows, &columns})
    arguments.push_back(kernel::TensorMapEncodeOp::create(h, operand->mapType,
                                                          operand->source));
  arguments.push_back(
      kernel::TensorMapEncodeOp::create(h, staged.getMapType(), resultView));
  Value hostK = h.size(op.getLhs(), op.getLhsK());
  SmallVector<Value> sizes = h.sizes(op.getInit());
  Value hostN = sizes.pop_back_val(), hostM = sizes.pop_back_val();
  Value hostRows = tile.isTransposed ? hostN : hostM;
  Value hostColumns = tile.isTransposed ? hostM : hostN;
  Value hostWork = h.mul(h.mul(h.ceilDiv(hostRows, tile.rows),
                               h.ceilDiv(hostColumns, tile.columns)),
                         h.product(sizes));
  Value hostSplitLength = hostK;
  if (tile.isSplit) {
    hostWork = h.mul(hostWork, numSplits);
    hostSplitLength =
        h.mul(h.ceilDiv(h.ceilDiv(hostK, tile.depth), numSplits), tile.depth);
  }
  Value hostBlocks = h.min(hostWork, h.constant(target.multiprocessors));
  arguments.append({hostK, hostSplitLength, hostWork, hostBlocks});
  unsigned firstResultArgument = arguments.size();
  if (tile.isSplit) {
    arguments.push_back(resultView);
  } else {
    llvm::append_range(arguments, op.getEpilogueInputs());
    arguments.push_back(op.getInit());
  }

  int64_t threads = (tile.consumers + 1) * limits::warpgroupSize;
  KernelHints &hints = kernels.getHints();
  stateMatmulTile(hints, tile.rows, tile.columns, threads);
  hints.ignore(KernelHint::VectorWidth, "TMA copies whole tiles");
  hints.state(KernelHint::AsyncCopy, true, "");
  hints.state(KernelHint::Coalesced, true, "");
  KernelBuilder kernel(kernels, host, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  auto sizeArgument = [&](unsigned i) -> Value {
    if (std::optional<int64_t> known = getConstantIntValue(arguments[i]))
      return b.constant(*known);
    return kernel.argument(i);
  };
  k = sizeArgument(3);
  splitLength = sizeArgument(4);
  numWork = sizeArgument(5);
  numBlocks = sizeArgument(6);
  MatmulResult result(kernel, op, firstResultArgument,
                      /*isPartial=*/tile.isSplit);
  rowSize = tile.isTransposed ? result.n : result.m;
  columnSize = tile.isTransposed ? result.m : result.n;
  batchSizes = result.batchSizes;

  int64_t offset = 0;
  for (StagedOperand *operand : {&rows, &columns}) {
    operand->map = kernel.argument(operand == &rows ? 0 : 1);
    operand->stages = kernel.dynamicShared(
        offset,
        {numStages, operand->numPanels, operand->panelRows,
         operand->panelWidth},
        operand->mapType.getStorageType(), limits::swizzlePeriod);
    offset += numStages * operand->extent * operand->depth * elementBytes;
  }
  staged.map = kernel.argument(2);
  staged.buffers = kernel.dynamicShared(offset, staged.getShape(),
                                        staged.getMapType().getStorageType(),
                                        limits::swizzlePeriod);
  offset += 2 * tile.consumers * tile.getStoreBytes(resultBytes);
  full = kernel.shared({numStages}, kernel::MBarrierType::get(b.getContext()));
  empty = kernel.shared({numStages}, kernel::MBarrierType::get(b.getContext()));

  Value thread = b.threadId(kernel::Dimension::x);
  Value isFirst = b.equal(thread, b.constant(0));
  buildIf(b, isFirst, [&] {
    auto count = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
    };
    for (int64_t stage = 0; stage < numStages; ++stage) {
      kernel::MBarrierInitOp::create(b, full, b.constant(stage), count(1));
      kernel::MBarrierInitOp::create(b, empty, b.constant(stage),
                                     count(tile.consumers));
    }
    kernel::FenceMBarrierInitOp::create(b);
  });
  kernel::BarrierOp::create(b);

  // Consumers with many sums get registers of the producer.
  constexpr int64_t producerRegisters = 40, consumerRegisters = 232,
                    manySums = 64;
  bool movesRegisters =
      getRowsPerConsumer() * tile.columns / limits::warpgroupSize > manySums;
  auto setRegisters = [&](kernel::RegisterAction action, int64_t number) {
    if (movesRegisters)
      kernel::SetMaxRegistersOp::create(b, action, number);
  };
  Value group = b.div(thread, limits::warpgroupSize);
  buildIf(
      b, b.equal(group, b.constant(0)),
      [&] {
        setRegisters(kernel::RegisterAction::decrease, producerRegisters);
        buildIf(b, isFirst, [&] { produce(b); });
      },
      [&] {
        setRegisters(kernel::RegisterAction::increase, consumerRegisters);
        staged.consumer = b.sub(group, b.constant(1));
        staged.thread = b.rem(thread, limits::warpgroupSize);
        consume(b, [&](const Work &work, ArrayRef<Value> sums) {
          SmallVector<Value> matrix;
          if (tile.isSplit)
            matrix.push_back(work.split);
          llvm::append_range(matrix, work.batch);
          Value row = b.add(work.firstRow,
                            b.mul(staged.consumer, getRowsPerConsumer()));
          staged.store(b, result, matrix, sums, row, work.firstColumn);
        });
        staged.finish(b);
      });
  kernel.launch(hostBlocks, offset);
}

void mlir::zyn::emitWarpgroupMatmul(KernelModules &kernels, OpBuilder &host,
                                    const AlignedMatmul &matmul,
                                    const WarpgroupTile &tile,
                                    const GPUTarget &target, Value numSplits) {
  WarpgroupMatmul(kernels, matmul, tile, target).lower(host, numSplits);
}
