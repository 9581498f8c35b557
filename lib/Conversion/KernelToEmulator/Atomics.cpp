//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/EmulatorABI.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Returns the number of a type: ZYNEMU_I8 and so on.
static int32_t getTypeNumber(Type type) {
  if (type.isF16())
    return ZYNEMU_F16;
  if (type.isBF16())
    return ZYNEMU_BF16;
  if (type.isF32())
    return ZYNEMU_F32;
  if (type.isF64())
    return ZYNEMU_F64;
  // Integers, and 8-bit floats, which are only moved.
  return llvm::Log2_32(type.getIntOrFloatBitWidth()) - 3;
}

static Value constant(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

/// Returns the bits of `value` in an i64.
static Value toBits(OpBuilder &builder, Location loc, Value value) {
  Type integer =
      builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
  if (value.getType() != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  if (integer.isInteger(64))
    return value;
  return LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value);
}

static Value fromBits(OpBuilder &builder, Location loc, Type type, Value bits) {
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (!integer.isInteger(64))
    bits = LLVM::TruncOp::create(builder, loc, integer, bits);
  if (type == integer)
    return bits;
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

namespace {
/// Lowers ops on one element. Their calls take the checked address, the
/// operands of the op, the type of the element, the scope and the order.
template <typename SourceOp>
struct LowerAtomicAccess : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;
  using Adaptor = typename SourceOp::Adaptor;

  LogicalResult
  matchAndRewrite(SourceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memref = cast<MemRefType>(op.getMemref().getType());
    Type element = memref.getElementType();
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    SmallVector<Value> operands = {
        this->getAddress(rewriter, op,
                         {memref, adaptor.getMemref(), adaptor.getIndices(),
                          bytes, bytes, AccessKind::Atomic})};
    StringRef function = addOperands(rewriter, op, adaptor, operands);
    operands.push_back(constant(rewriter, loc, getTypeNumber(element)));
    operands.push_back(
        constant(rewriter, loc, static_cast<int32_t>(op.getScope())));
    operands.push_back(
        constant(rewriter, loc, static_cast<int32_t>(op.getOrder())));
    if (op->getNumResults() == 0) {
      callRuntime(rewriter, op, function, {}, operands);
      rewriter.eraseOp(op);
      return success();
    }
    Value old =
        callRuntime(rewriter, op, function, rewriter.getI64Type(), operands)
            .getResult();
    Type converted =
        this->getTypeConverter()->convertType(op->getResult(0).getType());
    rewriter.replaceOp(op, fromBits(rewriter, loc, converted, old));
    return success();
  }

private:
  /// Appends the operands specific to the op and returns the function to call.
  static StringRef addOperands(OpBuilder &builder, SourceOp op, Adaptor adaptor,
                               SmallVectorImpl<Value> &operands) {
    Location loc = op.getLoc();
    if constexpr (std::is_same_v<SourceOp, kernel::AtomicOp>) {
      operands.push_back(toBits(builder, loc, adaptor.getValue()));
      operands.push_back(
          constant(builder, loc, static_cast<int32_t>(op.getKind())));
      return "zynemuAtomic";
    } else if constexpr (std::is_same_v<SourceOp, kernel::AtomicCasOp>) {
      operands.push_back(toBits(builder, loc, adaptor.getExpected()));
      operands.push_back(toBits(builder, loc, adaptor.getDesired()));
      return "zynemuAtomicCas";
    } else if constexpr (std::is_same_v<SourceOp, kernel::AtomicStoreOp>) {
      operands.push_back(toBits(builder, loc, adaptor.getValue()));
      return "zynemuAtomicStore";
    } else {
      return "zynemuAtomicLoad";
    }
  }
};

} // namespace

void mlir::zyn::emulator::populateAtomicPatterns(const Lowering &lowering,
                                                 RewritePatternSet &patterns) {
  patterns.add<LowerAtomicAccess<kernel::AtomicOp>,
               LowerAtomicAccess<kernel::AtomicCasOp>,
               LowerAtomicAccess<kernel::AtomicLoadOp>,
               LowerAtomicAccess<kernel::AtomicStoreOp>>(lowering);
}
