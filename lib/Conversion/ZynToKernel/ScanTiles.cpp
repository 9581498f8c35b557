//===- ScanTiles.cpp - Scans of rows of several tiles ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As many blocks as are resident scan one tile after another. They get what
// comes before a tile by decoupled look-back, so that all elements are read and
// written once.
//
// A block that holds tiles in shared memory scans and publishes a tile before
// it looks back for the tile before, by when the results that it needs have
// often arrived, and stores this one. Meanwhile, the next tiles are copied.
//
//===----------------------------------------------------------------------===//

#include "ScanLookBack.h"
#include "ScanRowTile.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// Builds a launch.
class ScanTiles {
public:
  ScanTiles(ScanKernels &scan, RowKernel &kernel, const RowShape &shape,
            LookBackState state);

  /// Loads and scans a tile, and so on.
  void emitDirect();
  /// The same with stages.
  void emitHeld();

private:
  RowTile getTile(Value number, Value thread) {
    return RowTile(scan, kernel, shape, state.getRow(b, number),
                   b.mul(state.getTileInRow(b, number), shape.getTile()),
                   thread);
  }
  SmallVector<Value> allocate(int64_t size) {
    return llvm::map_to_vector(scan.accumulators, [&](Type type) {
      return kernel.builder.shared({size}, type);
    });
  }
  void take(Value executes, Value index);
  /// `scanWarps`, which synchronizes the block even if it is a single warp.
  std::pair<Prefix, Elements> scanTile(RowTile &tile);
  void publish(Value number, ValueRange total);
  /// Lets the first warp look back for tile `number` and store the result in
  /// `before`. Replaces what the block knows.
  void lookBack(Value number, SmallVectorImpl<Value> &known);
  /// What comes before tile `number`, after a barrier.
  Prefix getBefore(Value number) {
    return {scan.load(b, before, zero),
            b.less(zero, state.getTileInRow(b, number))};
  }
  /// Starts to copy tile `number`, if there is one.
  void copy(Value number, Value stage);

  ScanKernels &scan;
  RowKernel &kernel;
  IndexBuilder &b;
  const RowShape &shape;
  LookBackState state;
  Value thread, zero, numTiles, isFirstWarp, lane, warp;
  /// Shared memory: numbers of tiles that the block took, the combination of
  /// the elements before a tile, and held tiles.
  Value taken;
  SmallVector<Value> before, held;
};

} // namespace

ScanTiles::ScanTiles(ScanKernels &scan, RowKernel &kernel,
                     const RowShape &shape, LookBackState state)
    : scan(scan), kernel(kernel), b(kernel.builder.device()), shape(shape),
      state(state) {
  thread = b.threadId(kernel::Dimension::x);
  zero = b.constant(0);
  numTiles = this->state.getNumTiles(b);
  isFirstWarp = b.less(thread, b.constant(limits::warpSize));
  lane = b.rem(thread, limits::warpSize);
  warp = b.div(thread, limits::warpSize);
  before = allocate(1);
}

void ScanTiles::take(Value executes, Value index) {
  b.buildIf(executes, [&] { b.store(state.takeTile(b), taken, index); });
}

std::pair<Prefix, Elements> ScanTiles::scanTile(RowTile &tile) {
  if (shape.warps == 1)
    kernel::BarrierOp::create(b);
  return scanWarps(scan, kernel.builder, shape, tile.scanChunks(), lane, warp);
}

void ScanTiles::publish(Value number, ValueRange total) {
  b.buildIf(b.equal(thread, zero), [&] { state.publish(b, number, total); });
}

void ScanTiles::lookBack(Value number, SmallVectorImpl<Value> &known) {
  auto branch = scf::IfOp::create(b, TypeRange(ValueRange(known)), isFirstWarp,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, known);
  b.setInsertionPointToEnd(branch.thenBlock());
  // Otherwise, the addresses of other tiles would have registers all the time.
  Value here = kernel::OpaqueOp::create(b, lane);
  Prefix prefix = state.lookBack(b, number, here, known);
  b.buildIf(b.equal(here, zero),
            [&] { scan.store(b, prefix.values, before, zero); });
  scf::YieldOp::create(b, known);
  known.assign(branch.result_begin(), branch.result_end());
}

void ScanTiles::copy(Value number, Value stage) {
  b.buildIf(b.less(number, numTiles), [&] {
    // As in `lookBack`.
    RowTile tile = getTile(number, kernel::OpaqueOp::create(b, thread));
    tile.setHeld(held, stage);
    tile.load();
  });
  // A group for each tile, even if it is empty.
  kernel::AsyncCommitOp::create(b);
}

/// Builds a loop that ends when `build`, given the values that it carries and
/// replaces, returns false.
static void
buildLoop(IndexBuilder &b, ValueRange initial,
          function_ref<Value(SmallVectorImpl<Value> &carried)> build) {
  SmallVector<Location> locs(initial.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, initial.getTypes(), initial);
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&loop.getBefore(), {}, initial.getTypes(), locs);
  SmallVector<Value> carried(block->getArguments());
  Value continues = build(carried);
  scf::ConditionOp::create(b, continues, carried);
  Block *after = b.createBlock(&loop.getAfter(), {}, initial.getTypes(), locs);
  scf::YieldOp::create(b, after->getArguments());
}

void ScanTiles::emitDirect() {
  taken = kernel.builder.shared({1}, b.getIndexType());
  buildLoop(b, state.getFirstKnown(b), [&](SmallVectorImpl<Value> &known) {
    take(b.equal(thread, zero), zero);
    kernel::BarrierOp::create(b);
    Value number = b.load(taken, zero);
    Value hasTile = b.less(number, numTiles);
    auto branch = scf::IfOp::create(b, TypeRange(ValueRange(known)), hasTile,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, known);
    b.setInsertionPointToEnd(branch.thenBlock());
    RowTile tile = getTile(number, thread);
    tile.load();
    auto [beforeWarp, total] = scanTile(tile);
    publish(number, total);
    lookBack(number, known);
    kernel::BarrierOp::create(b);
    tile.store(scan.combine(b, getBefore(number), beforeWarp));
    scf::YieldOp::create(b, known);
    known.assign(branch.result_begin(), branch.result_end());
    return hasTile;
  });
}

void ScanTiles::emitHeld() {
  const int64_t stages = scan.schedule.heldStages;
  // The next tiles that the block took, except for the one that it takes while
  // it looks back.
  const int64_t ahead = stages - 1;
  taken = kernel.builder.shared({ahead}, b.getIndexType());
  int64_t offset = 0;
  for (Type type : scan.inputTypes) {
    int64_t size = stages * shape.getTile();
    held.push_back(
        kernel.builder.dynamicShared(offset, {size}, type, kAccessBytes));
    offset += size * kernel::getElementBytes(type);
  }
  for (int64_t i = 0; i < ahead; ++i)
    take(b.equal(thread, zero), b.constant(i));
  kernel::BarrierOp::create(b);

  // The next tiles, the stage of the first one, the tile before, whether there
  // is one, its scanned state, and what is known before it.
  SmallVector<Value> carried;
  for (int64_t i = 0; i < ahead; ++i) {
    carried.push_back(b.load(taken, b.constant(i)));
    copy(carried.back(), b.constant(i));
  }
  Value isFalse = arith::ConstantIntOp::create(b, 0, 1);
  llvm::append_range(carried, ArrayRef<Value>{zero, zero, isFalse});
  SmallVector<Value> noState;
  for (int64_t i = 0; i <= shape.chunks; ++i)
    llvm::append_range(noState, scan.getZeros(b));
  llvm::append_range(carried, noState);
  llvm::append_range(carried, state.getFirstKnown(b));

  buildLoop(b, carried, [&](SmallVectorImpl<Value> &values) -> Value {
    ArrayRef<Value> rest(values);
    auto takeValues = [&](size_t count) {
      SmallVector<Value> result(rest.take_front(count));
      rest = rest.drop_front(count);
      return result;
    };
    SmallVector<Value> next = takeValues(ahead);
    Value stage = takeValues(1)[0], last = takeValues(1)[0],
          hasLast = takeValues(1)[0];
    SmallVector<Value> lastState = takeValues(noState.size());
    SmallVector<Value> known(rest);

    kernel::AsyncWaitOp::create(b, ahead - 1);
    Value hasNext = b.less(next[0], numTiles);
    auto scanned = scf::IfOp::create(b, TypeRange(ValueRange(noState)), hasNext,
                                     /*addThenBlock=*/true,
                                     /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(scanned.thenBlock());
      RowTile tile = getTile(next[0], thread);
      tile.setHeld(held, stage);
      auto [beforeWarp, total] = scanTile(tile);
      publish(next[0], total);
      SmallVector<Value> found = tile.getScannedState();
      // A block of one warp has nothing before it.
      llvm::append_range(found, beforeWarp.values.empty() ? scan.getZeros(b)
                                                          : beforeWarp.values);
      scf::YieldOp::create(b, found);
      b.setInsertionPointToEnd(scanned.elseBlock());
      // Other warps may still read what is before the tile before the last.
      kernel::BarrierOp::create(b);
      scf::YieldOp::create(b, noState);
    }
    auto looked = scf::IfOp::create(b, TypeRange(ValueRange(known)), hasLast,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(looked.elseBlock());
      scf::YieldOp::create(b, known);
      b.setInsertionPointToEnd(looked.thenBlock());
      lookBack(last, known);
      scf::YieldOp::create(b, known);
    }
    kernel::BarrierOp::create(b);
    // Not earlier, since other tiles wait for those that are taken.
    take(b.equal(thread, zero), zero);
    // The tile before is in the stage before, which is free then.
    Value free = b.createOrFold<arith::SelectOp>(
        b.equal(stage, zero), b.constant(ahead), b.sub(stage, b.constant(1)));
    b.buildIf(hasLast, [&] {
      RowTile tile = getTile(last, thread);
      tile.setHeld(held, free);
      ValueRange all(lastState);
      tile.setScannedState(all.drop_back(scan.count));
      Prefix beforeWarp;
      if (shape.warps > 1)
        beforeWarp = {Elements(all.take_back(scan.count)), b.less(zero, warp)};
      tile.store(scan.combine(b, getBefore(last), beforeWarp));
    });
    kernel::BarrierOp::create(b);
    Value newest = b.load(taken, zero);
    copy(newest, free);

    values.clear();
    llvm::append_range(values, ArrayRef(next).drop_front());
    values.push_back(newest);
    Value isEnd = b.equal(stage, b.constant(ahead));
    values.push_back(b.createOrFold<arith::SelectOp>(
        isEnd, zero, b.add(stage, b.constant(1))));
    llvm::append_range(values, ArrayRef<Value>{next[0], hasNext});
    llvm::append_range(values, scanned.getResults());
    llvm::append_range(values, looked.getResults());
    return hasNext;
  });
}

void mlir::zyn::emitScanTiles(IndexBuilder &h, ScanKernels &scan,
                              const RowShape &shape) {
  const ScanSchedule &schedule = scan.schedule;
  Value tilesPerRow = h.ceilDiv(scan.sizes.length, shape.getTile());
  LookBackState hostState =
      LookBackState::allocate(h, scan, scan.sizes.outer, tilesPerRow);
  // The last tile of a row may end before the first one starts.
  ContiguousBuffers copies(h, h.getLoc());
  SmallVector<Value> initials = llvm::map_to_vector(
      scan.carries, [&](Value carry) { return copies.copy(carry); });
  RowKernel kernel(h, scan, {schedule.threads, 1, 1}, hostState.getBuffer(),
                   initials,
                   {scan.sizes.outer, scan.sizes.length, tilesPerRow});
  ScanTiles tiles(
      scan, kernel, shape,
      hostState.import(kernel.extra[0], kernel.sizes[0], kernel.sizes[2]));
  int64_t heldBytes = 0;
  if (shape.isHeld) {
    for (Type type : scan.inputTypes)
      heldBytes +=
          schedule.heldStages * shape.getTile() * kernel::getElementBytes(type);
    kernel.builder.setMinBlocks(schedule.heldBlocks);
    tiles.emitHeld();
  } else {
    tiles.emitDirect();
  }
  Value blocks = h.constant(shape.isHeld ? schedule.heldGrid : schedule.grid);
  kernel.builder.launch(h.min(blocks, hostState.getNumTiles(h)), heldBytes);
  copies.finish();
  hostState.free(h);
}
