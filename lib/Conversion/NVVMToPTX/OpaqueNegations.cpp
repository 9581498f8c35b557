//===- OpaqueNegations.cpp - Hides negations from ptxas -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpaqueNegations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
enum class Extremum { None, Max, Min };

using ValueSet = SmallPtrSet<const Value *, 16>;
} // namespace

static Extremum getExtremum(Value &value) {
  if (value.getType()->getScalarSizeInBits() > 32)
    return Extremum::None;
  // These also match a comparison with a select.
  if (match(&value, m_SMax(m_Value(), m_Value())))
    return Extremum::Max;
  if (match(&value, m_SMin(m_Value(), m_Value())))
    return Extremum::Min;
  return Extremum::None;
}

/// Whether ptxas may find an operand of the value in its result: ptxas unrolls
/// loops, replaces branches with selects, and removes conversions.
static bool isMove(const Value *value) {
  return isa<PHINode, SelectInst, CastInst, FreezeInst, InsertElementInst,
             ExtractElementInst, ShuffleVectorInst, InsertValueInst,
             ExtractValueInst>(value);
}

/// Returns the operands of the instructions, and the values that are moved to
/// these operands.
static ValueSet getOperands(ArrayRef<const Instruction *> users) {
  ValueSet operands;
  SmallVector<const User *> pending(users.begin(), users.end());
  while (!pending.empty())
    for (const Value *operand : pending.pop_back_val()->operands())
      if (operands.insert(operand).second && isMove(operand))
        pending.push_back(cast<User>(operand));
  return operands;
}

/// Returns the operands of all max if one of them is an operand of another, and
/// likewise for min. Code generation moves constants outward, from
/// max(max(x, c), y) to max(max(x, y), c): any operand may come to be one of an
/// inner max.
static ValueSet getNestedOperands(Function &function) {
  SmallVector<const Instruction *> nested;
  for (Extremum kind : {Extremum::Max, Extremum::Min}) {
    SmallVector<const Instruction *> all;
    for (Instruction &instruction : instructions(function))
      if (getExtremum(instruction) == kind)
        all.push_back(&instruction);
    ValueSet operands = getOperands(all);
    if (any_of(all, [&](auto *inner) { return operands.contains(inner); }))
      append_range(nested, all);
  }
  return getOperands(nested);
}

/// The number of multiplications through which a constant factor is searched.
static constexpr unsigned maxFactors = 4;

static Value *getNegated(Value &value, IRBuilder<> &builder, unsigned depth);

/// If code generation makes the instruction a negation, returns the value that
/// is negated, which it may create before the instruction, otherwise null.
static Value *getNegated(Instruction &instruction, IRBuilder<> &builder,
                         unsigned depth = 0) {
  Type *type = instruction.getType();
  unsigned width = type->getScalarSizeInBits();
  Value *x;
  const APInt *factor;
  if (match(&instruction, m_Neg(m_Value(x))))
    return x;
  // x * -8 is -(x << 3), and x / -8 is -(x >> 3) after rounding towards 0.
  if (match(&instruction, m_Mul(m_Value(x), m_NegatedPower2(factor))))
    return builder.CreateMul(x, ConstantInt::get(type, -*factor));
  if (match(&instruction, m_SDiv(m_Value(x), m_NegatedPower2(factor))) &&
      !factor->isMinSignedValue())
    return builder.CreateSDiv(x, ConstantInt::get(type, -*factor));
  // The extension of the lowest bit is -(x & 1).
  if (match(&instruction, m_SExt(m_Value(x))) &&
      x->getType()->isIntOrIntVectorTy(1))
    return builder.CreateZExt(x, type);
  if (match(&instruction, m_AShr(m_Shl(m_Value(x), m_SpecificInt(width - 1)),
                                 m_SpecificInt(width - 1))))
    return builder.CreateAnd(x, ConstantInt::get(type, 1));
  // (x * -2) * y is -((x * y) << 1).
  Value *y;
  if (match(&instruction, m_Mul(m_Value(x), m_Value(y)))) {
    if (Value *negated = getNegated(*x, builder, depth + 1))
      return builder.CreateMul(negated, y);
    if (Value *negated = getNegated(*y, builder, depth + 1))
      return builder.CreateMul(x, negated);
  }
  if (match(&instruction, m_Shl(m_Value(x), m_Value(y))))
    if (Value *negated = getNegated(*x, builder, depth + 1))
      return builder.CreateShl(negated, y);
  return nullptr;
}

static Value *getNegated(Value &value, IRBuilder<> &builder, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && depth <= maxFactors
             ? getNegated(*instruction, builder, depth)
             : nullptr;
}

/// Creates ~x + 1 in assembly, for integers of at most 32 bits.
static Value *createOpaqueNegation(Value *x, IRBuilder<> &builder) {
  Type *type = x->getType();
  bool isShort = type->getIntegerBitWidth() <= 16;
  Type *registerType = isShort ? builder.getInt16Ty() : builder.getInt32Ty();
  InlineAsm *negation =
      InlineAsm::get(FunctionType::get(registerType, registerType, false),
                     isShort ? "not.b16 $0, $1;\n\tadd.s16 $0, $0, 1;"
                             : "not.b32 $0, $1;\n\tadd.s32 $0, $0, 1;",
                     isShort ? "=h,h" : "=r,r", /*hasSideEffects=*/false);
  CallInst *negated =
      builder.CreateCall(negation, builder.CreateZExt(x, registerType));
  negated->setDoesNotAccessMemory();
  negated->setDoesNotThrow();
  return builder.CreateTrunc(negated, type);
}

static Value *createOpaqueNegations(Value *x, IRBuilder<> &builder) {
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector)
    return createOpaqueNegation(x, builder);
  Value *result = PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    result = builder.CreateInsertElement(
        result,
        createOpaqueNegation(builder.CreateExtractElement(x, i), builder), i);
  return result;
}

static bool hasShortIntegers(Type *type) {
  unsigned width = type->getScalarSizeInBits();
  return type->isIntOrIntVectorTy() && !isa<ScalableVectorType>(type) &&
         width > 1 && width <= 32;
}

void mlir::zyn::makeNegationsOpaque(Function &function) {
  ValueSet operands = getNestedOperands(function);
  if (operands.empty())
    return;
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    if (!operands.contains(&instruction) ||
        !hasShortIntegers(instruction.getType()))
      continue;
    IRBuilder<> builder(&instruction);
    if (llvm::Value *x = getNegated(instruction, builder)) {
      instruction.replaceAllUsesWith(createOpaqueNegations(x, builder));
      instruction.eraseFromParent();
    }
  }
}
