//===- MatmulToWarpgroups.cpp - Lowers matmuls to warpgroups --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls to Hopper's `wgmma`. Blocks are persistent:
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

#include "MatmulWork.h"
#include "PaddedCopies.h"
#include "StagedOperand.h"
#include "StagedStore.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

namespace {

/// Returns the bytes of a buffer of `StagedStore` for results or partial sums.
int64_t getBufferBytes(ProductOpInterface op, const MatmulTile &tile) {
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(op.getInit()));
  if (tile.isSplit)
    bytes = std::max(bytes, kernel::getElementBytes(op.getAccumulatorType()));
  return StagedStore::getBufferBytes(tile, bytes);
}

struct WarpgroupMatmul {
  KernelModules &kernels;
  const AlignedMatmul &matmul;
  ProductOpInterface op;
  const MatmulTile &tile;
  StagedOperand rows, columns; ///< A and B, or vice versa if transposed
  Value resultView, sums;      ///< host values, may be null
  StagedStore staged;
  std::optional<StagedStore> stagedSums; ///< if the tile is split
  int64_t numStages, depth;

  WarpgroupMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
                  const MatmulTile &tile, int64_t numStages);
  void lower(IndexBuilder &h, const HostGrid &hostGrid, Value hostBlocks);

private:
  // Values of the kernel.
  MatmulGrid grid;
  std::optional<StageRing> ring;
  Value k, splitLength, numWork, numBlocks;

  void
  forEachWork(IndexBuilder &b,
              function_ref<RingPosition(MatmulWork, RingPosition)> body) const;
  void produce(IndexBuilder &b) const;
  void
  consume(IndexBuilder &b,
          function_ref<void(const MatmulWork &, ArrayRef<Value>)> store) const;
};

} // namespace

WarpgroupMatmul::WarpgroupMatmul(KernelModules &kernels,
                                 const AlignedMatmul &matmul,
                                 const MatmulTile &tile, int64_t numStages)
    : kernels(kernels), matmul(matmul), op(matmul.op), tile(tile),
      rows(tile.isTransposed ? matmul.rhs : matmul.lhs, tile.rows,
           tile.depthBytes),
      columns(tile.isTransposed ? matmul.lhs : matmul.rhs, tile.columns,
              tile.depthBytes),
      resultView(matmul.resultView), sums(matmul.sums),
      staged(tile, op.getAccumulatorType(),
             cast<MemRefType>(matmul.result.getType())),
      numStages(numStages), depth(rows.depth) {
  if (tile.isSplit)
    stagedSums.emplace(tile, op.getAccumulatorType(),
                       cast<MemRefType>(sums.getType()));
}

/// Builds the loop over the tiles of a block. `body` returns the position in
/// the ring after a tile.
void WarpgroupMatmul::forEachWork(
    IndexBuilder &b,
    function_ref<RingPosition(MatmulWork, RingPosition)> body) const {
  RingPosition start = RingPosition::start(b);
  auto loop = scf::ForOp::create(b, b.blockId(), numWork, numBlocks,
                                 ValueRange{start.stage, start.parity});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  RingPosition position = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
  MatmulWork work = grid.getWork(b, loop.getInductionVar(), k, splitLength);
  position = body(work, position);
  scf::YieldOp::create(b, ValueRange{position.stage, position.parity});
}

/// Starts the copies of all stages, as one thread.
void WarpgroupMatmul::produce(IndexBuilder &b) const {
  forEachWork(b, [&](const MatmulWork &work, RingPosition position) {
    const TilePosition &at = work.tile;
    SmallVector<Value> firstRow = rows.getStart(b, at.matrix, at.firstRow),
                       firstColumn =
                           columns.getStart(b, at.matrix, at.firstColumn);
    auto loop = scf::ForOp::create(b, work.firstK, work.endK, b.constant(depth),
                                   ValueRange{position.stage, position.parity});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    position = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
    ring->acquire(b, position, tile.getStageBytes());
    Value kStart = loop.getInductionVar();
    rows.copy(b, position.stage, firstRow, kStart, ring->full);
    columns.copy(b, position.stage, firstColumn, kStart, ring->full);
    position = position.next(b, numStages);
    scf::YieldOp::create(b, ValueRange{position.stage, position.parity});
    return RingPosition{loop.getResult(0), loop.getResult(1)};
  });
}

/// Multiplies all stages, as one of the consumers.
void WarpgroupMatmul::consume(
    IndexBuilder &b,
    function_ref<void(const MatmulWork &, ArrayRef<Value>)> store) const {
  int64_t numSums = tile.unitRows / limits::wgmmaRows;
  int64_t depthPerOp = depth * limits::wgmmaDepthBytes / tile.depthBytes;
  Value isLeader = b.equal(staged.thread, b.constant(0));
  Value zero = arith::ConstantOp::create(
      b, b.getZeroAttr(staged.getSumType().getElementType()));
  forEachWork(b, [&](const MatmulWork &work, RingPosition position) {
    // The first product of a tile overwrites the sums. A part of K may be
    // empty, and stores of unaligned rows need registers.
    std::optional<int64_t> known = getConstantIntValue(k);
    bool overwrites =
        !tile.isSplit && known && *known > 0 && !staged.isAlwaysUnaligned();
    Value nothing =
        overwrites ? ub::PoisonOp::create(b, staged.getSumType()).getResult()
                   : kernel::MmaFillOp::create(b, staged.getSumType(), zero);
    SmallVector<Value> state(numSums, nothing);
    state.append({position.stage, position.parity});
    auto loop =
        scf::ForOp::create(b, work.firstK, work.endK, b.constant(depth), state);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(loop.getBody());
      auto arguments = loop.getRegionIterArgs();
      position = {arguments[numSums], arguments[numSums + 1]};
      ring->wait(b, position);
      auto fence =
          kernel::WgmmaFenceOp::create(b, arguments.take_front(numSums));
      SmallVector<Value> sums(fence.getResults());
      Value isFirst = b.equal(loop.getInductionVar(), work.firstK);
      Value isNotFirst = arith::XOrIOp::create(
          b, isFirst, arith::ConstantOp::create(b, b.getBoolAttr(true)));
      for (int64_t kk = 0; kk < depth; kk += depthPerOp)
        for (int64_t i = 0; i < numSums; ++i) {
          Value row = b.add(b.mul(staged.consumer, tile.unitRows),
                            i * limits::wgmmaRows);
          sums[i] = kernel::WgmmaComputeOp::create(
              b, sums[i], rows.stages,
              rows.getIndices(b, position.stage, row, kk), columns.stages,
              columns.getIndices(b, position.stage, b.constant(0), kk),
              overwrites && kk == 0 ? isNotFirst : Value(), rows.getSwizzle(),
              columns.getSwizzle(),
              /*columnMajorA=*/!rows.isKInnermost,
              /*columnMajorB=*/columns.isKInnermost, /*negateA=*/false,
              /*negateB=*/false, /*unsignedA=*/false, /*unsignedB=*/false,
              /*saturate=*/false);
        }
      // These matmuls stay pending while those of the preceding stage, which is
      // free then, are waited for.
      kernel::WgmmaCommitOp::create(b);
      auto wait = kernel::WgmmaWaitOp::create(b, /*pending=*/1, sums);
      b.buildIf(b.land(isLeader, isNotFirst), [&] {
        ring->release(b, position.previous(b, numStages).stage);
      });
      position = position.next(b, numStages);
      state = llvm::to_vector_of<Value>(wait.getResults());
      state.append({position.stage, position.parity});
      scf::YieldOp::create(b, state);
    }
    auto wait = kernel::WgmmaWaitOp::create(
        b, /*pending=*/0, loop.getResults().take_front(numSums));
    position = {loop.getResult(numSums), loop.getResult(numSums + 1)};
    b.buildIf(b.land(isLeader, b.less(work.firstK, work.endK)),
              [&] { ring->release(b, position.previous(b, numStages).stage); });
    store(work, llvm::to_vector_of<Value>(wait.getResults()));
    return position;
  });
}

void WarpgroupMatmul::lower(IndexBuilder &h, const HostGrid &hostGrid,
                            Value hostBlocks) {
  SmallVector<Value> arguments;
  auto addMap = [&](kernel::TensorMapType type, Value view) {
    arguments.push_back(kernel::TensorMapEncodeOp::create(h, type, view));
    return arguments.size() - 1;
  };
  for (const StagedOperand *operand : {&rows, &columns})
    addMap(operand->mapType, operand->source);
  std::optional<unsigned> resultMap, sumsMap;
  bool storesResults =
      !tile.isSplit || getConstantIntValue(hostGrid.numWhole) != 0;
  if (resultView && storesResults)
    resultMap = addMap(staged.getMapType(), resultView);
  if (stagedSums)
    sumsMap = addMap(stagedSums->getMapType(), sums);
  unsigned firstSizeArgument = arguments.size();
  SmallVector<Value> sizes = hostGrid.getSizes();
  sizes.append({hostGrid.numWork, hostBlocks});
  StagedOperand *windowed = rows.windows      ? &rows
                            : columns.windows ? &columns
                                              : nullptr;
  if (windowed)
    llvm::append_range(sizes, windowed->windows->sizes);
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResultArgument = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  unsigned sumsArgument = arguments.size();
  if (tile.isSplit)
    arguments.push_back(sums);

  int64_t threads = (tile.getUnits() + 1) * limits::warpgroupSize;
  stateMatmulTile(kernels.getHints(), tile, threads);
  kernels.getHints().state(KernelHint::AsyncCopy, true, "");
  kernels.getHints().ignore(KernelHint::VectorWidth, "TMA copies whole tiles");
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  MatmulResult result(kernel, matmul, firstResultArgument);
  std::optional<MatmulResult> partialSums;
  if (tile.isSplit)
    partialSums.emplace(kernel, matmul, sumsArgument, /*isPartial=*/true);
  sizes = kernel.importSizes(firstSizeArgument, sizes);
  k = sizes[0];
  splitLength = sizes[1];
  grid = MatmulGrid(tile, result, sizes[2]);
  numWork = sizes[3];
  numBlocks = sizes[4];
  if (windowed)
    windowed->windows->sizes.assign(ArrayRef(sizes).drop_front(5));

  int64_t offset = 0;
  for (StagedOperand *operand : {&rows, &columns}) {
    operand->map = kernel.argument(operand == &rows ? 0 : 1);
    operand->k = k;
    operand->stages = kernel.dynamicShared(offset, operand->getShape(numStages),
                                           operand->mapType.getStorageType(),
                                           limits::swizzlePeriod);
    offset += numStages * operand->extent * tile.depthBytes;
  }
  // Results and partial sums use the same buffers.
  auto prepareStore = [&](StagedStore &store, std::optional<unsigned> map) {
    if (map)
      store.map = kernel.argument(*map);
    store.buffers = kernel.dynamicShared(offset, store.getShape(),
                                         store.getMapType().getStorageType(),
                                         limits::swizzlePeriod);
  };
  prepareStore(staged, resultMap);
  staged.isUnaligned =
      areRowsUnaligned(b, result.destination, limits::tensorGranule);
  if (stagedSums) {
    prepareStore(*stagedSums, sumsMap);
    stagedSums->isUnaligned =
        b.createOrFold<arith::ConstantOp>(b.getBoolAttr(false));
  }
  offset += 2 * tile.getUnits() * getBufferBytes(op, tile);
  ring.emplace(kernel, numStages);

  Value thread = b.threadId(kernel::Dimension::x);
  Value isFirst = b.equal(thread, b.constant(0));
  b.buildIf(isFirst, [&] {
    for (Value map : {rows.map, columns.map, staged.map,
                      stagedSums ? stagedSums->map : Value()})
      if (map)
        kernel::TmaPrefetchMapOp::create(b, map);
    ring->initialize(b, tile.getUnits());
    kernel::FenceMBarrierInitOp::create(b);
  });
  kernel::BarrierOp::create(b);

  // Consumers with many sums get registers of the producer.
  constexpr int64_t producerRegisters = 24, consumerRegisters = 240,
                    manySums = 64;
  bool movesRegisters =
      tile.unitRows * tile.columns / limits::warpgroupSize >= manySums;
  auto setRegisters = [&](kernel::RegisterAction action, int64_t number) {
    if (movesRegisters)
      kernel::SetMaxRegistersOp::create(b, action, number);
  };
  Value group = b.div(thread, limits::warpgroupSize);
  b.buildIf(
      b.equal(group, b.constant(0)),
      [&] {
        setRegisters(kernel::RegisterAction::decrease, producerRegisters);
        b.buildIf(isFirst, [&] { produce(b); });
      },
      [&] {
        setRegisters(kernel::RegisterAction::increase, consumerRegisters);
        staged.consumer = b.sub(group, b.constant(1));
        staged.thread = b.rem(thread, limits::warpgroupSize);
        if (stagedSums) {
          stagedSums->consumer = staged.consumer;
          stagedSums->thread = staged.thread;
        }
        consume(b, [&](const MatmulWork &work, ArrayRef<Value> values) {
          buildStore(b, work, result, partialSums,
                     [&](const MatmulResult &destination,
                         const TilePosition &position) {
                       Value row = b.add(position.firstRow,
                                         b.mul(staged.consumer, tile.unitRows));
                       (destination.areSums() ? *stagedSums : staged)
                           .store(b, destination, position.matrix, values, row,
                                  position.firstColumn);
                     });
        });
        staged.finish(b);
      });
  kernel.launch(hostBlocks, offset);
}

namespace {

class MatmulByWarpgroups : public MatmulEmitter {
public:
  using MatmulEmitter::MatmulEmitter;

  MatmulUnit getKind() const override { return MatmulUnit::Warpgroups; }
  int64_t getMultiplications(Type element) const override {
    return target.warpgroupMultiplications * 2 /
           kernel::getElementBytes(element);
  }
  /// `wgmma` transposes only elements of 16 bits.
  bool needsKInnermost(Type element) const override {
    return kernel::getElementBytes(element) != 2;
  }
  /// Measured on an H200: 3388x1400x2248 bf16.
  std::optional<int64_t> getMinRowsForCopies() const override { return 2048; }
  bool computesWholeTiles() const override { return true; }
  bool storesByTma() const override { return true; }
  bool reducesRows(const AlignedMatmul &matmul,
                   const MatmulTile &tile) const override {
    return !tile.isTransposed &&
           StagedStore::hasStrips(tile, getElementTypeOrSelf(matmul.result));
  }
  bool hasRegisters(const AlignedMatmul &matmul,
                    const MatmulTile &tile) const override;
  int64_t getStages(ProductOpInterface op,
                    const MatmulTile &tile) const override;
  void emit(IndexBuilder &h, const AlignedMatmul &matmul,
            const MatmulTile &tile, const MatmulSplit &split) const override;
};

} // namespace

bool MatmulByWarpgroups::hasRegisters(const AlignedMatmul &matmul,
                                      const MatmulTile &tile) const {
  // With more sums than this, there are none for the addresses of elements that
  // are stored one by one, together with those of an epilogue.
  constexpr int64_t maxSums = 128;
  auto type = cast<MemRefType>(matmul.result.getType());
  int64_t columns = type.getShape().back();
  int64_t granule =
      limits::tensorGranule / kernel::getElementBytes(type.getElementType());
  bool isAligned = ShapedType::isStatic(columns) && columns % granule == 0;
  // What is reduced of the strips of a tile that is stored, too, is kept until
  // its copies have been started.
  bool keepsStrips =
      matmul.reducedRows.reduction && matmul.reducedRows.isStored();
  return tile.unitRows * tile.unitColumns <= maxSums * limits::warpgroupSize ||
         ((matmul.epilogueInputs.empty() || isAligned) && !keepsStrips);
}

int64_t MatmulByWarpgroups::getStages(ProductOpInterface op,
                                      const MatmulTile &tile) const {
  // Two mbarriers for each stage, in static shared memory, and the padding
  // before the first tile.
  int64_t available = target.sharedBytesPerBlock - limits::swizzlePeriod -
                      2 * limits::mbarrierBytes * tile.maxStages -
                      2 * tile.getUnits() * getBufferBytes(op, tile);
  return std::min(tile.maxStages, available / tile.getStageBytes());
}

void MatmulByWarpgroups::emit(IndexBuilder &h, const AlignedMatmul &matmul,
                              const MatmulTile &tile,
                              const MatmulSplit &split) const {
  HostGrid grid(h, matmul, tile, split);
  WarpgroupMatmul(kernels, matmul, tile, getStages(matmul.op, tile))
      .lower(h, grid, h.min(grid.numWork, h.constant(target.multiprocessors)));
}

std::unique_ptr<MatmulEmitter>
mlir::zyn::createMatmulByWarpgroups(KernelModules &kernels,
                                    const GPUTarget &target) {
  return std::make_unique<MatmulByWarpgroups>(kernels, target);
}
