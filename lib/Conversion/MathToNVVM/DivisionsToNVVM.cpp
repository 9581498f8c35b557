//===- DivisionsToNVVM.cpp - Divisions of f32 in groups -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas expands `div.rn.f32` to a reciprocal that two steps of Newton's method
// correct, and a branch to a function for operands or quotients that are tiny
// or huge. Across the branch, nothing overlaps: a thread with eight quotients
// waits for one after the other. Here, they share one branch.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/FloatBuilder.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTDIVISIONSTONVVM
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using mlir::zyn::FloatBuilder;

/// Divisions that share a branch: their operands are in registers at once.
static constexpr size_t kMaxGroup = 8;

/// Operands from 2^-62 to 2^62 have quotients, and remainders of these, that
/// are normal numbers.
static constexpr int kMaxExponent = 62;

namespace {

/// Groups the divisions of a block.
class BlockDivisions {
public:
  explicit BlockDivisions(Block &block);

  void expand();

private:
  /// Adds the ops between the first division of a group and `op`, from which
  /// this is computed, to `slice`. Returns whether all of them can be computed
  /// before the group.
  bool collectOperands(Operation *op, Operation *first,
                       llvm::SetVector<Operation *> &slice) const;
  void expand(ArrayRef<arith::DivFOp> group);

  SmallVector<arith::DivFOp> divisions;
  /// The positions of the ops that have not been moved.
  DenseMap<Operation *, unsigned> positions;
};

} // namespace

/// Whether `op` is rounded to the nearest number of f32, as IEEE 754 specifies.
static bool isExact(arith::DivFOp op) {
  return op.getType().isF32() && op.getFastmath() == arith::FastMathFlags::none;
}

BlockDivisions::BlockDivisions(Block &block) {
  for (auto [position, op] : llvm::enumerate(block)) {
    positions[&op] = position;
    if (auto division = dyn_cast<arith::DivFOp>(op);
        division && isExact(division))
      divisions.push_back(division);
  }
}

bool BlockDivisions::collectOperands(
    Operation *op, Operation *first,
    llvm::SetVector<Operation *> &slice) const {
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    for (Value operand : user->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      auto found = positions.find(producer);
      if (found == positions.end() || found->second < positions.at(first))
        continue;
      // Divisions in between are in the group.
      if (isa<arith::DivFOp>(producer) || producer->getNumRegions() != 0 ||
          !isPure(producer))
        return false;
      if (slice.insert(producer))
        worklist.push_back(producer);
    }
  }
  return true;
}

void BlockDivisions::expand() {
  ArrayRef<arith::DivFOp> remaining = divisions;
  while (!remaining.empty()) {
    Operation *first = remaining.front();
    size_t count = 1;
    for (; count < std::min(remaining.size(), kMaxGroup); ++count) {
      llvm::SetVector<Operation *> slice;
      if (!collectOperands(remaining[count], first, slice))
        break;
      SmallVector<Operation *> moved = slice.takeVector();
      llvm::sort(moved, [&](Operation *a, Operation *b) {
        return positions.at(a) < positions.at(b);
      });
      for (Operation *op : moved) {
        op->moveBefore(first);
        positions.erase(op);
      }
    }
    if (count > 1)
      expand(remaining.take_front(count));
    remaining = remaining.drop_front(count);
  }
}

/// Returns the reciprocal of `x`, up to the last bit.
static Value buildReciprocal(ImplicitLocOpBuilder &b, FloatBuilder &f,
                             Value x) {
  Value approximate =
      LLVM::CallIntrinsicOp::create(
          b, x.getType(), b.getStringAttr("llvm.nvvm.rcp.approx.ftz.f"), x)
          .getResult(0);
  Value error = f.fma(f.neg(x), approximate, f.constant(1));
  return f.fma(approximate, error, approximate);
}

/// Builds what ptxas (13.0, sm_90a) expands a division to if no operand is tiny
/// or huge. A quotient of -0 has the right sign, too.
static Value buildQuotient(FloatBuilder &f, Value x, Value y,
                           Value reciprocal) {
  Value quotient = f.mul(x, reciprocal);
  Value remainder = f.fma(f.neg(y), quotient, x);
  return f.copySign(f.fma(reciprocal, remainder, quotient), quotient);
}

/// Returns whether the above is exact for all divisions of `group`.
static Value buildCheck(ImplicitLocOpBuilder &b, FloatBuilder &f,
                        ArrayRef<arith::DivFOp> group) {
  double bound = std::ldexp(1.0, kMaxExponent);
  // Without the sign, and minus 1, 0 is the greatest of integers: as a
  // dividend, it is not too small.
  auto withoutZero = [&](Value bits) {
    Value twice = arith::AddIOp::create(b, bits, bits);
    return arith::AddIOp::create(b, twice, f.integer(-1)).getResult();
  };
  // Quotients with NaN are NaN in either way; these functions omit it.
  Value greatest = f.constant(1), leastDivisor = f.constant(1),
        leastDividend = withoutZero(f.toBits(f.constant(1)));
  for (arith::DivFOp op : group) {
    Value x = f.abs(op.getLhs()), y = f.abs(op.getRhs());
    greatest = arith::MaxNumFOp::create(b, greatest,
                                        arith::MaxNumFOp::create(b, x, y));
    leastDivisor = arith::MinNumFOp::create(b, leastDivisor, y);
    leastDividend = arith::MinUIOp::create(b, leastDividend,
                                           withoutZero(f.toBits(op.getLhs())));
  }
  Value isSmall =
            f.compare(arith::CmpFPredicate::OLE, greatest, f.constant(bound)),
        isLarge = f.compare(arith::CmpFPredicate::OGE, leastDivisor,
                            f.constant(1 / bound)),
        isZeroOrLarge =
            arith::CmpIOp::create(b, arith::CmpIPredicate::uge, leastDividend,
                                  withoutZero(f.toBits(f.constant(1 / bound))));
  return arith::AndIOp::create(b, arith::AndIOp::create(b, isSmall, isLarge),
                               isZeroOrLarge);
}

void BlockDivisions::expand(ArrayRef<arith::DivFOp> group) {
  arith::DivFOp first = group.front();
  ImplicitLocOpBuilder b(first.getLoc(), first);
  FloatBuilder f(b, first.getType());
  // Divisors may be shared, such as the sum of a softmax.
  DenseMap<Value, Value> reciprocals;
  SmallVector<Value> quotients;
  for (arith::DivFOp op : group) {
    Value &reciprocal = reciprocals[op.getRhs()];
    if (!reciprocal)
      reciprocal = buildReciprocal(b, f, op.getRhs());
    quotients.push_back(buildQuotient(f, op.getLhs(), op.getRhs(), reciprocal));
  }
  auto choice = scf::IfOp::create(b, TypeRange(ValueRange(quotients)),
                                  buildCheck(b, f, group),
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, quotients);
  b.setInsertionPointToStart(choice.elseBlock());
  SmallVector<Value> exact;
  for (arith::DivFOp op : group)
    exact.push_back(
        arith::DivFOp::create(b, op.getLoc(), op.getLhs(), op.getRhs()));
  scf::YieldOp::create(b, exact);
  for (auto [division, quotient] :
       llvm::zip_equal(group, choice.getResults())) {
    Operation *op = division;
    op->replaceAllUsesWith(ValueRange(quotient));
    op->erase();
  }
}

namespace {
struct ConvertDivisionsToNVVM
    : mlir::zyn::impl::ConvertDivisionsToNVVMBase<ConvertDivisionsToNVVM> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      BlockDivisions(*block).expand();
  }
};
} // namespace
