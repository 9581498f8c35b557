//===- SortToLinalg.cpp - Lowers sorts to loops ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short rows are sorted by insertion. Others are sorted by a radix sort with 8
// bits in each pass, starting with the lowest ones: it counts the keys of each
// digit, computes where each digit starts, and moves the elements there in
// their order. A long row is divided into chunks, which are counted and moved
// by tasks of their own.
//
//===----------------------------------------------------------------------===//

#include "InsertionSort.h"
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

/// Builds the loops of a sort.
class SortLoops {
public:
  SortLoops(OpBuilder &builder, SortOp op)
      : b(op.getLoc(), builder), op(op),
        rows(b, op.getLoc(), op.getDimension()),
        bits(op.getKeyType().getIntOrFloatBitWidth()) {}

  void emit();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value less(Value x, Value y) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, x, y);
  }
  void buildFor(Value first, Value last, function_ref<void(Value)> body);
  void buildParallel(Value count, Value step, function_ref<void(Value)> body);
  void buildIf(Value condition, function_ref<void()> buildThen,
               function_ref<void()> buildElse);

  Value getOrdered(Value key) {
    return getOrderedKey(b, op.getLoc(), key, op.getDescending());
  }
  /// Index of the counter for the digit of `key` among those from `first` on.
  Value getCounter(Value key, int64_t pass, Value first);

  void emitInsertion(Value row);
  void emitRow(Value row);
  void emitLongRow(Value row);
  void count(int64_t pass, Value begin, Value end, Value first);
  /// Turns the counts of `chunks` chunks into the positions of the digits'
  /// first elements.
  void addCounts(Value chunks);
  /// Moves elements of the row that starts at `row`.
  void move(int64_t pass, Value row, Value begin, Value end, Value first);

  /// Source and destination of a pass. The last one writes the outputs.
  ArrayRef<Value> getSource(int64_t pass) {
    return pass == 0 ? inputs : getDestination(pass - 1);
  }
  ArrayRef<Value> getDestination(int64_t pass) {
    return (numPasses() - pass) % 2 ? outputs : temporaries;
  }
  int64_t numPasses() { return bits / kDigitBits; }

  ImplicitLocOpBuilder b;
  SortOp op;
  ContiguousRows rows;
  int64_t bits;
  SmallVector<Value> inputs, outputs, temporaries;
  Value length, counters;
};

} // namespace

void SortLoops::buildFor(Value first, Value last,
                         function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, first, last, constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void SortLoops::buildParallel(Value count, Value step,
                              function_ref<void(Value)> body) {
  auto loop = scf::ParallelOp::create(b, ValueRange{constant(0)},
                                      ValueRange{count}, ValueRange{step});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVars()[0]);
}

void SortLoops::buildIf(Value condition, function_ref<void()> buildThen,
                        function_ref<void()> buildElse) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  buildThen();
  b.setInsertionPoint(branch.elseYield());
  buildElse();
}

void SortLoops::emitInsertion(Value row) {
  buildInsertionSort(
      b, inputs, outputs, row, length, [&](ValueRange elements, Value index) {
        Value key = getOrdered(elements[0]);
        return less(key,
                    getOrdered(memref::LoadOp::create(b, outputs[0], index)));
      });
}

//===----------------------------------------------------------------------===//
// Radix sort
//===----------------------------------------------------------------------===//

Value SortLoops::getCounter(Value key, int64_t pass, Value first) {
  Value ordered = getOrdered(key);
  Type type = ordered.getType();
  auto literal = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  if (pass != 0)
    ordered = arith::ShRUIOp::create(b, ordered, literal(pass * kDigitBits));
  if (bits > kDigitBits)
    ordered = arith::AndIOp::create(b, ordered, literal(kDigits - 1));
  return add(first, arith::IndexCastUIOp::create(b, b.getIndexType(), ordered));
}

void SortLoops::count(int64_t pass, Value begin, Value end, Value first) {
  Value zero = constant(0);
  buildFor(first, add(first, constant(kDigits)), [&](Value counter) {
    memref::StoreOp::create(b, zero, counters, counter);
  });
  buildFor(begin, end, [&](Value i) {
    Value key = memref::LoadOp::create(b, getSource(pass)[0], i);
    Value counter = getCounter(key, pass, first);
    Value count = memref::LoadOp::create(b, counters, counter);
    memref::StoreOp::create(b, add(count, constant(1)), counters, counter);
  });
}

void SortLoops::addCounts(Value chunks) {
  Value zero = constant(0), one = constant(1);
  auto digits = scf::ForOp::create(b, zero, constant(kDigits), one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(digits.getBody());
  auto loop =
      scf::ForOp::create(b, zero, chunks, one, digits.getRegionIterArgs());
  scf::YieldOp::create(b, loop.getResults());
  b.setInsertionPointToEnd(loop.getBody());
  Value counter = add(mul(loop.getInductionVar(), constant(kDigits)),
                      digits.getInductionVar());
  Value count = memref::LoadOp::create(b, counters, counter);
  Value before = loop.getRegionIterArg(0);
  memref::StoreOp::create(b, before, counters, counter);
  scf::YieldOp::create(b, add(before, count));
}

void SortLoops::move(int64_t pass, Value row, Value begin, Value end,
                     Value first) {
  ArrayRef<Value> source = getSource(pass), target = getDestination(pass);
  buildFor(begin, end, [&](Value i) {
    Value key = memref::LoadOp::create(b, source[0], i);
    Value counter = getCounter(key, pass, first);
    Value position = memref::LoadOp::create(b, counters, counter);
    memref::StoreOp::create(b, add(position, constant(1)), counters, counter);
    Value index = add(row, position);
    memref::StoreOp::create(b, key, target[0], index);
    for (auto [from, to] :
         llvm::zip(source.drop_front(), target.drop_front())) {
      Value value = memref::LoadOp::create(b, from, i);
      memref::StoreOp::create(b, value, to, index);
    }
  });
}

void SortLoops::emitRow(Value row) {
  Value zero = constant(0), end = add(row, length);
  for (int64_t pass = 0; pass < numPasses(); ++pass) {
    count(pass, row, end, zero);
    addCounts(constant(1));
    move(pass, row, row, end, zero);
  }
}

void SortLoops::emitLongRow(Value row) {
  Value one = constant(1), task = constant(kTaskElements);
  Value chunks = div(add(length, sub(task, one)), task);
  auto allocate = [&] {
    counters = memref::AllocOp::create(
        b, MemRefType::get({ShapedType::kDynamic}, b.getIndexType()),
        mul(chunks, constant(kDigits)));
  };
  allocate();
  auto forEachChunk = [&](function_ref<void(Value, Value, Value)> body) {
    buildParallel(chunks, one, [&](Value chunk) {
      Value begin = mul(chunk, task);
      Value end = min(add(begin, task), length);
      body(add(row, begin), add(row, end), mul(chunk, constant(kDigits)));
    });
  };
  for (int64_t pass = 0; pass < numPasses(); ++pass) {
    forEachChunk([&](Value begin, Value end, Value first) {
      count(pass, begin, end, first);
    });
    addCounts(chunks);
    forEachChunk([&](Value begin, Value end, Value first) {
      move(pass, row, begin, end, first);
    });
  }
  memref::DeallocOp::create(b, counters);
}

void SortLoops::emit() {
  LineSizes sizes =
      getLineSizes(b, op.getLoc(), op->getOperands(), op.getDimension());
  length = sizes.length;
  Value numRows = mul(sizes.outer, sizes.inner), zero = constant(0),
        one = constant(1);
  Value total = mul(numRows, length);
  for (Value input : op.getInputs())
    inputs.push_back(rows.getInput(input));
  for (Value output : op.getInits())
    outputs.push_back(rows.getOutput(output));

  // Tasks of several rows.
  Value perTask = b.createOrFold<arith::MaxUIOp>(
      div(constant(kTaskElements), b.createOrFold<arith::MaxUIOp>(length, one)),
      one);
  auto forEachRow = [&](function_ref<void()> start,
                        function_ref<void(Value)> body,
                        function_ref<void()> end) {
    buildParallel(numRows, perTask, [&](Value first) {
      start();
      buildFor(first, min(add(first, perTask), numRows),
               [&](Value row) { body(mul(row, length)); });
      end();
    });
  };
  auto isAtMost = [&](int64_t size) {
    return less(length, constant(size + 1));
  };
  buildIf(
      isAtMost(kMaxInsertion),
      [&] { forEachRow([] {}, [&](Value row) { emitInsertion(row); }, [] {}); },
      [&] {
        for (Value output : op.getInits())
          temporaries.push_back(memref::AllocOp::create(
              b,
              MemRefType::get({ShapedType::kDynamic},
                              getBufferType(output).getElementType()),
              total));
        buildIf(
            isAtMost(kMaxRow),
            [&] {
              forEachRow(
                  [&] {
                    counters = memref::AllocOp::create(
                        b, MemRefType::get({kDigits}, b.getIndexType()));
                  },
                  [&](Value row) { emitRow(row); },
                  [&] { memref::DeallocOp::create(b, counters); });
            },
            [&] {
              buildFor(zero, numRows,
                       [&](Value row) { emitLongRow(mul(row, length)); });
            });
        for (Value temporary : temporaries)
          memref::DeallocOp::create(b, temporary);
      });
  rows.finish();
}

namespace {
struct ConvertSort : OpConversionPattern<SortOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SortOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getComparator().empty())
      SortLoops(rewriter, op).emit();
    else
      lowerMergeSort(rewriter, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateSortToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSort>(patterns.getContext());
}
