//===- TopKToLinalg.cpp - Lowers topk to loops ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last selected key of a row, the threshold, is found by radix select, from
// the highest 8 bits to the lowest ones: each pass counts the digits of the
// keys that start as the threshold does. The keys before it, and as many equal
// ones as are missing, are then collected in the order of their indices, and
// sorted. The chunks of a long row are tasks of their own.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"
#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr int64_t kDigitBits = 8, kDigits = 1 << kDigitBits;
/// Elements of a task; rows of more than `kMaxRow` elements are divided.
static constexpr int64_t kTaskElements = 32768, kMaxRow = 4 * kTaskElements;

namespace {

/// Builds the loops of a topk.
class TopKLoops {
public:
  TopKLoops(OpBuilder &builder, TopKOp op)
      : b(op.getLoc(), builder), op(op),
        rows(b, op.getLoc(), op.getDimension()),
        bits(op.getKeyType().getIntOrFloatBitWidth()),
        indexType(getBufferType(op.getIndices()).getElementType()) {}

  void emit();

private:
  /// The last selected key, and how many of the keys that are equal to it are
  /// selected.
  struct Selection {
    Value threshold, equal;
  };
  /// Calls a function with the first and the last element of each chunk of a
  /// row, and the number of the chunk.
  using ForEachChunk =
      function_ref<void(function_ref<void(Value, Value, Value)>)>;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value literal(int64_t value) {
    return arith::ConstantIntOp::create(b, b.getIntegerType(bits), value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Value less(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, x, y);
  }
  Value equal(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, x, y);
  }
  /// Builds a loop that yields the values that `body` returns.
  SmallVector<Value>
  buildFor(Value first, Value last, ValueRange initial,
           function_ref<SmallVector<Value>(Value, ValueRange)> body);
  void buildParallel(Value count, Value step, function_ref<void(Value)> body);

  Value getOrdered(Value i) {
    Value key = memref::LoadOp::create(b, input, i);
    return getOrderedKey(b, op.getLoc(), key, !op.getSmallest());
  }

  /// Counts the digits at `shift` of the keys that have the higher bits of
  /// `threshold`.
  void count(int64_t shift, Value threshold, Value begin, Value end,
             Value chunk);
  /// Adds the digit at `shift` of the last of `selection.equal` keys.
  Selection choose(int64_t shift, Selection selection, Value chunks);
  Selection findThreshold(Value chunks, ForEachChunk forEachChunk);
  /// Collects the selected keys with the indices from `begin` to `end` of the
  /// row that starts at `row`; `first` is where the first one is stored.
  void collect(Value row, Value begin, Value end, Selection selection,
               Value first);
  void emitRow(Value number);
  void emitLongRow(Value number);

  ImplicitLocOpBuilder b;
  TopKOp op;
  ContiguousRows rows;
  int64_t bits;
  Type indexType;
  Value input, length, selected, counters;
  /// The selected elements of each row.
  Value keys, indices;
};

} // namespace

SmallVector<Value>
TopKLoops::buildFor(Value first, Value last, ValueRange initial,
                    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, first, last, constant(1), initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!initial.empty())
    scf::YieldOp::create(b, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void TopKLoops::buildParallel(Value count, Value step,
                              function_ref<void(Value)> body) {
  auto loop = scf::ParallelOp::create(b, ValueRange{constant(0)},
                                      ValueRange{count}, ValueRange{step});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVars()[0]);
}

//===----------------------------------------------------------------------===//
// Radix select
//===----------------------------------------------------------------------===//

void TopKLoops::count(int64_t shift, Value threshold, Value begin, Value end,
                      Value chunk) {
  Value first = mul(chunk, constant(kDigits)), zero = constant(0);
  buildFor(first, add(first, constant(kDigits)), {}, [&](Value i, ValueRange) {
    memref::StoreOp::create(b, zero, counters, i);
    return SmallVector<Value>();
  });
  buildFor(begin, end, {}, [&](Value i, ValueRange) {
    Value ordered = getOrdered(i);
    Value digit = ordered;
    if (shift != 0)
      digit = arith::ShRUIOp::create(b, digit, literal(shift));
    if (bits > kDigitBits)
      digit = arith::AndIOp::create(b, digit, literal(kDigits - 1));
    Value counter =
        add(first, arith::IndexCastUIOp::create(b, b.getIndexType(), digit));
    Value increment = constant(1);
    if (shift + kDigitBits < bits) {
      Value difference = arith::ShRUIOp::create(
          b, arith::XOrIOp::create(b, ordered, threshold),
          literal(shift + kDigitBits));
      increment = select(equal(difference, literal(0)), increment, zero);
    }
    Value count = memref::LoadOp::create(b, counters, counter);
    memref::StoreOp::create(b, add(count, increment), counters, counter);
    return SmallVector<Value>();
  });
}

TopKLoops::Selection TopKLoops::choose(int64_t shift, Selection selection,
                                       Value chunks) {
  Value zero = constant(0);
  // The keys before the digit, the digit, and the keys before the chosen one.
  SmallVector<Value> chosen = buildFor(
      zero, constant(kDigits), {zero, zero, zero},
      [&](Value digit, ValueRange state) -> SmallVector<Value> {
        Value count = buildFor(
            zero, chunks, zero,
            [&](Value chunk, ValueRange sum) -> SmallVector<Value> {
              Value counter = add(mul(chunk, constant(kDigits)), digit);
              return {
                  add(sum[0], memref::LoadOp::create(b, counters, counter))};
            })[0];
        Value isAfter = less(state[0], selection.equal);
        return {add(state[0], count), select(isAfter, digit, state[1]),
                select(isAfter, state[0], state[2])};
      });
  Value digit =
      b.createOrFold<arith::IndexCastUIOp>(b.getIntegerType(bits), chosen[1]);
  if (shift != 0)
    digit = arith::ShLIOp::create(b, digit, literal(shift));
  return {arith::OrIOp::create(b, selection.threshold, digit),
          sub(selection.equal, chosen[2])};
}

TopKLoops::Selection TopKLoops::findThreshold(Value chunks,
                                              ForEachChunk forEachChunk) {
  Selection selection = {literal(0), selected};
  for (int64_t shift = bits - kDigitBits; shift >= 0; shift -= kDigitBits) {
    forEachChunk([&](Value begin, Value end, Value chunk) {
      count(shift, selection.threshold, begin, end, chunk);
    });
    selection = choose(shift, selection, chunks);
  }
  return selection;
}

void TopKLoops::collect(Value row, Value begin, Value end, Selection selection,
                        Value first) {
  buildFor(begin, end, {first, selection.equal},
           [&](Value i, ValueRange state) -> SmallVector<Value> {
             Value ordered = getOrdered(i);
             Value isEqual =
                 arith::AndIOp::create(b, equal(ordered, selection.threshold),
                                       less(constant(0), state[1]));
             Value isSelected = arith::OrIOp::create(
                 b, less(ordered, selection.threshold), isEqual);
             auto branch =
                 scf::IfOp::create(b, isSelected, /*withElseRegion=*/false);
             {
               OpBuilder::InsertionGuard guard(b);
               b.setInsertionPoint(branch.thenYield());
               Value key = memref::LoadOp::create(b, input, i);
               memref::StoreOp::create(b, key, keys, state[0]);
               Value index =
                   arith::IndexCastOp::create(b, indexType, sub(i, row));
               memref::StoreOp::create(b, index, indices, state[0]);
             }
             auto count = [&](Value condition) {
               return select(condition, constant(1), constant(0));
             };
             return {add(state[0], count(isSelected)),
                     sub(state[1], count(isEqual))};
           });
}

void TopKLoops::emitRow(Value number) {
  Value row = mul(number, length), end = add(row, length);
  Selection selection = findThreshold(
      constant(1), [&](function_ref<void(Value, Value, Value)> body) {
        body(row, end, constant(0));
      });
  collect(row, row, end, selection, mul(number, selected));
}

void TopKLoops::emitLongRow(Value number) {
  Value zero = constant(0), one = constant(1), task = constant(kTaskElements);
  Value row = mul(number, length);
  Value chunks = div(add(length, sub(task, one)), task);
  counters = memref::AllocOp::create(
      b, MemRefType::get({ShapedType::kDynamic}, b.getIndexType()),
      mul(chunks, constant(kDigits)));
  auto forEachChunk = [&](function_ref<void(Value, Value, Value)> body) {
    buildParallel(chunks, one, [&](Value chunk) {
      Value begin = mul(chunk, task);
      Value end = min(add(begin, task), length);
      body(add(row, begin), add(row, end), chunk);
    });
  };
  Selection selection = findThreshold(chunks, forEachChunk);

  // The keys of each chunk before the threshold, and those equal to it, then
  // those of all chunks before it.
  auto getCounters = [&](Value chunk) {
    Value first = mul(chunk, constant(kDigits));
    return SmallVector<Value>{first, add(first, one)};
  };
  forEachChunk([&](Value begin, Value end, Value chunk) {
    SmallVector<Value> counts = buildFor(
        begin, end, {zero, zero},
        [&](Value i, ValueRange counts) -> SmallVector<Value> {
          Value ordered = getOrdered(i);
          auto countIf = [&](Value count, Value condition) {
            return add(count, select(condition, one, zero));
          };
          return {countIf(counts[0], less(ordered, selection.threshold)),
                  countIf(counts[1], equal(ordered, selection.threshold))};
        });
    for (auto [count, counter] : llvm::zip(counts, getCounters(chunk)))
      memref::StoreOp::create(b, count, counters, counter);
  });
  buildFor(zero, chunks, {zero, zero},
           [&](Value chunk, ValueRange before) -> SmallVector<Value> {
             SmallVector<Value> sums;
             for (auto [sum, counter] : llvm::zip(before, getCounters(chunk))) {
               Value count = memref::LoadOp::create(b, counters, counter);
               sums.push_back(add(sum, count));
               memref::StoreOp::create(b, sum, counters, counter);
             }
             return sums;
           });
  forEachChunk([&](Value begin, Value end, Value chunk) {
    SmallVector<Value> counter = getCounters(chunk);
    Value before = memref::LoadOp::create(b, counters, counter[0]);
    Value equalBefore =
        min(memref::LoadOp::create(b, counters, counter[1]), selection.equal);
    Value first = add(mul(number, selected), add(before, equalBefore));
    collect(row, begin, end,
            {selection.threshold, sub(selection.equal, equalBefore)}, first);
  });
  memref::DeallocOp::create(b, counters);
}

void TopKLoops::emit() {
  LineSizes sizes =
      getLineSizes(b, op.getLoc(), op.getInits(), op.getDimension());
  selected = sizes.length;
  length =
      getLineSizes(b, op.getLoc(), op.getInput(), op.getDimension()).length;
  Value numRows = mul(sizes.outer, sizes.inner), one = constant(1);
  Value isNotEmpty = less(constant(0), mul(numRows, selected));
  auto branch = scf::IfOp::create(b, isNotEmpty, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  input = rows.getInput(op.getInput());
  auto allocate = [&](Type type) -> Value {
    return memref::AllocOp::create(
        b, MemRefType::get({ShapedType::kDynamic}, type),
        mul(numRows, selected));
  };
  keys = allocate(op.getKeyType());
  indices = allocate(indexType);

  auto isShort = scf::IfOp::create(b, less(length, constant(kMaxRow + 1)),
                                   /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(isShort.thenYield());
    // Tasks of several rows.
    Value perTask = b.createOrFold<arith::MaxUIOp>(
        div(constant(kTaskElements),
            b.createOrFold<arith::MaxUIOp>(length, one)),
        one);
    buildParallel(numRows, perTask, [&](Value first) {
      counters = memref::AllocOp::create(
          b, MemRefType::get({kDigits}, b.getIndexType()));
      buildFor(first, min(add(first, perTask), numRows), {},
               [&](Value number, ValueRange) {
                 emitRow(number);
                 return SmallVector<Value>();
               });
      memref::DeallocOp::create(b, counters);
    });
    b.setInsertionPoint(isShort.elseYield());
    buildFor(constant(0), numRows, {}, [&](Value number, ValueRange) {
      emitLongRow(number);
      return SmallVector<Value>();
    });
  }
  auto view = [&](Value buffer) {
    return viewRows(b, op.getLoc(), buffer, numRows, selected);
  };
  auto sort =
      SortOp::create(b, TypeRange(), ValueRange{view(keys), view(indices)},
                     ValueRange{view(rows.getOutput(op.getValues())),
                                view(rows.getOutput(op.getIndices()))},
                     /*dimension=*/1);
  sort.setDescending(!op.getSmallest());
  memref::DeallocOp::create(b, keys);
  memref::DeallocOp::create(b, indices);
  rows.finish();
}

namespace {
struct ConvertTopK : OpConversionPattern<TopKOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TopKOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TopKLoops(rewriter, op).emit();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateTopKToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertTopK>(patterns.getContext());
}
