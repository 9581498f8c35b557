//===- CountedLoops.cpp - Loops in chunks of iterations -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoops.h"

#include "mlir/IR/Matchers.h"

#include <iterator>

using namespace mlir;
using arith::CmpIPredicate;
using zyn::CountedLoop;

static constexpr int64_t chunkIterations = 1024;
static constexpr int64_t maxStep = 4096;

/// Whether a value that changes by `step` becomes one for which `predicate`
/// does not hold, whatever it is compared with. Otherwise it could wrap around.
static bool reachesLimit(CmpIPredicate predicate, const llvm::APInt &step) {
  switch (predicate) {
  case CmpIPredicate::ne:
    return step.abs().isPowerOf2() && step.abs().ule(maxStep);
  case CmpIPredicate::slt:
  case CmpIPredicate::ult:
    return step.isOne();
  case CmpIPredicate::sgt:
  case CmpIPredicate::ugt:
    return step.isAllOnes();
  default:
    return false;
  }
}

/// Returns what `value` adds `constant` to, or null.
static Value matchSum(Value value, llvm::APInt &constant) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return {};
  if (matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
    return sum.getLhs();
  if (matchPattern(sum.getLhs(), m_ConstantInt(&constant)))
    return sum.getRhs();
  return {};
}

/// Finds the argument of the header that `value` is, except for a constant that
/// is added, and the constant by which it changes.
bool CountedLoop::matchCounter(Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  offset = llvm::APInt::getZero(width);
  if (Value base = matchSum(value, offset))
    value = base;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != header)
    return false;
  counter = argument.getArgNumber();
  bool goesBackIfTrue = branch.getTrueDest() == header;
  Value next = goesBackIfTrue ? branch.getTrueDestOperands()[counter]
                              : branch.getFalseDestOperands()[counter];
  return matchSum(next, step) == argument;
}

std::optional<CountedLoop> CountedLoop::match(CFGLoop &loop) {
  CountedLoop result;
  result.header = loop.getHeader();
  Block *latch = loop.getLoopLatch();
  if (!latch)
    return std::nullopt;
  result.branch = dyn_cast<cf::CondBranchOp>(latch->getTerminator());
  if (!result.branch || loop.contains(result.branch.getTrueDest()) ==
                            loop.contains(result.branch.getFalseDest()))
    return std::nullopt;
  auto test = result.branch.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!test || !isa<IntegerType>(test.getLhs().getType()))
    return std::nullopt;
  bool goesBackIfTrue = result.branch.getTrueDest() == result.header;
  result.predicate = goesBackIfTrue
                         ? test.getPredicate()
                         : arith::invertPredicate(test.getPredicate());
  result.tested = test.getLhs();
  result.limit = test.getRhs();
  bool isInvariant = matchPattern(result.limit, m_Constant()) ||
                     !loop.contains(result.limit.getParentBlock());
  if (!isInvariant || !result.matchCounter(result.tested) ||
      !reachesLimit(result.predicate, result.step))
    return std::nullopt;
  return result;
}

/// Builds the limit of the iterations that follow one in whose first block the
/// counter is `first`: the loop's, or one that is nearer.
Value CountedLoop::buildLimit(OpBuilder &builder, Value first) {
  Location loc = branch.getLoc();
  Type type = first.getType();
  auto constant = [&](const llvm::APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto compare = [&](CmpIPredicate relation, Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, relation, a, b);
  };
  auto both = [&](Value a, Value b) -> Value {
    return arith::AndIOp::create(builder, loc, a, b);
  };
  Value last = limit;
  // A constant may be defined in the loop.
  llvm::APInt value;
  if (matchPattern(limit, m_ConstantInt(&value)))
    last = constant(value);
  unsigned width = step.getBitWidth();
  llvm::APInt chunk = step * llvm::APInt(width, chunkIterations);
  if (!offset.isZero())
    first = arith::AddIOp::create(builder, loc, first, constant(offset));
  bool goesUp = step.isStrictlyPositive();
  Value distance = goesUp ? arith::SubIOp::create(builder, loc, last, first)
                          : arith::SubIOp::create(builder, loc, first, last);
  Value isFar = compare(CmpIPredicate::ugt, distance, constant(chunk.abs()));
  if (predicate != CmpIPredicate::ne) {
    // Otherwise the distance is that around all numbers.
    isFar = both(isFar, compare(predicate, first, last));
  } else if (!step.abs().isOne()) {
    // A limit that is missed is never near.
    Value rest = both(distance, constant(step.abs() - 1));
    isFar = arith::OrIOp::create(
        builder, loc, isFar,
        compare(CmpIPredicate::ne, rest, constant(llvm::APInt(width, 0))));
  }
  Value nearer = arith::AddIOp::create(builder, loc, first, constant(chunk));
  return arith::SelectOp::create(builder, loc, isFar, nearer, last);
}

Block *CountedLoop::splitIterations() {
  Location loc = branch.getLoc();
  OpBuilder builder(branch->getContext());
  SmallVector<Location> locs(header->getNumArguments(), loc);
  Block *outer = builder.createBlock(header, header->getArgumentTypes(), locs);
  bool goesBackIfTrue = branch.getTrueDest() == header;
  Block *latch = branch->getBlock();
  for (BlockOperand &use : llvm::make_early_inc_range(header->getUses()))
    if (use.getOwner() != branch)
      use.set(outer);
  Value next = buildLimit(builder, outer->getArgument(counter));
  cf::BranchOp::create(builder, loc, header, outer->getArguments());

  // The end of these iterations, which may be that of the loop.
  Block *end =
      builder.createBlock(latch->getParent(), std::next(latch->getIterator()));
  builder.setInsertionPoint(branch);
  Value goesOn = arith::CmpIOp::create(builder, loc, predicate, tested, next);
  cf::CondBranchOp::create(builder, loc, goesOn, header,
                           goesBackIfTrue ? branch.getTrueDestOperands()
                                          : branch.getFalseDestOperands(),
                           end, ValueRange());
  branch->setSuccessor(outer, goesBackIfTrue ? 0 : 1);
  branch->moveBefore(end, end->end());
  return outer;
}
