//===- MemRefToRuntime.cpp - Takes buffers from the runtime ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMEMREFTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// What `zynrtAlloc` aligns to, in bytes.
constexpr uint64_t kRuntimeAlignment = 256;

struct ConvertAlloc : ConvertOpToLLVMPattern<memref::AllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!isConvertibleAndHasIdentityMaps(type))
      return rewriter.notifyMatchFailure(op, "has a layout");
    if (type.getMemorySpace())
      return rewriter.notifyMatchFailure(op, "is in a memory space");
    if (op.getAlignment().value_or(1) > kRuntimeAlignment)
      return rewriter.notifyMatchFailure(op,
                                         "is aligned to more than 256 bytes");

    Location loc = op.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    if (!type.hasStaticShape())
      bytes = checkedBytes(rewriter, loc, type, sizes);
    FailureOr<LLVM::LLVMFuncOp> alloc = LLVM::lookupOrCreateFn(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtAlloc",
        rewriter.getI64Type(), getPtrType());
    if (failed(alloc))
      return failure();
    Value pointer =
        LLVM::CallOp::create(rewriter, loc, *alloc, bytes).getResult();
    Value descriptor = createMemRefDescriptor(loc, type, pointer, pointer,
                                              sizes, strides, rewriter);
    rewriter.replaceOp(op, descriptor);
    return success();
  }

private:
  /// The product of the sizes in bytes, or more than any memory holds where it
  /// does not fit into 64 bits: the runtime refuses that.
  Value checkedBytes(ConversionPatternRewriter &builder, Location loc,
                     MemRefType type, ArrayRef<Value> sizes) const {
    Value bytes = getSizeInBytes(loc, type.getElementType(), builder);
    Type i64 = bytes.getType(), i1 = builder.getI1Type();
    auto pair = LLVM::LLVMStructType::getLiteral(getContext(), {i64, i1});
    Value most = LLVM::ConstantOp::create(
        builder, loc, i64,
        builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max()));
    for (Value size : sizes) {
      Value product =
          LLVM::UMulWithOverflowOp::create(builder, loc, pair, bytes, size);
      Value wraps = LLVM::ExtractValueOp::create(builder, loc, product, 1);
      Value fits = LLVM::ExtractValueOp::create(builder, loc, product, 0);
      bytes = LLVM::SelectOp::create(builder, loc, wraps, most, fits);
    }
    return bytes;
  }
};

struct ConvertDealloc : ConvertOpToLLVMPattern<memref::DeallocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    FailureOr<LLVM::LLVMFuncOp> free =
        LLVM::lookupOrCreateFn(rewriter, op->getParentOfType<ModuleOp>(),
                               "zynrtFree", getPtrType(), getVoidType());
    if (failed(free))
      return failure();
    Value pointer;
    if (isa<UnrankedMemRefType>(op.getMemref().getType())) {
      UnrankedMemRefDescriptor descriptor(adaptor.getMemref());
      pointer = UnrankedMemRefDescriptor::allocatedPtr(
          rewriter, loc, descriptor.memRefDescPtr(rewriter, loc),
          LLVM::LLVMPointerType::get(rewriter.getContext()));
    } else {
      pointer =
          MemRefDescriptor(adaptor.getMemref()).allocatedPtr(rewriter, loc);
    }
    LLVM::CallOp::create(rewriter, loc, *free, pointer);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertMemRefToRuntime
    : mlir::zyn::impl::ConvertMemRefToRuntimeBase<ConvertMemRefToRuntime> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertAlloc, ConvertDealloc>(converter);
    ConversionTarget target(getContext());
    target.addIllegalOp<memref::AllocOp, memref::DeallocOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
