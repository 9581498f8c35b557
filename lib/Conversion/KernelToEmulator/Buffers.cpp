//===- Buffers.cpp - Buffers that kernels declare -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

/// The same alignment as on the GPU, where wide accesses require it.
constexpr int64_t alignment = 16;

struct ExpandLocal : OpRewritePattern<kernel::LocalOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::LocalOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<memref::AllocaOp>(
        op, cast<MemRefType>(op.getResult().getType()),
        rewriter.getI64IntegerAttr(alignment));
    return success();
  }
};

/// Turns a constant into a global of the module, which kernels may read.
struct ExpandConstant : OpRewritePattern<kernel::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto type = cast<MemRefType>(op.getResult().getType());
    SmallString<32> name("__constant_0");
    for (unsigned i = 1; module.lookupSymbol(name); ++i)
      name = "__constant_" + std::to_string(i);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      memref::GlobalOp::create(rewriter, op.getLoc(), name,
                               rewriter.getStringAttr("private"), type,
                               op.getValue(), /*constant=*/true,
                               rewriter.getI64IntegerAttr(alignment));
    }
    rewriter.replaceOpWithNewOp<memref::GetGlobalOp>(op, type, name);
    return success();
  }
};

struct LowerDynamicShared : EmulatorPattern<kernel::DynamicSharedOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::DynamicSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value start = loadFromThread(rewriter, op,
                                 LLVM::LLVMPointerType::get(op.getContext()),
                                 dynamicSharedField);
    Value begin = LLVM::GEPOp::create(
        rewriter, loc, start.getType(), rewriter.getI8Type(), start,
        ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(),
        cast<MemRefType>(op.getResult().getType()), begin);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

/// The emulator has no caches.
struct LowerPrefetch : EmulatorPattern<kernel::PrefetchOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::PrefetchOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateBufferPatterns(const Lowering &lowering,
                                                 RewritePatternSet &patterns) {
  patterns.add<LowerDynamicShared, LowerPrefetch>(lowering);
}

void mlir::zyn::emulator::populateBufferExpansions(
    RewritePatternSet &patterns) {
  patterns.add<ExpandConstant, ExpandLocal>(patterns.getContext());
}
