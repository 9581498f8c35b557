//===- MergedRuns.cpp - Merges of sorted runs -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/MergedRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

static Value less(OpBuilder &builder, Location loc, Value x, Value y) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, x,
                                             y);
}

Runs mlir::zyn::getRuns(OpBuilder &builder, Location loc, Value index,
                        Value width, Value length) {
  Value both = builder.createOrFold<arith::AddIOp>(loc, width, width);
  Value first = builder.createOrFold<arith::SubIOp>(
      loc, index, builder.createOrFold<arith::RemUIOp>(loc, index, both));
  auto getEnd = [&](Value begin) {
    return builder.createOrFold<arith::MinUIOp>(
        loc, builder.createOrFold<arith::AddIOp>(loc, begin, width), length);
  };
  Value firstEnd = getEnd(first);
  return {first, firstEnd, firstEnd, getEnd(firstEnd)};
}

Value mlir::zyn::findSplit(OpBuilder &builder, Location loc, const Runs &runs,
                           Value diagonal, ComesBefore comesBefore) {
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(builder, loc, x, y);
  };
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubIOp::create(builder, loc, x, y);
  };
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value firsts = sub(runs.firstEnd, runs.first);
  Value seconds = sub(runs.secondEnd, runs.second);
  // The diagonal minus the length of the second run, or 0.
  Value low =
      sub(diagonal, arith::MinUIOp::create(builder, loc, diagonal, seconds));
  Value high = arith::MinUIOp::create(builder, loc, diagonal, firsts);
  Type index = builder.getIndexType();
  auto loop = scf::WhileOp::create(builder, loc, TypeRange{index, index},
                                   ValueRange{low, high});
  OpBuilder::InsertionGuard guard(builder);
  Block *before =
      builder.createBlock(&loop.getBefore(), {}, {index, index}, {loc, loc});
  Value repeats =
      less(builder, loc, before->getArgument(0), before->getArgument(1));
  scf::ConditionOp::create(builder, loc, repeats, before->getArguments());
  Block *after =
      builder.createBlock(&loop.getAfter(), {}, {index, index}, {loc, loc});
  low = after->getArgument(0);
  high = after->getArgument(1);
  Value middle = arith::ShRUIOp::create(builder, loc, add(low, high), one);
  Value second = sub(add(runs.second, diagonal), add(middle, one));
  // Equal elements of the first run come first.
  Value isSecond = comesBefore(second, add(runs.first, middle));
  Value nextLow =
      arith::SelectOp::create(builder, loc, isSecond, low, add(middle, one));
  Value nextHigh =
      arith::SelectOp::create(builder, loc, isSecond, middle, high);
  scf::YieldOp::create(builder, loc, ValueRange{nextLow, nextHigh});
  return loop.getResult(0);
}

void mlir::zyn::mergeRuns(OpBuilder &builder, Location loc, const Runs &runs,
                          Value diagonal, Value count, ComesBefore comesBefore,
                          function_ref<void(Value, Value)> move) {
  Value split = findSplit(builder, loc, runs, diagonal, comesBefore);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value first = arith::AddIOp::create(builder, loc, runs.first, split);
  Value second = arith::AddIOp::create(
      builder, loc, runs.second,
      arith::SubIOp::create(builder, loc, diagonal, split));
  auto loop = scf::ForOp::create(builder, loc, zero, count, one,
                                 ValueRange{first, second});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  first = loop.getRegionIterArg(0);
  second = loop.getRegionIterArg(1);
  Value hasFirst = less(builder, loc, first, runs.firstEnd);
  Value hasSecond = less(builder, loc, second, runs.secondEnd);
  Value hasBoth = arith::AndIOp::create(builder, loc, hasFirst, hasSecond);
  auto branch = scf::IfOp::create(builder, loc, builder.getI1Type(), hasBoth,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, comesBefore(second, first));
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, hasSecond);
  builder.setInsertionPointAfter(branch);
  Value isSecond = branch.getResult(0);
  move(arith::SelectOp::create(builder, loc, isSecond, second, first),
       loop.getInductionVar());
  auto advance = [&](Value index, Value by) -> Value {
    return arith::AddIOp::create(builder, loc, index, by);
  };
  Value nextFirst = advance(
      first, arith::SelectOp::create(builder, loc, isSecond, zero, one));
  Value nextSecond = advance(
      second, arith::SelectOp::create(builder, loc, isSecond, one, zero));
  scf::YieldOp::create(builder, loc, ValueRange{nextFirst, nextSecond});
}

SmallVector<bool> mlir::zyn::getComparedInputs(SortOp op) {
  Block &body = op.getComparator().front();
  unsigned count = op.getInputs().size();
  SmallVector<bool> compared;
  for (unsigned i = 0; i < count; ++i)
    compared.push_back(!body.getArgument(i).use_empty() ||
                       !body.getArgument(count + i).use_empty());
  return compared;
}
