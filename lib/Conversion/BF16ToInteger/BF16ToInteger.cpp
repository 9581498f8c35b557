//===- BF16ToInteger.cpp - Represents bf16 as integers on the host --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's x86 backend keeps a bf16 in a register as an f32, so loading and
// storing one changes the bits of a signaling NaN. On processors with
// vcvtneps2bf16, which ignores how denormals are to be treated, it also flushes
// denormals to zero. This pass represents a bf16 as an i16 instead, and extends
// it to f32 only for arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTBF16TOINTEGER
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// Returns `like` with another element type.
static Type withElement(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

/// Returns a constant with `value` in each element of `type`, an integer or a
/// vector of integers.
static Value splat(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  Attribute attribute = b.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = DenseElementsAttr::get(vector, attribute);
  return LLVM::ConstantOp::create(b, type, cast<TypedAttr>(attribute));
}

/// Extends a bf16 to f32, which is exact.
static Value toF32(ImplicitLocOpBuilder &b, Value value) {
  Type i16 = withElement(value.getType(), b.getI16Type());
  Type i32 = withElement(value.getType(), b.getI32Type());
  Value bits = LLVM::BitcastOp::create(b, i16, value);
  Value wide = LLVM::ZExtOp::create(b, i32, bits);
  Value shifted = LLVM::ShlOp::create(b, wide, splat(b, i32, 16));
  return LLVM::BitcastOp::create(
      b, withElement(value.getType(), b.getF32Type()), shifted);
}

/// Rounds to nearest, ties to even. A NaN keeps its sign and upper bits and
/// becomes quiet.
static Value fromF32(ImplicitLocOpBuilder &b, Value value) {
  Type i16 = withElement(value.getType(), b.getI16Type());
  Type i32 = withElement(value.getType(), b.getI32Type());
  Value bits = LLVM::BitcastOp::create(b, i32, value);
  Value upper = LLVM::LShrOp::create(b, bits, splat(b, i32, 16));
  Value isOdd = LLVM::AndOp::create(b, upper, splat(b, i32, 1));
  Value bias = LLVM::AddOp::create(b, isOdd, splat(b, i32, 0x7fff));
  Value sum = LLVM::AddOp::create(b, bits, bias);
  Value rounded = LLVM::LShrOp::create(b, sum, splat(b, i32, 16));
  Value quiet = LLVM::OrOp::create(b, upper, splat(b, i32, 0x40));
  Value isNaN = LLVM::FCmpOp::create(b, LLVM::FCmpPredicate::uno, value, value);
  Value result = LLVM::SelectOp::create(b, isNaN, quiet, rounded);
  return LLVM::BitcastOp::create(b,
                                 withElement(value.getType(), b.getBF16Type()),
                                 LLVM::TruncOp::create(b, i16, result));
}

/// Rounds to odd first, which makes the result of rounding twice the same as
/// that of rounding once: S. Boldo and G. Melquiond, "Emulation of a FMA and
/// Correctly Rounded Sums", 2008.
static Value fromF64(ImplicitLocOpBuilder &b, Value value) {
  Type f32 = withElement(value.getType(), b.getF32Type());
  Type i32 = withElement(value.getType(), b.getI32Type());
  Value nearest = LLVM::FPTruncOp::create(b, f32, value);
  Value back = LLVM::FPExtOp::create(b, value.getType(), nearest);
  Value bits = LLVM::BitcastOp::create(b, i32, nearest);
  Value isRoundedAway = LLVM::FCmpOp::create(b, LLVM::FCmpPredicate::ogt,
                                             LLVM::FAbsOp::create(b, back),
                                             LLVM::FAbsOp::create(b, value));
  Value below = LLVM::SubOp::create(b, bits, splat(b, i32, 1));
  Value truncated = LLVM::SelectOp::create(b, isRoundedAway, below, bits);
  Value odd = LLVM::OrOp::create(b, truncated, splat(b, i32, 1));
  Value isInexact =
      LLVM::FCmpOp::create(b, LLVM::FCmpPredicate::one, back, value);
  Value sticky = LLVM::SelectOp::create(b, isInexact, odd, bits);
  return fromF32(b, LLVM::BitcastOp::create(b, f32, sticky));
}

static Value fromFloat(ImplicitLocOpBuilder &b, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (element.isF64())
    return fromF64(b, value);
  if (!element.isF32())
    value = LLVM::FPExtOp::create(
        b, withElement(value.getType(), b.getF32Type()), value);
  return fromF32(b, value);
}

/// Returns whether `op` computes with its operands rather than moving them.
static bool isArithmetic(Operation *op) {
  if (isa<LLVM::FPExtOp, LLVM::FPTruncOp, LLVM::FPToSIOp, LLVM::FPToUIOp,
          LLVM::SIToFPOp, LLVM::UIToFPOp>(op))
    return true;
  return isa<LLVM::FastmathFlagsInterface>(op) &&
         !isa<LLVM::SelectOp, LLVM::CallOp>(op);
}

/// Changes only the sign bit, also for NaNs.
static Value changeSign(ImplicitLocOpBuilder &b, Operation *op) {
  Value operand = op->getOperand(0);
  Type i16 = withElement(operand.getType(), b.getI16Type());
  Value bits = LLVM::BitcastOp::create(b, i16, operand);
  if (isa<LLVM::FNegOp>(op))
    bits = LLVM::XOrOp::create(b, bits, splat(b, i16, -0x8000));
  else
    bits = LLVM::AndOp::create(b, bits, splat(b, i16, 0x7fff));
  return LLVM::BitcastOp::create(b, operand.getType(), bits);
}

static Value expand(ImplicitLocOpBuilder &b, Operation *op) {
  Type type = op->getResult(0).getType();
  if (isa<LLVM::FNegOp, LLVM::FAbsOp>(op))
    return changeSign(b, op);
  if (isa<LLVM::FPTruncOp>(op))
    return fromFloat(b, op->getOperand(0));
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isBF16(operand.getType()) ? toF32(b, operand) : operand);
  if (isa<LLVM::FPExtOp>(op)) {
    if (getElementTypeOrSelf(type).isF32())
      return operands[0];
    return LLVM::FPExtOp::create(b, type, operands[0]);
  }
  // Integers of up to 32 bits are exact in f64.
  bool isFromInteger = isa<LLVM::SIToFPOp, LLVM::UIToFPOp>(op);
  Type computed = type;
  if (isBF16(type))
    computed = withElement(type, isFromInteger ? b.getF64Type()
                                               : Type(b.getF32Type()));
  Operation *copy = b.create(op->getLoc(), op->getName().getIdentifier(),
                             operands, computed, op->getAttrs());
  Value result = copy->getResult(0);
  return isBF16(type) ? fromFloat(b, result) : result;
}

static void expandArithmetic(LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isArithmetic(op) &&
        (isBF16(op->getResult(0).getType()) ||
         llvm::any_of(op->getOperandTypes(), isBF16)))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    op->replaceAllUsesWith(ValueRange(expand(b, op)));
    op->erase();
  }
}

/// Applies `replacer` to types and inherent attributes. Discardable attributes,
/// such as a signature for the tools, are left unchanged.
static void replaceTypes(Operation *root, AttrTypeReplacer &replacer) {
  root->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (!attribute.getName().strref().contains('.'))
        op->setAttr(attribute.getName(),
                    replacer.replace(attribute.getValue()));
    for (Value result : op->getResults())
      result.setType(replacer.replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(replacer.replace(argument.getType()));
  });
}

namespace {
struct ConvertBF16ToInteger
    : zyn::impl::ConvertBF16ToIntegerBase<ConvertBF16ToInteger> {
  void runOnOperation() override {
    Type i16 = IntegerType::get(&getContext(), 16);
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](BFloat16Type) { return i16; });
    replacer.addReplacement(
        [&](FloatAttr attribute) -> std::optional<Attribute> {
          if (!attribute.getType().isBF16())
            return std::nullopt;
          return IntegerAttr::get(i16, attribute.getValue().bitcastToAPInt());
        });
    replacer.addReplacement(
        [&](DenseElementsAttr attribute)
            -> std::optional<std::pair<Attribute, WalkResult>> {
          if (!attribute.getElementType().isBF16())
            return std::nullopt;
          return std::make_pair(Attribute(attribute.bitcast(i16)),
                                WalkResult::skip());
        });
    // Device code, which is in its own module, has instructions for bf16.
    for (Operation &op : *getOperation().getBody()) {
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
        expandArithmetic(function);
      if (isa<LLVM::LLVMFuncOp, LLVM::GlobalOp>(op))
        replaceTypes(&op, replacer);
    }
  }
};
} // namespace
