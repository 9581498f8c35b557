//===- HoistChecks.cpp - Run-time checks before loops ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNHOISTCHECKS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using mlir::dataflow::IntegerValueRangeLattice;

static constexpr char category[] = "zyn-hoist-checks";

static bool isCheck(Operation *op) {
  return isa<cf::AssertOp, mlir::zyn::AssertOp>(op);
}

/// Creates `value - 1`.
static Value subtractOne(OpBuilder &builder, Location loc, Value value) {
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(value.getType(), 1));
  return builder.createOrFold<arith::SubIOp>(loc, value, one);
}

/// Moves ops, which have no effects, before all loops that they do not need.
static void moveInvariant(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    for (auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
         loop && llvm::all_of(op->getOperands(),
                              [&](Value operand) {
                                return loop.isDefinedOutsideOfLoop(operand);
                              });
         loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      op->moveBefore(loop);
}

namespace {
class CheckHoister : public OpBuilder::Listener {
public:
  explicit CheckHoister(const DataFlowSolver &solver) : solver(solver) {}

  /// Moves a check before all loops that it does not need. Returns whether it
  /// was moved.
  bool hoist(Operation *check);

private:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    created.push_back(op);
  }

  bool hoistOnce(Operation *check);
  Value createForAll(OpBuilder &builder, Value condition, scf::ForOp loop);
  Value createForLast(OpBuilder &builder, arith::CmpIOp compare,
                      scf::ForOp loop);
  std::optional<ConstantIntRanges> getRange(Value value) const {
    const auto *state = solver.lookupState<IntegerValueRangeLattice>(value);
    if (!state || state->getValue().isUninitialized())
      return std::nullopt;
    return state->getValue().getValue();
  }

  const DataFlowSolver &solver;
  /// The ops of a new condition.
  SmallVector<Operation *> created;
};
} // namespace

/// Returns the comparison of the last induction variable of `loop`, if this
/// decides about all of them: if the variable, which ascends from `lower`, is
/// less than a bound that the loop does not change.
Value CheckHoister::createForLast(OpBuilder &builder, arith::CmpIOp compare,
                                  scf::ForOp loop) {
  if (compare.getLhs() != loop.getInductionVar() ||
      !loop.isDefinedOutsideOfLoop(compare.getRhs()) ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return {};
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    break;
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule: {
    // Negative values are large ones as unsigned integers.
    std::optional<ConstantIntRanges> lower = getRange(loop.getLowerBound());
    if (!lower || lower->smin().isNegative())
      return {};
    break;
  }
  default:
    return {};
  }
  Location loc = compare.getLoc();
  Value last = subtractOne(builder, loc, loop.getUpperBound());
  return arith::CmpIOp::create(builder, loc, compare.getPredicate(), last,
                               compare.getRhs());
}

/// Returns a condition that holds if `condition` does in each iteration of
/// `loop`, which has one at least, or null.
Value CheckHoister::createForAll(OpBuilder &builder, Value condition,
                                 scf::ForOp loop) {
  if (loop.isDefinedOutsideOfLoop(condition))
    return condition;
  Operation *op = condition.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op)) {
    Value left = createForAll(builder, both.getLhs(), loop);
    Value right = left ? createForAll(builder, both.getRhs(), loop) : Value();
    return right
               ? builder.createOrFold<arith::AndIOp>(op->getLoc(), left, right)
               : Value();
  }
  // As of a check that has left an inner loop.
  if (auto either = dyn_cast_or_null<arith::OrIOp>(op)) {
    Value same = either.getLhs(), other = either.getRhs();
    if (!loop.isDefinedOutsideOfLoop(same))
      std::swap(same, other);
    Value all = loop.isDefinedOutsideOfLoop(same)
                    ? createForAll(builder, other, loop)
                    : Value();
    return all ? builder.createOrFold<arith::OrIOp>(op->getLoc(), same, all)
               : Value();
  }
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op)) {
    if (loop.isDefinedOutsideOfLoop(compare.getLhs()) &&
        loop.isDefinedOutsideOfLoop(compare.getRhs()))
      return builder.clone(*op)->getResult(0);
    return createForLast(builder, compare, loop);
  }
  return {};
}

bool CheckHoister::hoistOnce(Operation *check) {
  auto loop = dyn_cast<scf::ForOp>(check->getParentOp());
  if (!loop || !llvm::all_of(check->getOperands().drop_front(), [&](Value v) {
        return loop.isDefinedOutsideOfLoop(v);
      }))
    return false;
  OpBuilder builder(loop, /*listener=*/this);
  created.clear();
  Value condition = createForAll(builder, check->getOperand(0), loop);
  if (!condition)
    return false;
  Location loc = check->getLoc();
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound()),
                         upper = getConstantIntValue(loop.getUpperBound());
  if (!lower || !upper || *lower >= *upper) {
    Value isEmpty =
        arith::CmpIOp::create(builder, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                                    : arith::CmpIPredicate::sge,
                              loop.getLowerBound(), loop.getUpperBound());
    condition = arith::OrIOp::create(builder, loc, isEmpty, condition);
  }
  check->moveBefore(loop);
  check->setOperand(0, condition);
  // So that it can be moved before further loops.
  moveInvariant(created);
  return true;
}

bool CheckHoister::hoist(Operation *check) {
  bool hasMoved = false;
  while (hoistOnce(check))
    hasMoved = true;
  return hasMoved;
}

namespace {
struct HoistChecks : mlir::zyn::impl::ZynHoistChecksBase<HoistChecks> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!mlir::zyn::isCriticalPath(function) || function.isExternal())
      return;
    SmallVector<Operation *> checks;
    function.walk([&](Operation *op) {
      if (isCheck(op))
        checks.push_back(op);
    });
    if (checks.empty())
      return;
    DataFlowSolver solver;
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(function)))
      return signalPassFailure();

    unsigned proved = 0, hoisted = 0, partlyHoisted = 0;
    SmallVector<Operation *> unproved;
    for (Operation *check : checks) {
      const auto *state =
          solver.lookupState<IntegerValueRangeLattice>(check->getOperand(0));
      if (state && !state->getValue().isUninitialized() &&
          state->getValue().getValue().umin().isOne()) {
        check->erase();
        ++proved;
      } else {
        unproved.push_back(check);
      }
    }
    CheckHoister hoister(solver);
    for (Operation *check : unproved)
      if (hoister.hoist(check))
        ++(check->getParentOfType<LoopLikeOpInterface>() ? partlyHoisted
                                                         : hoisted);
    remark::passed(function.getLoc(),
                   remark::RemarkOpts::name("HoistChecks").category(category))
        << remark::reason("{0} checks: {1} proved, {2} hoisted out of loops, "
                          "{3} out of inner loops only, {4} as they were",
                          checks.size(), proved, hoisted, partlyHoisted,
                          unproved.size() - hoisted - partlyHoisted);
  }
};
} // namespace
