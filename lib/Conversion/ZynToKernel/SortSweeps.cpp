//===- SortSweeps.cpp - Radix sorts with one sweep for each digit ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Onesweep (Adinets and Merrill, 2022): a first launch counts the digits of all
// passes, a second one computes where each digit starts. Then, each pass reads
// and writes all elements once: a block ranks the elements of a tile, and gets
// the number of elements of each digit in the tiles before it by decoupled
// look-back, in which each thread has a digit. Counts are integers, so that the
// order in which they are added does not matter.
//
// A count and its state are one word, so that no other accesses have to be
// ordered. As in scans, tiles are numbered in the order in which blocks start.
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr int64_t kDigits = BlockRanking::digits;

namespace {

/// Builds the launches of a sort.
class Sweeps {
public:
  Sweeps(IndexBuilder &h, SortKernels &sort);
  void emit();

private:
  enum State { Missing, Count, Total };

  /// The digits of each row and each pass: their numbers, then where they
  /// start.
  void countDigits();
  void scanCounts();
  void sweep(int64_t pass, ArrayRef<Value> source, ArrayRef<Value> target);

  Value literal(IndexBuilder &b, int64_t value) {
    return arith::ConstantIntOp::create(b, word, value);
  }
  Value pack(IndexBuilder &b, State state, Value count) {
    if (count.getType() != word)
      count = arith::ExtUIOp::create(b, word, count);
    int64_t bits = llvm::SignExtend64(uint64_t(state) << valueBits,
                                      word.getIntOrFloatBitWidth());
    return arith::OrIOp::create(b, count, literal(b, bits));
  }
  void publish(IndexBuilder &b, Value states, Value index, Value packed) {
    kernel::AtomicStoreOp::create(b, kernel::Scope::device,
                                  kernel::MemoryOrder::relaxed, packed, states,
                                  index);
  }
  /// Returns the sum of the counts before tile `tile`, whose word is at
  /// `index`.
  Value lookBack(IndexBuilder &b, Value states, Value index, Value tile);

  IndexBuilder &h;
  SortKernels &sort;
  int64_t threads, items;
  Value tiles;
  /// The type of counts, and the bits below those of the state.
  Type word;
  int64_t valueBits;
  Value counts, states, tickets;
};

} // namespace

Sweeps::Sweeps(IndexBuilder &h, SortKernels &sort)
    : h(h), sort(sort), threads(sort.schedule.threads), items(sort.getItems()) {
  tiles = h.ceilDiv(sort.length, threads * items);
  std::optional<int64_t> known = getConstantIntValue(sort.length);
  bool isShort = known && *known < (int64_t(1) << 30);
  word = h.getIntegerType(isShort ? 32 : 64);
  valueBits = isShort ? 30 : 62;
}

void Sweeps::countDigits() {
  const SortSchedule &schedule = sort.schedule;
  int64_t unroll = std::clamp(schedule.countBytes /
                                  kernel::getElementBytes(sort.getKeyType()),
                              schedule.minCountUnroll, schedule.maxCountUnroll);
  // Whole steps, so that all blocks but the last one have no remainder.
  Value wanted = h.ceilDiv(
      sort.length, h.ceilDiv(h.constant(schedule.countBlocks), sort.rows));
  int64_t step = threads * unroll;
  Value chunk = h.mul(h.ceilDiv(wanted, step), step);
  Value chunks = h.ceilDiv(sort.length, chunk);
  SortKernel kernel(h, sort, {threads, 1, 1}, {sort.inputs[0]}, {counts},
                    {sort.length, chunk, chunks});
  IndexBuilder &b = kernel.builder.device();
  Value length = kernel.sizes[0];
  Value row = b.div(b.blockId(), kernel.sizes[2]);
  Value first = b.mul(b.rem(b.blockId(), kernel.sizes[2]), kernel.sizes[1]);
  Value end = b.min(b.add(first, kernel.sizes[1]), length);
  Value thread = b.threadId(kernel::Dimension::x);
  int64_t numCounters = sort.passes * kDigits;
  Value shared = kernel.builder.shared({numCounters}, b.getI32Type());
  Value zero = arith::ConstantIntOp::create(b, 0, 32),
        one = arith::ConstantIntOp::create(b, 1, 32);
  auto forEachCounter = [&](function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, thread, b.constant(numCounters),
                                   b.constant(threads));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  };
  forEachCounter([&](Value counter) { b.store(zero, shared, counter); });
  kernel::BarrierOp::create(b);
  auto loop =
      scf::ForOp::create(b, b.add(first, thread), end, b.constant(step));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value last = b.sub(end, b.constant(1));
    SmallVector<Value> positions, keys;
    for (int64_t u = 0; u < unroll; ++u) {
      positions.push_back(b.add(loop.getInductionVar(), u * threads));
      keys.push_back(
          b.load(kernel.in[0],
                 b.add(b.mul(row, length), b.min(positions.back(), last))));
    }
    Type keyType = b.getIntegerType(sort.getKeyType().getIntOrFloatBitWidth());
    for (int64_t u = 0; u < unroll; ++u)
      b.buildIf(b.less(positions[u], end), [&] {
        for (int64_t pass = 0; pass < sort.passes; ++pass) {
          Value shift = arith::ConstantOp::create(
              b, b.getIntegerAttr(keyType, pass * BlockRanking::digitBits));
          Value digit = getDigit(b, sort.op, keys[u], shift);
          Value counter =
              b.add(arith::IndexCastUIOp::create(b, b.getIndexType(), digit),
                    pass * kDigits);
          kernel::AtomicOp::create(
              b, b.getI32Type(), kernel::AtomicKind::add, kernel::Scope::block,
              kernel::MemoryOrder::relaxed, one, shared, counter);
        }
      });
  }
  kernel::BarrierOp::create(b);
  forEachCounter([&](Value counter) {
    Value count = b.load(shared, counter);
    if (word != count.getType())
      count = arith::ExtUIOp::create(b, word, count);
    kernel::AtomicOp::create(b, word, kernel::AtomicKind::add,
                             kernel::Scope::device,
                             kernel::MemoryOrder::relaxed, count, kernel.out[0],
                             b.add(b.mul(row, numCounters), counter));
  });
  kernel.builder.launch(h.mul(sort.rows, chunks));
}

void Sweeps::scanCounts() {
  SortKernel kernel(h, sort, {kDigits, 1, 1}, {}, {counts}, {});
  IndexBuilder &b = kernel.builder.device();
  Value thread = b.threadId(kernel::Dimension::x);
  Value lane = b.rem(thread, ::zyn::limits::warpSize);
  Value warp = b.div(thread, ::zyn::limits::warpSize);
  Value index = b.add(b.mul(b.blockId(), kDigits), thread);
  Value count = b.load(kernel.out[0], index);
  Value all = arith::ConstantIntOp::create(b, 1, 1);
  b.store(scanDigits(kernel.builder, count, lane, warp, all), kernel.out[0],
          index);
  kernel.builder.launch(h.mul(sort.rows, sort.passes));
}

Value Sweeps::lookBack(IndexBuilder &b, Value states, Value index, Value tile) {
  Value zero = literal(b, 0);
  Value mask = literal(b, (int64_t(1) << valueBits) - 1);
  auto branch = scf::IfOp::create(b, word, b.less(b.constant(0), tile),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, zero);
  b.setInsertionPointToEnd(branch.thenBlock());
  Type indexType = b.getIndexType();
  Value start = b.sub(index, b.constant(kDigits));
  auto loop = scf::WhileOp::create(b, TypeRange{indexType, word},
                                   ValueRange{start, zero});
  scf::YieldOp::create(b, loop.getResult(1));
  Location loc = b.getLoc();
  Block *before =
      b.createBlock(&loop.getBefore(), {}, {indexType, word}, {loc, loc});
  Value loaded = kernel::AtomicLoadOp::create(b, word, kernel::Scope::device,
                                              kernel::MemoryOrder::relaxed,
                                              states, before->getArgument(0));
  Value state = arith::ShRUIOp::create(b, loaded, literal(b, valueBits));
  // A word without a state is 0.
  Value sum = arith::AddIOp::create(b, before->getArgument(1),
                                    arith::AndIOp::create(b, loaded, mask));
  Value isMissing = b.equal(state, literal(b, Missing));
  Value next = arith::SelectOp::create(
      b, isMissing, before->getArgument(0),
      b.sub(before->getArgument(0), b.constant(kDigits)));
  Value repeats = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, state,
                                        literal(b, Total));
  scf::ConditionOp::create(b, repeats, ValueRange{next, sum});
  Block *after =
      b.createBlock(&loop.getAfter(), {}, {indexType, word}, {loc, loc});
  scf::YieldOp::create(b, after->getArguments());
  return branch.getResult(0);
}

void Sweeps::sweep(int64_t passNumber, ArrayRef<Value> source,
                   ArrayRef<Value> target) {
  int64_t tileSize = threads * items;
  // Not a constant of the kernel, so that all passes have the same one.
  Value hostPass = arith::IndexCastOp::create(
      h, h.getIndexType(), arith::ConstantIntOp::create(h, passNumber, 32));
  SmallVector<Value> targets(target);
  llvm::append_range(targets, ArrayRef<Value>{counts, states, tickets});
  SortKernel kernel(h, sort, {threads, 1, 1}, source, targets,
                    {sort.rows, sort.length, tiles, hostPass});
  // With values, the registers of two blocks are too few. A single tile does
  // not wait.
  if (source.size() == 1 && !isConstantIntValue(tiles, 1))
    kernel.builder.setMinBlocks(2);
  IndexBuilder &b = kernel.builder.device();
  ArrayRef<Value> out = ArrayRef(kernel.out).drop_back(3);
  Value starts = kernel.out[out.size()], words = kernel.out[out.size() + 1],
        nextTiles = kernel.out[out.size() + 2];
  Value rows = kernel.sizes[0], length = kernel.sizes[1],
        tilesPerRow = kernel.sizes[2], pass = kernel.sizes[3];
  BlockRanking ranking(kernel.builder, threads, items);
  Value zero = b.constant(0), thread = ranking.thread;

  Value shared = kernel.builder.shared({1}, b.getI32Type());
  b.buildIf(b.equal(thread, zero), [&] {
    Value one = arith::ConstantIntOp::create(b, 1, 32);
    Value next = kernel::AtomicOp::create(
        b, b.getI32Type(), kernel::AtomicKind::add, kernel::Scope::device,
        kernel::MemoryOrder::relaxed, one, nextTiles, pass);
    b.store(next, shared, zero);
  });
  kernel::BarrierOp::create(b);
  Value number =
      arith::IndexCastUIOp::create(b, b.getIndexType(), b.load(shared, zero));
  Value row = b.div(number, tilesPerRow), tile = b.rem(number, tilesPerRow);
  Value rowStart = b.mul(row, length), tileStart = b.mul(tile, tileSize);
  Value numValid = b.min(b.sub(length, tileStart), b.constant(tileSize));
  Value tileIndex = b.add(rowStart, tileStart);

  // Numbers in the tile are 32 bits, which take one register.
  auto narrow = [&](Value value) {
    return arith::IndexCastUIOp::create(b, b.getI32Type(), value);
  };
  auto loadItems = [&](Value buffer) {
    Elements loaded;
    Value last = narrow(b.sub(numValid, b.constant(1)));
    for (int64_t i = 0; i < items; ++i) {
      Value number = arith::IndexCastUIOp::create(
          b, b.getIndexType(), b.min(narrow(ranking.getNumber(i)), last));
      loaded.push_back(b.load(buffer, b.add(tileIndex, number)));
    }
    return loaded;
  };
  Value shift = arith::IndexCastUIOp::create(
      b, b.getIntegerType(sort.getKeyType().getIntOrFloatBitWidth()),
      b.mul(pass, BlockRanking::digitBits));
  Elements keys = loadItems(kernel.in[0]);
  SmallVector<Value> digits;
  for (auto [i, key] : llvm::enumerate(keys))
    digits.push_back(ranking.getDigit(
        sort.op, key, shift,
        b.less(narrow(ranking.getNumber(i)), narrow(numValid))));
  Value passTiles = b.mul(b.mul(rows, tilesPerRow), pass);
  Value index = b.add(b.mul(b.add(passTiles, number), kDigits), thread);
  Value isFirst = b.equal(tile, zero);
  ranking.rank(digits, [&](Value count) {
    publish(b, words, index,
            arith::SelectOp::create(b, isFirst, pack(b, Total, count),
                                    pack(b, Count, count)));
  });

  // What has to be added to the position of an element in the tile.
  Value offsets = kernel.builder.shared({kDigits}, word);
  auto widen = [&](Value count) -> Value {
    return count.getType() == word
               ? count
               : Value(arith::ExtUIOp::create(b, word, count));
  };
  b.buildIf(ranking.isDigitThread, [&] {
    Value before = lookBack(b, words, index, tile);
    Value count = widen(ranking.getDigitCount());
    b.buildIf(b.less(zero, tile), [&] {
      publish(b, words, index,
              pack(b, Total, arith::AddIOp::create(b, before, count)));
    });
    Value rowDigits = b.mul(b.add(b.mul(row, sort.passes), pass), kDigits);
    Value start = b.load(starts, b.add(rowDigits, thread));
    Value offset =
        arith::SubIOp::create(b, arith::AddIOp::create(b, start, before),
                              widen(ranking.getDigitStart()));
    b.store(offset, offsets, thread);
  });

  SmallVector<Value> positions, results;
  for (unsigned array = 0; array < kernel.in.size(); ++array) {
    Value exchanged = kernel.builder.dynamicShared(
        0, {tileSize}, sort.elements[array], kAccessBytes);
    Elements values = array == 0 ? keys : loadItems(kernel.in[array]);
    // 32 bits take fewer registers until the values are stored.
    for (int64_t i = 0; i < items; ++i) {
      if (array == 0)
        positions.push_back(ranking.getPosition(i));
      b.store(values[i], exchanged,
              arith::IndexCastUIOp::create(b, b.getIndexType(), positions[i])
                  ->getResults());
    }
    kernel::BarrierOp::create(b);
    for (int64_t i = 0; i < items; ++i) {
      Value number = b.add(thread, i * threads);
      Value value = b.load(exchanged, number);
      if (array == 0) {
        Value digit = getDigit(b, sort.op, value, shift);
        digit = arith::IndexCastUIOp::create(b, b.getIndexType(), digit);
        Value offset = b.load(offsets, digit);
        offset = arith::IndexCastOp::create(b, b.getIndexType(), offset);
        results.push_back(b.add(b.add(rowStart, offset), number));
      }
      b.buildIf(b.less(number, numValid),
                [&] { b.store(value, out[array], results[i]); });
    }
    if (array + 1 < kernel.in.size())
      kernel::BarrierOp::create(b);
  }
  kernel.builder.launch(h.mul(sort.rows, tiles),
                        tileSize * sort.getElementBytes());
}

void Sweeps::emit() {
  Value allTiles = h.mul(sort.rows, tiles);
  counts = allocateBuffer(h, h.mul(sort.rows, sort.passes * kDigits), word);
  states = allocateBuffer(h, h.mul(allTiles, sort.passes * kDigits), word);
  tickets = allocateBuffer(h, h.constant(sort.passes), h.getI32Type());
  for (Value buffer : {counts, states, tickets})
    clearBuffer(h, buffer);
  SmallVector<Value> temporaries;
  if (sort.passes > 1)
    for (Type element : sort.elements)
      temporaries.push_back(
          allocateBuffer(h, h.mul(sort.rows, sort.length), element));
  countDigits();
  scanCounts();
  ArrayRef<Value> source = sort.inputs;
  for (int64_t pass = 0; pass < sort.passes; ++pass) {
    // The last pass writes the outputs.
    ArrayRef<Value> target =
        (sort.passes - pass) % 2 ? ArrayRef<Value>(sort.outputs) : temporaries;
    sweep(pass, source, target);
    source = target;
  }
  for (Value buffer : temporaries)
    memref::DeallocOp::create(h, buffer);
  for (Value buffer : {counts, states, tickets})
    memref::DeallocOp::create(h, buffer);
}

void mlir::zyn::emitSortSweeps(IndexBuilder &h, SortKernels &sort) {
  Sweeps(h, sort).emit();
}
