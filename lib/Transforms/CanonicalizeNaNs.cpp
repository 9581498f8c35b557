//===- CanonicalizeNaNs.cpp - Canonical bits of NaNs-----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>
#include <utility>

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCANONICALIZENANS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
/// Where the bits of a value come from.
enum class Origin {
  /// Nothing is known yet, or the value is a number.
  None,
  /// An operation: the bits of a NaN are not determined.
  Computed,
  /// Anything else: the bits of a NaN must be kept.
  Moved
};

/// Finds the origins of all f32 values, and canonicalizes NaNs.
class NaNs {
public:
  explicit NaNs(Operation *root) : root(root) {}
  void run();

private:
  Origin getOrigin(Value value);
  Origin joinIncoming(BlockArgument argument);
  bool update(Value value);
  bool isObserved(OpOperand &use);
  void canonicalize(Value value);

  Operation *root;
  llvm::MapVector<Value, Origin> origins;
};
} // namespace

static Origin join(Origin a, Origin b) { return std::max(a, b); }

/// Whether the op rounds, so that its result is a NaN of its own.
static bool isArithmetic(Operation *op) {
  return isa<arith::ArithFastMathInterface, LLVM::FastmathFlagsInterface>(op);
}

static bool isNumber(Value value) {
  APFloat number(0.0f);
  return matchPattern(value, m_ConstantFloat(&number)) && !number.isNaN();
}

/// Returns the values that an argument of a block can have.
Origin NaNs::joinIncoming(BlockArgument argument) {
  Block *block = argument.getOwner();
  if (block->isEntryBlock())
    return Origin::Moved;
  Origin result = Origin::None;
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    Value incoming = branch
                         ? branch.getSuccessorOperands(
                               it.getSuccessorIndex())[argument.getArgNumber()]
                         : Value();
    result = join(result, incoming ? origins.lookup(incoming) : Origin::Moved);
  }
  return result;
}

Origin NaNs::getOrigin(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return joinIncoming(argument);
  Operation *op = value.getDefiningOp();
  if (isNumber(value) || isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return Origin::None;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return join(origins.lookup(select.getTrueValue()),
                origins.lookup(select.getFalseValue()));
  return isArithmetic(op) ? Origin::Computed : Origin::Moved;
}

bool NaNs::update(Value value) {
  if (!value.getType().isF32())
    return false;
  Origin found = getOrigin(value);
  Origin &origin = origins[value];
  return std::exchange(origin, found) != found;
}

/// Whether a use of a computed value depends on the bits of a NaN.
bool NaNs::isObserved(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto select = dyn_cast<arith::SelectOp>(user))
    return origins.lookup(select.getResult()) == Origin::Moved;
  if (auto branch = dyn_cast<BranchOpInterface>(user)) {
    std::optional<BlockArgument> argument =
        branch.getSuccessorBlockArgument(use.getOperandNumber());
    return !argument || origins.lookup(*argument) == Origin::Moved;
  }
  // The conversion to f64 keeps the bits.
  if (isa<arith::ExtFOp, arith::BitcastOp>(user))
    return true;
  return !isArithmetic(user) && !isa<arith::ArithDialect>(user->getDialect());
}

void NaNs::canonicalize(Value value) {
  SmallVector<OpOperand *> observed;
  for (OpOperand &use : value.getUses())
    if (isObserved(use))
      observed.push_back(&use);
  if (observed.empty())
    return;
  OpBuilder builder(root->getContext());
  builder.setInsertionPointAfterValue(value);
  ImplicitLocOpBuilder b(value.getLoc(), builder);
  constexpr int32_t canonical = 0x7fc00000;
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value chosen = arith::SelectOp::create(
      b, isNaN, arith::ConstantOp::create(b, b.getI32IntegerAttr(canonical)),
      bits);
  Value result = arith::BitcastOp::create(b, value.getType(), chosen);
  for (OpOperand *use : observed)
    use->set(result);
}

void NaNs::run() {
  bool changes = true;
  auto updateAll = [&](ValueRange values) {
    for (Value value : values)
      changes |= update(value);
  };
  while (changes) {
    changes = false;
    root->walk([&](Block *block) {
      updateAll(block->getArguments());
      for (Operation &op : *block)
        updateAll(op.getResults());
    });
  }
  for (auto [value, origin] : origins)
    if (origin == Origin::Computed)
      canonicalize(value);
}

/// Replaces a conversion of a float to its bits with assembly. Otherwise, LLVM
/// would turn operations on the sign bit into those on floats, which change
/// NaNs of f64; it would also remove what `canonicalize` inserts, since its
/// NaNs have no bits. NVIDIA's compiler converts an f64 to an integer if only
/// the lower half of the register is stored, unless halves have been registers
/// before.
static void hideConversion(arith::BitcastOp op) {
  bool isDouble = op.getIn().getType().isF64();
  OpBuilder builder(op);
  auto bits = LLVM::InlineAsmOp::create(
      builder, op.getLoc(), TypeRange(op.getType()), ValueRange(op.getIn()),
      isDouble ? "{ .reg .b32 low, high; mov.b64 {low, high}, $1; "
                 "mov.b64 $0, {low, high}; }"
               : "mov.b32 $0, $1;",
      isDouble ? "=l,d" : "=r,f", /*has_side_effects=*/false,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
  op.replaceAllUsesWith(bits.getResult(0));
  op.erase();
}

namespace {
struct ZynCanonicalizeNaNs
    : mlir::zyn::impl::ZynCanonicalizeNaNsBase<ZynCanonicalizeNaNs> {
  void runOnOperation() override {
    NaNs(getOperation()).run();
    getOperation()->walk([](arith::BitcastOp op) {
      Type from = op.getIn().getType();
      if ((from.isF32() || from.isF64()) && isa<IntegerType>(op.getType()))
        hideConversion(op);
    });
  }
};
} // namespace
