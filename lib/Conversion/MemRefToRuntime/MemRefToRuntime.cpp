//===- MemRefToRuntime.cpp - Allocates buffers through the runtime --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMEMREFTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

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
    if (op.getAlignment().value_or(1) > ZYNRT_ALIGNMENT)
      return rewriter.notifyMatchFailure(
          op, "needs a larger alignment than the runtime's");

    Location loc = op.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    if (!type.hasStaticShape())
      bytes = getCheckedBytes(rewriter, loc, type, sizes);
    auto alloc = mlir::zyn::declareRuntimeFunction<decltype(zynrtAlloc)>(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtAlloc");
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
  /// Returns the product of the sizes in bytes, or more than any memory has if
  /// it does not fit into 64 bits, which the runtime rejects.
  Value getCheckedBytes(ConversionPatternRewriter &builder, Location loc,
                        MemRefType type, ArrayRef<Value> sizes) const {
    Value bytes = getSizeInBytes(loc, type.getElementType(), builder);
    Type i64 = bytes.getType(), i1 = builder.getI1Type();
    auto pair = LLVM::LLVMStructType::getLiteral(getContext(), {i64, i1});
    Value maxBytes = LLVM::ConstantOp::create(
        builder, loc, i64,
        builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max()));
    for (Value size : sizes) {
      Value product =
          LLVM::UMulWithOverflowOp::create(builder, loc, pair, bytes, size);
      Value overflows = LLVM::ExtractValueOp::create(builder, loc, product, 1);
      Value fits = LLVM::ExtractValueOp::create(builder, loc, product, 0);
      bytes = LLVM::SelectOp::create(builder, loc, overflows, maxBytes, fits);
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
    auto free = mlir::zyn::declareRuntimeFunction<decltype(zynrtFree)>(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtFree");
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
