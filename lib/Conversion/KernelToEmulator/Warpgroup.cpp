//===- Warpgroup.cpp - Matmuls of a warpgroup -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorCores.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

struct LowerWgmmaCompute : EmulatorPattern<kernel::WgmmaComputeOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaComputeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const LLVMTypeConverter &converter = *getTypeConverter();
    kernel::FragmentType sum = op.getAccumulator().getType();
    bool inRegisters = op.getFragmentA() != nullptr;
    auto tileB = op.getTileB();
    auto tileA =
        inRegisters ? kernel::WgmmaComputeOp::Tile{0, false, 0} : op.getTileA();
    zynemu_mma fields = {};
    fields.rows = sum.getRows();
    fields.columns = sum.getColumns();
    fields.depth = op.getK();
    fields.element_a = getElementNumber(op.getElementA(), op.getUnsignedA());
    fields.element_b = getElementNumber(op.getElementB(), op.getUnsignedB());
    fields.element_c = getElementNumber(sum.getElementType());
    fields.saturates = op.getSaturate();
    fields.negates_a = op.getNegateA();
    fields.negates_b = op.getNegateB();
    fields.a_in_registers = inRegisters;
    fields.swizzle_a = tileA.swizzle;
    fields.is_mn_major_a = tileA.isMNMajor;
    fields.panel_stride_a = tileA.panelStride;
    fields.swizzle_b = tileB.swizzle;
    fields.is_mn_major_b = tileB.isMNMajor;
    fields.panel_stride_b = tileB.panelStride;
    Value mma = getMmaRecord(b, op, fields);
    Value a = inRegisters
                  ? spillToStack(b, op, adaptor.getA())
                  : getElementAddress(converter, rewriter, op.getLoc(),
                                      cast<MemRefType>(op.getA().getType()),
                                      adaptor.getA(), adaptor.getAIndices());
    Value addressB = getElementAddress(converter, rewriter, op.getLoc(),
                                       cast<MemRefType>(op.getB().getType()),
                                       adaptor.getB(), adaptor.getBIndices());
    Type i64 = b.getI64Type();
    Value accumulates =
        adaptor.getAccumulate()
            ? LLVM::ZExtOp::create(b, i64, adaptor.getAccumulate()).getResult()
            : LLVM::ConstantOp::create(b, i64, 1).getResult();
    Value accumulator = spillToStack(b, op, adaptor.getAccumulator());
    callRuntime(b, op, "zynemuWgmmaCompute", {},
                {mma, a, addressB, accumulator, accumulates});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, adaptor.getAccumulator().getType(), accumulator);
    return success();
  }
};

/// Fences and waits forward their fragments.
struct LowerWgmmaFence : EmulatorPattern<kernel::WgmmaFenceOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaFenceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuWgmmaFence", {}, {});
    rewriter.replaceOp(op, adaptor.getFragments());
    return success();
  }
};

struct LowerWgmmaCommit : EmulatorPattern<kernel::WgmmaCommitOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuWgmmaCommit", {}, {});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerWgmmaWait : EmulatorPattern<kernel::WgmmaWaitOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WgmmaWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pending = LLVM::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI64Type(), op.getPending());
    callRuntime(rewriter, op, "zynemuWgmmaWait", {}, pending);
    rewriter.replaceOp(op, adaptor.getFragments());
    return success();
  }
};

struct LowerAnchor : EmulatorPattern<kernel::AnchorOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::AnchorOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerSetMaxRegisters : EmulatorPattern<kernel::SetMaxRegistersOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::SetMaxRegistersOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value registers = LLVM::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI64Type(), op.getRegisters());
    callRuntime(rewriter, op, "zynemuSetMaxRegisters", {}, registers);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateWarpgroupPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerAnchor, LowerWgmmaCompute, LowerWgmmaFence,
               LowerWgmmaCommit, LowerWgmmaWait, LowerSetMaxRegisters>(
      lowering);
}
