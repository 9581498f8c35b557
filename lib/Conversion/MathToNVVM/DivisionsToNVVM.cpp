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
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTDIVISIONSTONVVM
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using mlir::zyn::FloatBuilder;

/// Divisions that share a branch: their operands are in registers at once.
static constexpr size_t kMaxGroup = 8;

// Between these bounds, reciprocals and quotients are normal numbers, and
// remainders are exact, though they may be subnormal. A divisor has no upper
// bound, and may be infinite, as that of a sigmoid. Quotients are `kScale`
// times as large as they will be, so that no reciprocal is subnormal.
static constexpr double kScale = 0x1p4;
static constexpr double kMaxDividend = 0x1p60, kMinDividend = 0x1p-100;
static constexpr double kMinDivisor = 0x1p-60;
static constexpr double kMinScaledQuotient = 0x1p-121;

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

/// Whether `op` is rounded to the nearest number of f32, as IEEE 754 specifies,
/// and does not become a product.
static bool isRounded(arith::DivFOp op) {
  constexpr auto inexact =
      arith::FastMathFlags::arcp | arith::FastMathFlags::afn;
  APFloat divisor(0.0f);
  return op.getType().isF32() &&
         !arith::bitEnumContainsAny(op.getFastmath(), inexact) &&
         !(matchPattern(op.getRhs(), m_ConstantFloat(&divisor)) &&
           divisor.getExactInverse(nullptr));
}

BlockDivisions::BlockDivisions(Block &block) {
  for (auto [position, op] : llvm::enumerate(block)) {
    positions[&op] = position;
    if (auto division = dyn_cast<arith::DivFOp>(op);
        division && isRounded(division))
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
      // Such divisions in between are in the group.
      auto division = dyn_cast<arith::DivFOp>(producer);
      if ((division && isRounded(division)) || producer->getNumRegions() != 0 ||
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

/// What the quotients of a divisor have in common.
struct Divisor {
  Value scaled, reciprocal;
};

/// Scales `y`, and computes the reciprocal up to the last bit.
static Divisor buildDivisor(ImplicitLocOpBuilder &b, FloatBuilder &f, Value y) {
  Value scaled = f.mul(y, 1 / kScale);
  Value approximate =
      LLVM::CallIntrinsicOp::create(
          b, y.getType(), b.getStringAttr("llvm.nvvm.rcp.approx.ftz.f"), scaled)
          .getResult(0);
  // The reciprocal of infinity is 0, but their product is NaN. arith.minnumf
  // would become comparisons.
  Value greatest = f.constant(std::numeric_limits<float>::max());
  scaled = LLVM::MinNumOp::create(b, scaled, greatest);
  scaled = LLVM::MaxNumOp::create(b, scaled, f.neg(greatest));
  Value error = f.fma(f.neg(scaled), approximate, f.constant(1));
  return {scaled, f.fma(approximate, error, approximate)};
}

/// Builds what ptxas (13.0, sm_90a) expands a division to if no number is tiny
/// or huge: a correction of `quotient`, which also gives a zero its sign.
static Value correctQuotient(FloatBuilder &f, Value x, const Divisor &y,
                             Value quotient) {
  Value remainder = f.fma(f.neg(y.scaled), quotient, x);
  return f.copySign(f.fma(y.reciprocal, remainder, quotient), quotient);
}

/// Combines all `values` by the op.
template <typename OpTy>
static Value combine(ImplicitLocOpBuilder &b, ArrayRef<Value> values) {
  Value result = values.front();
  for (Value value : values.drop_front())
    result = OpTy::create(b, result, value);
  return result;
}

/// Returns whether quotients of these numbers are exact. Those with a NaN,
/// which maxima and minima omit, are NaN in either way.
static Value buildCheck(ImplicitLocOpBuilder &b, FloatBuilder &f,
                        ArrayRef<Value> dividends, ArrayRef<Value> divisors,
                        ArrayRef<Value> quotients) {
  auto getMagnitudes = [&](ArrayRef<Value> numbers) {
    return llvm::map_to_vector(numbers,
                               [&](Value number) { return f.abs(number); });
  };
  // Without the sign, and minus 1, the bits of 0 are the greatest integer.
  auto getOrder = [&](Value number) -> Value {
    Value bits = f.toBits(number);
    return arith::AddIOp::create(b, arith::AddIOp::create(b, bits, bits),
                                 f.integer(-1));
  };
  auto areZeroOrAtLeast = [&](ArrayRef<Value> numbers, double bound) -> Value {
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::uge,
        combine<arith::MinUIOp>(b, llvm::map_to_vector(numbers, getOrder)),
        getOrder(f.constant(bound)));
  };
  return combine<arith::AndIOp>(
      b, {f.compare(arith::CmpFPredicate::OLE,
                    combine<LLVM::MaxNumOp>(b, getMagnitudes(dividends)),
                    f.constant(kMaxDividend)),
          areZeroOrAtLeast(dividends, kMinDividend),
          f.compare(arith::CmpFPredicate::OGE,
                    combine<LLVM::MinNumOp>(b, getMagnitudes(divisors)),
                    f.constant(kMinDivisor)),
          areZeroOrAtLeast(quotients, kMinScaledQuotient)});
}

void BlockDivisions::expand(ArrayRef<arith::DivFOp> group) {
  arith::DivFOp first = group.front();
  ImplicitLocOpBuilder b(first.getLoc(), first);
  FloatBuilder f(b, first.getType());
  // Divisors may be shared, such as the sum of a softmax.
  llvm::MapVector<Value, Divisor> divisors;
  SmallVector<Value> dividends, approximate, results;
  for (arith::DivFOp op : group) {
    Value x = op.getLhs(), y = op.getRhs();
    auto [found, isNew] = divisors.insert({y, Divisor()});
    if (isNew)
      found->second = buildDivisor(b, f, y);
    Value quotient = f.mul(x, found->second.reciprocal);
    dividends.push_back(x);
    approximate.push_back(quotient);
    results.push_back(
        f.mul(correctQuotient(f, x, found->second, quotient), 1 / kScale));
  }
  SmallVector<Value> original =
      llvm::to_vector(llvm::make_first_range(divisors));
  Value isExact = buildCheck(b, f, dividends, original, approximate);
  auto choice = scf::IfOp::create(b, TypeRange(ValueRange(results)), isExact,
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, results);
  b.setInsertionPointToStart(choice.elseBlock());
  SmallVector<Value> divided;
  for (arith::DivFOp op : group)
    divided.push_back(b.clone(*op)->getResult(0));
  scf::YieldOp::create(b, divided);
  for (auto [division, quotient] :
       llvm::zip_equal(group, choice.getResults())) {
    Operation *op = division;
    op->replaceAllUsesWith(ValueRange(quotient));
    positions.erase(op);
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
