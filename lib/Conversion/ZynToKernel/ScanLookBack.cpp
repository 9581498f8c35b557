//===- ScanLookBack.cpp - What comes before a tile of a scan --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanLookBack.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static_assert(ScanSchedule::groupTiles == limits::warpSize,
              "each lane reads the word of a tile");

/// Whether a value and a state of 32 bits are one word.
static bool fitsIntoWord(Type type) {
  return type.isF32() || type.isF16() || type.isBF16() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 32);
}

LookBackState::LookBackState(ScanKernels &scan, SmallVector<Value> buffers,
                             Value rows, Value tilesPerRow)
    : scan(scan), buffers(std::move(buffers)), rows(rows),
      tilesPerRow(tilesPerRow),
      isPacked(scan.count == 1 && fitsIntoWord(scan.accumulators[0])) {}

LookBackState LookBackState::allocate(IndexBuilder &h, ScanKernels &scan,
                                      Value rows, Value tilesPerRow) {
  LookBackState state(scan, {}, rows, tilesPerRow);
  auto allocate = [&](Value size, Type element) {
    state.buffers.push_back(memref::AllocOp::create(
        h, MemRefType::get({ShapedType::kDynamic}, element), size));
  };
  Value tiles = h.mul(rows, tilesPerRow);
  Value groups = h.mul(rows, state.getGroups(h));
  Type word = h.getIntegerType(state.isPacked ? 64 : 32);
  allocate(h.add(h.add(tiles, groups), 1), word);
  if (!state.isPacked)
    for (Type type : scan.accumulators)
      allocate(h.add(tiles, h.mul(groups, 2)), type);
  auto clear = MapOp::create(h, TypeRange(), ValueRange(),
                             ValueRange{state.buffers[0]}, ArrayAttr());
  OpBuilder::InsertionGuard guard(h);
  h.createBlock(&clear.getBody());
  Value zero = arith::ConstantIntOp::create(h, word, 0);
  YieldOp::create(h, zero);
  return state;
}

void LookBackState::free(IndexBuilder &h) {
  for (Value buffer : buffers)
    memref::DeallocOp::create(h, buffer);
}

LookBackState LookBackState::import(ArrayRef<Value> buffers, Value rows,
                                    Value tilesPerRow) {
  return LookBackState(scan, SmallVector<Value>(buffers), rows, tilesPerRow);
}

Value LookBackState::takeTile(IndexBuilder &b) {
  Type word = cast<MemRefType>(buffers[0].getType()).getElementType();
  Value one = arith::ConstantIntOp::create(b, word, 1);
  Value number = kernel::AtomicOp::create(
      b, word, kernel::AtomicKind::add, kernel::Scope::device,
      kernel::MemoryOrder::relaxed, one, buffers[0], b.constant(0));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Value LookBackState::getSlot(IndexBuilder &b, Value word, Value state) {
  Value isInclusive = b.equal(state, b.constant(Inclusive));
  Value groups = b.mul(rows, getGroups(b));
  return b.sub(b.add(word, b.createOrFold<arith::SelectOp>(isInclusive, groups,
                                                           b.constant(0))),
               b.constant(1));
}

void LookBackState::publish(IndexBuilder &b, Value word, State state,
                            ValueRange values) {
  if (!isPacked) {
    scan.store(b, values, ArrayRef(buffers).drop_front(),
               getSlot(b, word, b.constant(state)));
    kernel::AtomicStoreOp::create(
        b, kernel::Scope::device, kernel::MemoryOrder::release,
        arith::ConstantIntOp::create(b, state, 32), buffers[0], word);
    return;
  }
  Value bits = values[0];
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  bits = b.createOrFold<arith::BitcastOp>(b.getIntegerType(width), bits);
  bits = arith::ExtUIOp::create(b, b.getI64Type(), bits);
  Value flag = arith::ConstantIntOp::create(b, int64_t(state) << 32, 64);
  kernel::AtomicStoreOp::create(
      b, kernel::Scope::device, kernel::MemoryOrder::relaxed,
      arith::OrIOp::create(b, bits, flag), buffers[0], word);
}

Value LookBackState::loadWord(IndexBuilder &b, Value word) {
  return kernel::AtomicLoadOp::create(
      b, cast<MemRefType>(buffers[0].getType()).getElementType(),
      kernel::Scope::device,
      isPacked ? kernel::MemoryOrder::relaxed : kernel::MemoryOrder::acquire,
      buffers[0], word);
}

Value LookBackState::getState(IndexBuilder &b, Value loaded) {
  if (isPacked)
    loaded = arith::ShRUIOp::create(b, loaded,
                                    arith::ConstantIntOp::create(b, 32, 64));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), loaded);
}

Elements LookBackState::getValues(IndexBuilder &b, Value word, Value loaded) {
  if (!isPacked)
    return scan.load(b, ArrayRef(buffers).drop_front(),
                     getSlot(b, word, getState(b, loaded)));
  Type type = scan.accumulators[0];
  Value bits = arith::TruncIOp::create(
      b, b.getIntegerType(type.getIntOrFloatBitWidth()), loaded);
  return {b.createOrFold<arith::BitcastOp>(type, bits)};
}

//===----------------------------------------------------------------------===//
// Look-back
//===----------------------------------------------------------------------===//

/// Repeats `build`, which returns a condition and values, until the condition
/// holds, and returns the values.
static SmallVector<Value>
buildRepeat(IndexBuilder &b, TypeRange types,
            function_ref<std::pair<Value, SmallVector<Value>>()> build) {
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getBefore());
  auto [isDone, values] = build();
  Value repeats = b.createOrFold<arith::XOrIOp>(
      isDone, arith::ConstantIntOp::create(b, 1, 1));
  scf::ConditionOp::create(b, repeats, values);
  SmallVector<Location> locs(types.size(), b.getLoc());
  b.createBlock(&loop.getAfter(), {}, types, locs);
  kernel::SleepOp::create(b, ScanSchedule::pollNanoseconds);
  scf::YieldOp::create(b);
  return SmallVector<Value>(loop.getResults());
}

Elements LookBackState::lookBack(IndexBuilder &b, Value first, Value group,
                                 Value lane) {
  // Lane 0 reads the nearest group.
  Value one = b.constant(1);
  Value distance = b.add(b.min(lane, b.sub(group, one)), one);
  Value word = getGroupWord(b, b.add(first, b.sub(group, distance)));
  Type wordType = cast<MemRefType>(buffers[0].getType()).getElementType();
  auto vote = [&](Value state, State searched) -> Value {
    return kernel::VoteOp::create(b, b.getI32Type(), kernel::VoteKind::ballot,
                                  b.equal(state, b.constant(searched)),
                                  /*mask=*/Value());
  };
  SmallVector<Value> found = buildRepeat(b, {wordType, b.getI32Type()}, [&] {
    Value loaded = loadWord(b, word);
    Value state = getState(b, loaded);
    Value inclusive = vote(state, Inclusive);
    Value missing = vote(state, Missing);
    // The lanes below the first one that has an inclusive value.
    Value zero = arith::ConstantIntOp::create(b, 0, 32);
    Value below = arith::AndIOp::create(
        b,
        arith::SubIOp::create(b, inclusive,
                              arith::ConstantIntOp::create(b, 1, 32)),
        arith::XOrIOp::create(b, inclusive,
                              arith::ConstantIntOp::create(b, -1, 32)));
    Value needed = arith::AndIOp::create(b, missing, below);
    Value isDone = b.land(
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, inclusive, zero),
        b.equal(needed, zero));
    return std::make_pair(isDone, SmallVector<Value>{loaded, inclusive});
  });
  Elements values = getValues(b, word, found[0]);
  Value nearest = arith::IndexCastUIOp::create(
      b, b.getIndexType(), math::CountTrailingZerosOp::create(b, found[1]));
  auto loop =
      scf::ForOp::create(b, b.constant(0), nearest, one,
                         scan.broadcast(b, values, nearest, limits::warpSize));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value from = b.sub(b.sub(nearest, one), loop.getInductionVar());
  Elements next = scan.broadcast(b, values, from, limits::warpSize);
  scf::YieldOp::create(b, scan.combine(b, loop.getRegionIterArgs(), next));
  return Elements(loop.getResults());
}

Prefix LookBackState::exchangeTotals(IndexBuilder &b, Value number, Value row,
                                     Value tile, ValueRange total, Value lane) {
  constexpr int64_t groupTiles = ScanSchedule::groupTiles;
  Value zero = b.constant(0);
  Value isFirstLane = b.equal(lane, zero);
  b.buildIf(isFirstLane,
            [&] { publish(b, getTileWord(b, number), Total, total); });

  Value group = b.div(tile, groupTiles), inGroup = b.rem(tile, groupTiles);
  Value word =
      getTileWord(b, b.add(b.sub(number, inGroup), b.min(lane, inGroup)));
  Type wordType = cast<MemRefType>(buffers[0].getType()).getElementType();
  Value loaded = buildRepeat(b, wordType, [&] {
    Value loaded = loadWord(b, word);
    Value isReady = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                          getState(b, loaded), zero);
    Value isDone =
        kernel::VoteOp::create(b, b.getI1Type(), kernel::VoteKind::all, isReady,
                               /*mask=*/Value());
    return std::make_pair(isDone, SmallVector<Value>{loaded});
  })[0];
  Elements scanned =
      scan.scanLanes(b, getValues(b, word, loaded), lane, limits::warpSize);
  Value last = b.constant(groupTiles - 1);
  Elements groupTotal = scan.broadcast(b, scanned, last, limits::warpSize);
  Value before = b.sub(b.max(inGroup, b.constant(1)), b.constant(1));
  Prefix inOwnGroup = {scan.broadcast(b, scanned, before, limits::warpSize),
                       b.less(zero, inGroup)};

  Value firstGroup = b.mul(row, getGroups(b));
  Value ownWord = getGroupWord(b, b.add(firstGroup, group));
  Value isPublisher = b.land(isFirstLane, b.equal(inGroup, last));
  b.buildIf(isPublisher, [&] { publish(b, ownWord, Total, groupTotal); });
  Value hasGroups = b.less(zero, group);
  auto branch = scf::IfOp::create(b, scan.accumulators, hasGroups,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, lookBack(b, firstGroup, group, lane));
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, groupTotal);
  }
  Prefix groups = {Elements(branch.getResults()), hasGroups};
  b.buildIf(isPublisher, [&] {
    publish(b, ownWord, Inclusive, scan.combine(b, groups, groupTotal));
  });
  return scan.combine(b, groups, inOwnGroup);
}
