//===- KernelToRuntime.cpp - Lowers the kernel dialect in host code -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/CABI.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

#include <cstddef>

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTKERNELTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

zynrt_tensor_element getElementCode(Type type) {
  if (type.isTF32())
    return ZYNRT_TENSOR_TF32;
  if (type.isF16())
    return ZYNRT_TENSOR_F16;
  if (type.isBF16())
    return ZYNRT_TENSOR_BF16;
  if (type.isF32())
    return ZYNRT_TENSOR_F32;
  if (type.isF64())
    return ZYNRT_TENSOR_F64;
  switch (type.getIntOrFloatBitWidth()) {
  case 16:
    return ZYNRT_TENSOR_U16;
  case 32:
    return ZYNRT_TENSOR_I32;
  case 64:
    return ZYNRT_TENSOR_I64;
  default:
    return ZYNRT_TENSOR_U8;
  }
}

/// Allocates memory on the stack in the entry block of the function, so that
/// loops do not grow the stack. An alignment of 0 is that of the type.
Value allocateInEntry(OpBuilder &builder, Operation *op, Type type,
                      unsigned alignment = 0) {
  OpBuilder::InsertionGuard guard(builder);
  auto function = op->getParentOfType<FunctionOpInterface>();
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  Location loc = op->getLoc();
  Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
  return LLVM::AllocaOp::create(builder, loc,
                                LLVM::LLVMPointerType::get(op->getContext()),
                                type, one, alignment);
}

struct ConvertEncode : ConvertOpToLLVMPattern<kernel::TensorMapEncodeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TensorMapEncodeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), ptr = getPtrType();
    auto description = LLVM::LLVMArrayType::get(rewriter.getI8Type(),
                                                sizeof(zynrt_tensor_map));
    Type encoded = getTypeConverter()->convertType(op.getResult().getType());

    Value source =
        allocateInEntry(rewriter, op, description, alignof(zynrt_tensor_map));
    Value result = allocateInEntry(rewriter, op, encoded,
                                   ::zyn::limits::tensorMapAlignment);
    auto store = [&](Value value, size_t offset) {
      Value address = LLVM::GEPOp::create(
          rewriter, loc, ptr, rewriter.getI8Type(), source,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
      LLVM::StoreOp::create(rewriter, loc, value, address);
    };
    auto storeNumber = [&](int64_t value, size_t offset) {
      store(LLVM::ConstantOp::create(rewriter, loc, i32,
                                     static_cast<int32_t>(value)),
            offset);
    };
    auto storeNumbers = [&](ArrayRef<int64_t> values, size_t offset) {
      for (auto [i, value] : llvm::enumerate(values))
        storeNumber(value, offset + i * sizeof(int32_t));
    };

    kernel::TensorMapType map = op.getResult().getType();
    MemRefDescriptor buffer(adaptor.getSource());
    store(buffer.bufferPtr(rewriter, loc, *getTypeConverter(),
                           cast<MemRefType>(op.getSource().getType())),
          offsetof(zynrt_tensor_map, base));
    for (int32_t i = 0; i < map.getRank(); ++i) {
      store(buffer.size(rewriter, loc, i),
            offsetof(zynrt_tensor_map, sizes) + i * sizeof(int64_t));
      store(buffer.stride(rewriter, loc, i),
            offsetof(zynrt_tensor_map, strides) + i * sizeof(int64_t));
    }
    storeNumbers(map.getBox(), offsetof(zynrt_tensor_map, box));
    storeNumber(getElementCode(map.getElementType()),
                offsetof(zynrt_tensor_map, element));
    storeNumber(map.getRank(), offsetof(zynrt_tensor_map, rank));
    storeNumber(map.getSwizzle(), offsetof(zynrt_tensor_map, swizzle));
    storeNumber(map.getL2(), offsetof(zynrt_tensor_map, l2));
    storeNumber(map.getFillNaN(), offsetof(zynrt_tensor_map, fill_nan));
    storeNumber(map.isIm2col(), offsetof(zynrt_tensor_map, is_im2col));
    storeNumbers(map.getLower(), offsetof(zynrt_tensor_map, lower));
    storeNumbers(map.getUpper(), offsetof(zynrt_tensor_map, upper));
    storeNumbers(map.getSteps(), offsetof(zynrt_tensor_map, steps));

    auto encode =
        mlir::zyn::declareRuntimeFunction<decltype(zynrtEncodeTensorMap)>(
            rewriter, op->getParentOfType<ModuleOp>(), "zynrtEncodeTensorMap");
    if (failed(encode))
      return failure();
    LLVM::CallOp::create(rewriter, loc, *encode, ValueRange{result, source});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, encoded, result);
    return success();
  }
};

struct ConvertRebase : ConvertOpToLLVMPattern<kernel::RebaseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::RebaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefDescriptor buffer(adaptor.getSource());
    Value address = buffer.bufferPtr(rewriter, loc, *getTypeConverter(),
                                     op.getSource().getType());
    buffer.setAlignedPtr(rewriter, loc, address);
    buffer.setConstantOffset(rewriter, loc, 0);
    rewriter.replaceOp(op, Value(buffer));
    return success();
  }
};

struct ConvertRead : ConvertOpToLLVMPattern<kernel::ReadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ReadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getSource().getType());
    Type element = getTypeConverter()->convertType(type.getElementType());
    Value source = getStridedElementPtr(
        rewriter, loc, type, adaptor.getSource(), adaptor.getIndices());
    Value result = allocateInEntry(rewriter, op, element);
    auto read = mlir::zyn::declareRuntimeFunction<decltype(zynrtRead)>(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtRead");
    if (failed(read))
      return failure();
    Value bytes = getSizeInBytes(loc, element, rewriter);
    LLVM::CallOp::create(rewriter, loc, *read,
                         ValueRange{result, source, bytes});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, element, result);
    return success();
  }
};

struct ConvertKernelToRuntime
    : mlir::zyn::impl::ConvertKernelToRuntimeBase<ConvertKernelToRuntime> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    mlir::zyn::populateTensorMapTypeConversion(converter);
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertEncode, ConvertRead, ConvertRebase>(converter);
    ConversionTarget target(getContext());
    target.addIllegalOp<kernel::ReadOp, kernel::RebaseOp,
                        kernel::TensorMapEncodeOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void mlir::zyn::populateTensorMapTypeConversion(TypeConverter &converter) {
  converter.addConversion([](kernel::TensorMapType type) -> Type {
    return LLVM::LLVMArrayType::get(IntegerType::get(type.getContext(), 64),
                                    ZYNRT_TENSOR_MAP_BYTES / 8);
  });
}
