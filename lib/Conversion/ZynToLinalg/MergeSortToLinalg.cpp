//===- MergeSortToLinalg.cpp - Lowers sorts with comparators to loops -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of up to 32 elements are sorted by insertion, and merged in pairs until
// there is one. Tasks merge parts of these pairs, also of a single one.
//
//===----------------------------------------------------------------------===//

#include "InsertionSort.h"
#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/MergedRuns.h"
#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"
#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

/// Elements of a task, a multiple of those that are sorted by insertion.
static constexpr int64_t kTaskElements = 32768;

namespace {

/// Builds the loops of a sort with a comparator.
class MergeSortLoops {
public:
  MergeSortLoops(OpBuilder &builder, SortOp op)
      : b(op.getLoc(), builder), op(op),
        rows(b, op.getLoc(), op.getDimension()),
        compared(getComparedInputs(op)) {}

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

  /// Loads the elements that the comparator uses.
  SmallVector<Value> load(ArrayRef<Value> buffers, Value index);
  Value compare(ValueRange x, ValueRange y);
  /// Builds a loop over the parts of all rows with `size` elements. The body
  /// gets where the row starts, and the first element of the part in it.
  void forEachPart(Value size, function_ref<void(Value, Value)> body);
  /// Merges pairs of runs of `width` elements of all rows.
  void merge(ArrayRef<Value> source, ArrayRef<Value> target, Value width);

  ImplicitLocOpBuilder b;
  SortOp op;
  ContiguousRows rows;
  SmallVector<bool> compared;
  SmallVector<Value> inputs, outputs, temporaries;
  Value numRows, length;
};

} // namespace

SmallVector<Value> MergeSortLoops::load(ArrayRef<Value> buffers, Value index) {
  SmallVector<Value> elements(buffers.size());
  for (auto [element, buffer, isCompared] :
       llvm::zip(elements, buffers, compared))
    if (isCompared)
      element = memref::LoadOp::create(b, buffer, index);
  return elements;
}

Value MergeSortLoops::compare(ValueRange x, ValueRange y) {
  SmallVector<Value> arguments(x);
  llvm::append_range(arguments, y);
  return cloneOpsToLinalg(b, op.getComparator().front(), arguments)[0];
}

void MergeSortLoops::forEachPart(Value size,
                                 function_ref<void(Value, Value)> body) {
  Value zero = constant(0), one = constant(1);
  Value parts = div(add(length, sub(size, one)), size);
  Value count = mul(numRows, parts);
  Value perTask = b.createOrFold<arith::MaxUIOp>(
      div(constant(kTaskElements), min(size, length)), one);
  auto tasks =
      scf::ParallelOp::create(b, ValueRange{zero}, count, ValueRange{perTask});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(tasks.getBody());
  Value first = tasks.getInductionVars()[0];
  auto loop =
      scf::ForOp::create(b, first, min(add(first, perTask), count), one);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  body(mul(div(number, parts), length),
       mul(b.createOrFold<arith::RemUIOp>(number, parts), size));
}

void MergeSortLoops::merge(ArrayRef<Value> source, ArrayRef<Value> target,
                           Value width) {
  Value size = min(add(width, width), constant(kTaskElements));
  forEachPart(size, [&](Value row, Value first) {
    Runs runs = getRuns(b, op.getLoc(), first, width, length);
    Value diagonal = sub(first, runs.first);
    for (Value *index :
         {&runs.first, &runs.firstEnd, &runs.second, &runs.secondEnd})
      *index = add(row, *index);
    Value begin = add(row, first);
    mergeRuns(
        b, op.getLoc(), runs, diagonal, min(size, sub(length, first)),
        [&](Value x, Value y) {
          SmallVector<Value> elements = load(source, x);
          return compare(elements, load(source, y));
        },
        [&](Value from, Value number) {
          Value to = add(begin, number);
          for (auto [array, copy] : llvm::zip(source, target))
            memref::StoreOp::create(b, memref::LoadOp::create(b, array, from),
                                    copy, to);
        });
  });
}

void MergeSortLoops::emit() {
  LineSizes sizes =
      getLineSizes(b, op.getLoc(), op->getOperands(), op.getDimension());
  length = sizes.length;
  numRows = mul(sizes.outer, sizes.inner);
  Value total = mul(numRows, length);
  auto isNotEmpty =
      scf::IfOp::create(b, less(constant(0), total), /*withElseRegion=*/false);
  b.setInsertionPoint(isNotEmpty.thenYield());
  for (Value input : op.getInputs())
    inputs.push_back(rows.getInput(input));
  for (Value output : op.getInits())
    outputs.push_back(rows.getOutput(output));

  Value run = constant(kMaxInsertion);
  forEachPart(run, [&](Value row, Value first) {
    buildInsertionSort(b, inputs, outputs, add(row, first),
                       min(run, sub(length, first)),
                       [&](ValueRange elements, Value index) {
                         return compare(elements, load(outputs, index));
                       });
  });

  auto isLonger =
      scf::IfOp::create(b, less(run, length), /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(isLonger.thenYield());
    for (Value output : op.getInits())
      temporaries.push_back(memref::AllocOp::create(
          b,
          MemRefType::get({ShapedType::kDynamic},
                          getBufferType(output).getElementType()),
          total));
    // Pairs of passes, so that the outputs have the result.
    Type index = b.getIndexType();
    auto loop = scf::WhileOp::create(b, TypeRange{index}, ValueRange{run});
    {
      OpBuilder::InsertionGuard loopGuard(b);
      Block *before =
          b.createBlock(&loop.getBefore(), {}, {index}, {op.getLoc()});
      scf::ConditionOp::create(b, less(before->getArgument(0), length),
                               before->getArguments());
      Block *after =
          b.createBlock(&loop.getAfter(), {}, {index}, {op.getLoc()});
      Value width = after->getArgument(0), next = add(width, width);
      merge(outputs, temporaries, width);
      merge(temporaries, outputs, next);
      scf::YieldOp::create(b, add(next, next));
    }
    for (Value temporary : temporaries)
      memref::DeallocOp::create(b, temporary);
  }
  rows.finish();
}

void mlir::zyn::lowerMergeSort(OpBuilder &builder, SortOp op) {
  MergeSortLoops(builder, op).emit();
}
