//===- WarpOps.cpp - Collectives of a warp --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

static LogicalResult verifyMask(Operation *op, Value mask) {
  if (mask && matchPattern(mask, m_Zero()))
    return op->emitOpError(
        "expected a mask with the thread's own bit, found 0");
  return success();
}

/// Returns whether `type` is an integer or float of `least` to 64 bits.
static bool isScalarOfBits(Type type, unsigned least) {
  if (!type.isSignlessInteger() && !isa<FloatType>(type))
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits >= least && bits <= 64 && llvm::isPowerOf2_32(bits);
}

LogicalResult ShuffleOp::verify() {
  Type type = getValue().getType();
  auto vector = dyn_cast<VectorType>(type);
  Type element = vector ? vector.getElementType() : type;
  if (!isScalarOfBits(element, 8))
    return emitOpError("expected integers or floats of 8, 16, 32 or 64 bits, "
                       "found ")
           << type
           << (element.isInteger(1) ? "; kernel.vote exchanges booleans" : "");
  if (vector) {
    int64_t bits = vector.getNumElements() * vector.getElementTypeBitWidth();
    if (vector.getRank() != 1 || vector.isScalable() ||
        (bits != 8 && bits != 16 && bits % 32 != 0))
      return emitOpError("expected a vector of one dimension and 8, 16 or a "
                         "multiple of 32 bits, found ")
             << type;
  }
  if (getWidth() < 1 || getWidth() > limits::warpSize ||
      !llvm::isPowerOf2_32(getWidth()))
    return emitOpError("expected a width that is a power of two from 1 to ")
           << limits::warpSize << ", found " << getWidth();
  return verifyMask(*this, getMask());
}

LogicalResult VoteOp::verify() { return verifyMask(*this, getMask()); }

LogicalResult VoteOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  types.push_back(IntegerType::get(
      context, adaptor.getKind() == VoteKind::ballot ? limits::warpSize : 1));
  return success();
}

LogicalResult MatchOp::verify() {
  if (!isScalarOfBits(getValue().getType(), 32))
    return emitOpError("expected an integer or float of 32 or 64 bits, found ")
           << getValue().getType();
  return verifyMask(*this, getMask());
}

LogicalResult MatchOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  types.push_back(IntegerType::get(context, limits::warpSize));
  if (adaptor.getKind() == MatchKind::all)
    types.push_back(IntegerType::get(context, 1));
  return success();
}

LogicalResult WarpReduceOp::verify() {
  Type type = getValue().getType();
  bool isInteger = type.isSignlessInteger(32) || type.isSignlessInteger(64);
  bool isFloat = type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  if (!isInteger && !isFloat)
    return emitOpError("expected i32, i64, f16, bf16, f32 or f64, found ")
           << type;
  if (isFloat && getKind() != ReduceKind::add && getKind() != ReduceKind::min &&
      getKind() != ReduceKind::max)
    return emitOpError("expected add, min or max for ")
           << type << ", found " << stringifyReduceKind(getKind());
  if (getMask() && !type.isInteger(32))
    return emitOpError("expected a mask for i32 only, found ")
           << type << "; use a neutral value in lanes that do not participate";
  return verifyMask(*this, getMask());
}

TargetRequirement WarpReduceOp::getTargetRequirement() {
  return {getValue().getType().isInteger(32) ? 80 : 70, 70};
}

LogicalResult ElectOp::verify() { return verifyMask(*this, getMask()); }
