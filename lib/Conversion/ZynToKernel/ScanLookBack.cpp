//===- ScanLookBack.cpp - What comes before a tile of a scan --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanLookBack.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static constexpr int64_t kGroupTiles = ScanSchedule::groupTiles;
static_assert(kGroupTiles == limits::warpSize,
              "each lane reads the words of a tile");

/// Words before those of the tiles, which many threads read while others take
/// tiles: those of a cache line.
static constexpr int64_t kFirstWord = 16;

static constexpr unsigned kPartBits = 32;

/// Number of groups that a warp reads at once.
static int64_t getGroupsAtOnce(const ScanKernels &scan) {
  return std::max<int64_t>(ScanSchedule::groupWords / scan.registers, 1);
}

static Value literal(IndexBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}

/// Returns the bits of a value that lanes can exchange, as i64.
static Value toBits(IndexBuilder &b, Value value) {
  Type type = value.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  unsigned width = type.getIntOrFloatBitWidth();
  value = b.createOrFold<arith::BitcastOp>(b.getIntegerType(width), value);
  return width == 64 ? value : arith::ExtUIOp::create(b, b.getI64Type(), value);
}

/// The inverse of `toBits`.
static Value fromBits(IndexBuilder &b, Value bits, Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, bits);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width != 64)
    bits = arith::TruncIOp::create(b, b.getIntegerType(width), bits);
  return b.createOrFold<arith::BitcastOp>(type, bits);
}

/// Number of words for a value.
static int64_t getNumParts(Type type) {
  return type.isIndex()
             ? 2
             : llvm::divideCeil(type.getIntOrFloatBitWidth(), kPartBits);
}

LookBackState LookBackState::allocate(IndexBuilder &h, ScanKernels &scan,
                                      Value rows, Value tilesPerRow) {
  LookBackState state(scan, Value(), rows, tilesPerRow);
  // Groups that are read with others may not exist.
  int64_t others = kFirstWord + getGroupsAtOnce(scan) * kGroupTiles;
  state.words = allocateBuffer(
      h, h.add(h.mul(state.getNumTiles(h), scan.registers), others),
      h.getI64Type());
  clearBuffer(h, state.words);
  return state;
}

void LookBackState::free(IndexBuilder &h) {
  memref::DeallocOp::create(h, words);
}

LookBackState LookBackState::import(Value words, Value rows,
                                    Value tilesPerRow) {
  return LookBackState(scan, words, rows, tilesPerRow);
}

Value LookBackState::getRow(IndexBuilder &b, Value number) {
  return isConstantIntValue(rows, 1) ? b.constant(0)
                                     : b.div(number, tilesPerRow);
}

Value LookBackState::getTileInRow(IndexBuilder &b, Value number) {
  return isConstantIntValue(rows, 1) ? number : b.rem(number, tilesPerRow);
}

Value LookBackState::takeTile(IndexBuilder &b) {
  Value number = kernel::AtomicOp::create(
      b, b.getI64Type(), kernel::AtomicKind::add, kernel::Scope::device,
      kernel::MemoryOrder::relaxed, literal(b, 1), words, b.constant(0));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), number);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

Value LookBackState::getWord(IndexBuilder &b, Value number, int64_t part) {
  // Neighboring lanes read neighboring words.
  Value first = b.add(b.mul(getNumTiles(b), part), kFirstWord);
  return b.add(number, first);
}

void LookBackState::publish(IndexBuilder &b, Value number, ValueRange total) {
  int64_t word = 0;
  for (Value value : total) {
    Value bits = toBits(b, value);
    for (int64_t part = 0, parts = getNumParts(value.getType()); part < parts;
         ++part) {
      Value low = bits;
      if (parts > 1)
        low =
            part == 0
                ? Value(arith::AndIOp::create(
                      b, bits,
                      literal(b, llvm::maskTrailingOnes<uint64_t>(kPartBits))))
                : Value(arith::ShRUIOp::create(b, bits, literal(b, kPartBits)));
      Value known =
          arith::OrIOp::create(b, low, literal(b, int64_t(1) << kPartBits));
      kernel::AtomicStoreOp::create(b, kernel::Scope::device,
                                    kernel::MemoryOrder::relaxed, known, words,
                                    getWord(b, number, word++));
    }
  }
}

SmallVector<Elements> LookBackState::await(IndexBuilder &b,
                                           ArrayRef<Value> numbers,
                                           ArrayRef<Value> areNeeded) {
  Value zero = literal(b, 0), isKnown = literal(b, int64_t(1) << kPartBits);
  SmallVector<Type> types(numbers.size() * scan.registers, b.getI64Type());
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    SmallVector<Value> loaded;
    for (Value number : numbers)
      for (int64_t part = 0; part < scan.registers; ++part)
        loaded.push_back(kernel::AtomicLoadOp::create(
            b, b.getI64Type(), kernel::Scope::device,
            kernel::MemoryOrder::relaxed, words, getWord(b, number, part)));
    // The state is one bit.
    Value all = isKnown;
    for (auto [i, word] : llvm::enumerate(loaded)) {
      Value state = word;
      if (i / scan.registers < areNeeded.size())
        state = arith::OrIOp::create(
            b, word,
            arith::SelectOp::create(b, areNeeded[i / scan.registers], zero,
                                    isKnown));
      all = arith::AndIOp::create(b, all, state);
    }
    Value isReady =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, all, zero);
    Value areReady =
        kernel::VoteOp::create(b, b.getI1Type(), kernel::VoteKind::all, isReady,
                               /*mask=*/Value());
    Value repeats = arith::XOrIOp::create(
        b, areReady, arith::ConstantIntOp::create(b, 1, 1));
    scf::ConditionOp::create(b, repeats, loaded);
    SmallVector<Location> locs(types.size(), b.getLoc());
    b.createBlock(&loop.getAfter(), {}, types, locs);
    kernel::SleepOp::create(b, ScanSchedule::pollNanoseconds);
    scf::YieldOp::create(b);
  }
  SmallVector<Elements> results;
  ValueRange loaded = loop.getResults();
  for (size_t i = 0; i < numbers.size(); ++i) {
    Elements &values = results.emplace_back();
    for (Type type : scan.accumulators) {
      Value bits = loaded.front();
      if (getNumParts(type) > 1) {
        Value low = arith::AndIOp::create(
            b, bits, literal(b, llvm::maskTrailingOnes<uint64_t>(kPartBits)));
        bits = arith::OrIOp::create(
            b, low, arith::ShLIOp::create(b, loaded[1], literal(b, kPartBits)));
      }
      loaded = loaded.drop_front(getNumParts(type));
      values.push_back(fromBits(b, bits, type));
    }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Look-back
//===----------------------------------------------------------------------===//

SmallVector<Value> LookBackState::getFirstKnown(IndexBuilder &b) {
  SmallVector<Value> known = {b.constant(0), b.constant(0)};
  llvm::append_range(known, scan.getZeros(b));
  return known;
}

Prefix LookBackState::lookBack(IndexBuilder &b, Value number, Value lane,
                               SmallVectorImpl<Value> &known) {
  const int64_t atOnce = getGroupsAtOnce(scan);
  Value zero = b.constant(0), one = b.constant(1);
  Value row = getRow(b, number), tile = getTileInRow(b, number);
  Value group = b.div(tile, kGroupTiles), inGroup = b.rem(tile, kGroupTiles);
  Value firstOfRow = b.sub(number, tile);
  // A tile that is the first one of its group reads its own words.
  Value last = b.sub(b.max(inGroup, one), one);
  Value own = b.add(b.sub(number, inGroup), b.min(lane, last));
  // Combines the next groups, and scans the tiles of the own one with them.
  auto combineGroups = [&](Value first, ValueRange initial, bool withOwn) {
    SmallVector<Value> numbers, areNeeded;
    Value start = b.add(b.add(firstOfRow, b.mul(first, kGroupTiles)), lane);
    for (int64_t i = 0; i < atOnce; ++i) {
      numbers.push_back(b.add(start, i * kGroupTiles));
      if (withOwn)
        areNeeded.push_back(b.less(b.add(first, i), group));
    }
    if (withOwn)
      numbers.push_back(own);
    SmallVector<Elements> scanned = await(b, numbers, areNeeded);
    // Only values that were published are combined.
    for (auto [isNeeded, values] : llvm::zip(areNeeded, scanned))
      for (auto [value, published] : llvm::zip(values, scanned.back()))
        value = b.createOrFold<arith::SelectOp>(isNeeded, value, published);
    scan.scanLanes(b, scanned, lane, limits::warpSize);
    Elements combined(initial);
    for (int64_t i = 0; i < atOnce; ++i) {
      Elements total = scan.broadcast(
          b, scanned[i], b.constant(kGroupTiles - 1), limits::warpSize);
      Value each = b.add(first, i);
      Elements next = scan.combineIf(b, b.less(zero, each), combined, total);
      for (auto [value, old] : llvm::zip(next, combined))
        value =
            b.createOrFold<arith::SelectOp>(b.less(each, group), value, old);
      combined = next;
    }
    return std::make_pair(combined, scanned.back());
  };

  SmallVector<Value> initial = {
      b.createOrFold<arith::SelectOp>(b.equal(row, known[0]), known[1], zero)};
  llvm::append_range(initial, ArrayRef(known).drop_front(2));
  // All but the last groups; the bound may be negative.
  auto loop =
      scf::ForOp::create(b, initial[0], b.sub(group, b.constant(atOnce)),
                         b.constant(atOnce), initial);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value first = loop.getRegionIterArg(0);
    SmallVector<Value> results = {b.add(first, atOnce)};
    llvm::append_range(
        results,
        combineGroups(first, loop.getRegionIterArgs().drop_front(), false)
            .first);
    scf::YieldOp::create(b, results);
  }
  auto [combined, scanned] = combineGroups(
      loop.getResult(0), loop.getResults().drop_front(), /*withOwn=*/true);
  known.assign({row, group});
  llvm::append_range(known, combined);
  return scan.combine(b, Prefix{combined, b.less(zero, group)},
                      Prefix{scan.broadcast(b, scanned, last, limits::warpSize),
                             b.less(zero, inGroup)});
}
