//===- CallPattern.h - Ops that become one call -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOEMULATOR_CALLPATTERN_H
#define ZYN_LIB_CONVERSION_KERNELTOEMULATOR_CALLPATTERN_H

#include "EmulatorLowering.h"

namespace mlir::zyn::emulator {

/// Base class of patterns for ops that become one call to the runtime.
template <typename OpTy>
struct CallPattern : EmulatorPattern<OpTy> {
  using EmulatorPattern<OpTy>::EmulatorPattern;

protected:
  Value constant(ConversionPatternRewriter &rewriter, OpTy op, unsigned bits,
                 int64_t value) const {
    return LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                    rewriter.getIntegerType(bits), value);
  }

  /// Returns the address of an element, unchecked: the runtime's functions for
  /// these ops report their accesses to the checker themselves.
  Value address(ConversionPatternRewriter &rewriter, OpTy op, Value memref,
                Value descriptor, ValueRange indices) const {
    return getElementAddress(*this->getTypeConverter(), rewriter, op.getLoc(),
                             cast<MemRefType>(memref.getType()), descriptor,
                             indices);
  }

  LogicalResult replaceWithCall(ConversionPatternRewriter &rewriter, OpTy op,
                                StringRef function, ValueRange operands) const {
    callRuntime(rewriter, op, function, {}, operands);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Base class of patterns for ops on an mbarrier.
template <typename OpTy>
struct MBarrierPattern : CallPattern<OpTy> {
  using CallPattern<OpTy>::CallPattern;

protected:
  Value barrier(ConversionPatternRewriter &rewriter, OpTy op,
                typename OpTy::Adaptor adaptor) const {
    return this->address(rewriter, op, op.getBarriers(), adaptor.getBarriers(),
                         adaptor.getIndices());
  }
};

/// Lowers ops whose only operand is the mbarrier.
template <typename OpTy>
struct LowerToMBarrierCall : MBarrierPattern<OpTy> {
  LowerToMBarrierCall(const Lowering &lowering, StringRef function)
      : MBarrierPattern<OpTy>(lowering), function(function) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->replaceWithCall(rewriter, op, function,
                                 this->barrier(rewriter, op, adaptor));
  }

  StringRef function;
};

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_CALLPATTERN_H
