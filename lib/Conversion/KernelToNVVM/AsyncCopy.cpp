//===- AsyncCopy.cpp - Asynchronous copies --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace {

struct LowerAsyncCopy : ConvertOpToLLVMPattern<kernel::AsyncCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto sourceType = cast<MemRefType>(op.getSource().getType());
    auto destinationType = cast<MemRefType>(op.getDestination().getType());
    Value source =
        getStridedElementPtr(rewriter, loc, sourceType, adaptor.getSource(),
                             adaptor.getSourceIndices());
    Value destination = getStridedElementPtr(rewriter, loc, destinationType,
                                             adaptor.getDestination(),
                                             adaptor.getDestinationIndices());
    auto global = LLVM::LLVMPointerType::get(
        getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
    if (source.getType() != global)
      source = LLVM::AddrSpaceCastOp::create(rewriter, loc, global, source);

    Value readBytes;
    if (Value valid = adaptor.getValid()) {
      Type i32 = rewriter.getI32Type();
      if (valid.getType() != i32)
        valid = LLVM::TruncOp::create(rewriter, loc, i32, valid);
      int64_t elementBytes = sourceType.getElementTypeBitWidth() / 8;
      Value scale =
          LLVM::ConstantOp::create(rewriter, loc, i32, (int32_t)elementBytes);
      readBytes = LLVM::MulOp::create(rewriter, loc, valid, scale);
    }
    bool throughL1 =
        op.getCache() == kernel::CopyCache::l1 || op.getBytes() != 16;
    if (op.getCache() == kernel::CopyCache::streaming)
      copyStreaming(op, rewriter, destination, source, readBytes, throughL1);
    else
      NVVM::CpAsyncOp::create(rewriter, loc, destination, source, op.getBytes(),
                              throughL1 ? NVVM::LoadCacheModifierKind::CA
                                        : NVVM::LoadCacheModifierKind::CG,
                              readBytes);
    rewriter.eraseOp(op);
    return success();
  }

  /// NVVM has no copy with an L2 cache policy.
  static void copyStreaming(kernel::AsyncCopyOp op,
                            ConversionPatternRewriter &rewriter,
                            Value destination, Value source, Value readBytes,
                            bool throughL1) {
    std::string bytes = std::to_string(op.getBytes());
    std::string assembly =
        "{ .reg .b64 policy; "
        "createpolicy.fractional.L2::evict_first.b64 policy, 1.0; cp.async." +
        std::string(throughL1 ? "ca" : "cg") +
        ".shared.global.L2::cache_hint [$0], [$1], " + bytes +
        (readBytes ? ", $2" : "") + ", policy; }";
    SmallVector<Value> operands = {destination, source};
    if (readBytes)
      operands.push_back(readBytes);
    LLVM::InlineAsmOp::create(
        rewriter, op.getLoc(), TypeRange(), operands, assembly,
        readBytes ? "l,l,r,~{memory}" : "l,l,~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
  }
};

struct LowerAsyncCommit : ConvertOpToLLVMPattern<kernel::AsyncCommitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct LowerAsyncWait : ConvertOpToLLVMPattern<kernel::AsyncWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncWaitGroupOp>(op, op.getGroups());
    return success();
  }
};

struct LowerAsyncArrive : ConvertOpToLLVMPattern<kernel::AsyncArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getStridedElementPtr(
        rewriter, op.getLoc(), cast<MemRefType>(op.getBarriers().getType()),
        adaptor.getBarriers(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncMBarrierArriveOp>(op, barrier,
                                                               /*noinc=*/true);
    return success();
  }
};

} // namespace

void mlir::zyn::populateAsyncCopyPatterns(const LLVMTypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns
      .add<LowerAsyncCopy, LowerAsyncCommit, LowerAsyncWait, LowerAsyncArrive>(
          converter);
}
