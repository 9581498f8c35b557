//===- HostCode.cpp - Parts of host code that launches kernels ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

Value mlir::zyn::packLaunchArguments(OpBuilder &builder,
                                     gpu::LaunchFuncOp launch,
                                     ValueRange fields) {
  Location loc = launch.getLoc();
  Type ptr = LLVM::LLVMPointerType::get(launch.getContext());
  Value array;
  SmallVector<Value> places;
  {
    OpBuilder::InsertionGuard guard(builder);
    auto function = launch->getParentOfType<FunctionOpInterface>();
    builder.setInsertionPointToStart(&function.getFunctionBody().front());
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    array = LLVM::AllocaOp::create(
        builder, loc, ptr,
        LLVM::LLVMArrayType::get(ptr, std::max<size_t>(fields.size(), 1)), one);
    for (Value field : fields)
      places.push_back(
          LLVM::AllocaOp::create(builder, loc, ptr, field.getType(), one));
  }
  for (auto [i, field] : llvm::enumerate(fields)) {
    LLVM::StoreOp::create(builder, loc, field, places[i]);
    Value element =
        LLVM::GEPOp::create(builder, loc, ptr, ptr, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, places[i], element);
  }
  return array;
}

namespace {
struct ConvertUpload : ConvertOpToLLVMPattern<gpu::MemcpyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::MemcpyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = dyn_cast<MemRefType>(op.getSrc().getType());
    if (!op.getSrc().getDefiningOp<memref::GetGlobalOp>() || !type ||
        !type.hasStaticShape())
      return op.emitOpError("expected a constant as the source of a copy from "
                            "host memory");
    Type ptr = getPtrType();
    FailureOr<LLVM::LLVMFuncOp> upload = LLVM::lookupOrCreateFn(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtUpload",
        {ptr, ptr, rewriter.getI64Type()}, getVoidType());
    if (failed(upload))
      return failure();
    MemRefDescriptor source(adaptor.getSrc()), target(adaptor.getDst());
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, {}, rewriter, sizes, strides, bytes);
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(
        op, *upload,
        ValueRange{target.alignedPtr(rewriter, loc),
                   source.alignedPtr(rewriter, loc), bytes});
    return success();
  }
};

} // namespace

void mlir::zyn::populateUploadToRuntimePatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertUpload>(converter);
}
