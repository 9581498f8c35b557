//===- KernelToRuntime.cpp - Tensor maps become calls of the runtime ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTKERNELTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Fields of `zynrt_tensor_map`, in its order.
enum Field {
  Base,
  Sizes,
  Strides,
  Box,
  Element,
  Rank,
  Swizzle,
  L2,
  FillNaN,
  IsIm2col,
  Lower,
  Upper
};
constexpr int64_t maxRank = 5, maxSpatial = 3, mapAlignment = 64;

zynrt_tensor_element elementCode(Type type) {
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

struct ConvertEncode : ConvertOpToLLVMPattern<kernel::TensorMapEncodeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TensorMapEncodeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type(),
         ptr = getPtrType();
    auto wide = LLVM::LLVMArrayType::get(i64, maxRank);
    auto narrow = LLVM::LLVMArrayType::get(i32, maxRank);
    auto corner = LLVM::LLVMArrayType::get(i32, maxSpatial);
    auto description = LLVM::LLVMStructType::getLiteral(
        getContext(), {ptr, wide, wide, narrow, i32, i32, i32, i32, i32, i32,
                       corner, corner});
    Type encoded = getTypeConverter()->convertType(op.getResult().getType());

    // On the stack of the function, not of a loop's body.
    Value source, result;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      auto function = op->getParentOfType<FunctionOpInterface>();
      rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
      Value one = LLVM::ConstantOp::create(rewriter, loc, i64, 1);
      source = LLVM::AllocaOp::create(rewriter, loc, ptr, description, one);
      result = LLVM::AllocaOp::create(rewriter, loc, ptr, encoded, one,
                                      mapAlignment);
    }
    auto store = [&](Value value, ArrayRef<LLVM::GEPArg> path) {
      SmallVector<LLVM::GEPArg> indices = {0};
      llvm::append_range(indices, path);
      Value place =
          LLVM::GEPOp::create(rewriter, loc, ptr, description, source, indices);
      LLVM::StoreOp::create(rewriter, loc, value, place);
    };
    auto storeNumber = [&](int64_t value, ArrayRef<LLVM::GEPArg> path) {
      store(LLVM::ConstantOp::create(rewriter, loc, i32,
                                     static_cast<int32_t>(value)),
            path);
    };
    auto storeNumbers = [&](ArrayRef<int64_t> values, Field field) {
      for (auto [i, value] : llvm::enumerate(values))
        storeNumber(value, {field, static_cast<int32_t>(i)});
    };

    kernel::TensorMapType map = op.getResult().getType();
    MemRefDescriptor buffer(adaptor.getSource());
    store(buffer.bufferPtr(rewriter, loc, *getTypeConverter(),
                           cast<MemRefType>(op.getSource().getType())),
          {Base});
    for (int32_t i = 0; i < map.getRank(); ++i) {
      store(buffer.size(rewriter, loc, i), {Sizes, i});
      store(buffer.stride(rewriter, loc, i), {Strides, i});
    }
    storeNumbers(map.getBox(), Box);
    storeNumber(elementCode(map.getElementType()), {Element});
    storeNumber(map.getRank(), {Rank});
    storeNumber(map.getSwizzle(), {Swizzle});
    storeNumber(map.getL2(), {L2});
    storeNumber(map.getFillNaN(), {FillNaN});
    storeNumber(map.isIm2col(), {IsIm2col});
    storeNumbers(map.getLower(), Lower);
    storeNumbers(map.getUpper(), Upper);

    FailureOr<LLVM::LLVMFuncOp> encode = LLVM::lookupOrCreateFn(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtEncodeTensorMap",
        {ptr, ptr}, getVoidType());
    if (failed(encode))
      return failure();
    LLVM::CallOp::create(rewriter, loc, *encode, ValueRange{result, source});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, encoded, result);
    return success();
  }
};

struct ConvertKernelToRuntime
    : mlir::zyn::impl::ConvertKernelToRuntimeBase<ConvertKernelToRuntime> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    mlir::zyn::populateTensorMapTypeConversion(converter);
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertEncode>(converter);
    ConversionTarget target(getContext());
    target.addIllegalOp<kernel::TensorMapEncodeOp>();
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
