//===- Debug.cpp - Clocks, traps and printing -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

static Value addressOfString(OpBuilder &builder, Operation *op,
                             StringRef text) {
  return LLVM::AddressOfOp::create(
      builder, op->getLoc(),
      getString(builder, SymbolTable::getNearestSymbolTable(op), text));
}

namespace {

struct LowerPrint : EmulatorPattern<kernel::PrintOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    auto array = LLVM::LLVMArrayType::get(i64, op.getValues().size());
    Value values = createSlot(rewriter, op, array);
    std::string types;
    for (auto [i, value] : llvm::enumerate(adaptor.getValues())) {
      auto [bits, letter] =
          encode(rewriter, loc, value, op.getValues()[i].getType());
      Value element =
          LLVM::GEPOp::create(rewriter, loc, values.getType(), i64, values,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      LLVM::StoreOp::create(rewriter, loc, bits, element);
      types += letter;
    }
    callRuntime(rewriter, op, "zynemuPrint", {},
                {addressOfString(rewriter, op, op.getFormat()),
                 addressOfString(rewriter, op, types), values});
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Returns the value in 64 bits and the letter of its type.
  static std::pair<Value, char> encode(OpBuilder &b, Location loc, Value value,
                                       Type type) {
    Type i64 = b.getI64Type();
    if (isa<FloatType>(type)) {
      unsigned bits = type.getIntOrFloatBitWidth();
      if (bits < 64)
        value = LLVM::FPExtOp::create(b, loc, b.getF64Type(), value);
      return {LLVM::BitcastOp::create(b, loc, i64, value), bits == 16   ? 'h'
                                                           : bits == 32 ? 'f'
                                                                        : 'd'};
    }
    if (type.isInteger(1))
      return {LLVM::ZExtOp::create(b, loc, i64, value), 'b'};
    if (value.getType().getIntOrFloatBitWidth() < 64)
      value = LLVM::SExtOp::create(b, loc, i64, value);
    return {value, 'i'};
  }
};

/// Ends the launch with `message` unless the condition holds.
void failUnless(ConversionPatternRewriter &rewriter, Operation *op,
                Value condition, StringRef message) {
  Location loc = op->getLoc();
  Block *before = rewriter.getInsertionBlock();
  Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
  Block *failed = rewriter.createBlock(after);
  callRuntime(rewriter, op, "zynemuFail", {},
              addressOfString(rewriter, op, message));
  LLVM::UnreachableOp::create(rewriter, loc);
  rewriter.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(rewriter, loc, condition, after, failed);
}

struct LowerAssert : EmulatorPattern<kernel::AssertOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    failUnless(rewriter, op, adaptor.getCondition(), op.getMessage());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTrap : EmulatorPattern<kernel::TrapOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::TrapOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuFail", {},
                addressOfString(rewriter, op, "the kernel trapped"));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerExit : EmulatorPattern<kernel::ExitOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::ExitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuEnd", {}, {});
    rewriter.replaceOpWithNewOp<LLVM::UnreachableOp>(op);
    return success();
  }
};

/// Clocks count the thread's own steps, so they are the same in every run with
/// the same seed.
template <typename SourceOp, int64_t UnitsPerStep>
struct LowerClock : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value units = LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getI64Type(), UnitsPerStep);
    rewriter.replaceOp(op, callRuntime(rewriter, op, "zynemuClock",
                                       rewriter.getI64Type(), units)
                               .getResult());
    return success();
  }
};

struct LowerNanosleep : EmulatorPattern<kernel::NanosleepOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::NanosleepOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuSleep", {}, {});
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateDebugPatterns(const Lowering &lowering,
                                                RewritePatternSet &patterns) {
  patterns.add<LowerPrint, LowerAssert, LowerTrap, LowerExit,
               LowerClock<kernel::ClockOp, 1>,
               LowerClock<kernel::NanotimeOp, 1>, LowerNanosleep>(lowering);
}
