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
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
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

//===----------------------------------------------------------------------===//
// Tokens: all work is on one stream, in order, so they carry nothing
//===----------------------------------------------------------------------===//

/// Ends the conversion of `op`: what stands for its token, if it has one, comes
/// behind `results`.
static void finish(ConversionPatternRewriter &rewriter, Operation *op,
                   SmallVector<Value> results = {}) {
  if (cast<gpu::AsyncOpInterface>(op).getAsyncToken())
    results.push_back(LLVM::ZeroOp::create(
        rewriter, op->getLoc(), LLVM::LLVMPointerType::get(op->getContext())));
  rewriter.replaceOp(op, results);
}

LogicalResult mlir::zyn::checkClusters(gpu::LaunchFuncOp launch) {
  if (!launch.hasClusterSize())
    return success();
  return launch.emitOpError("expected the size of clusters as "
                            "'gpu.known_cluster_size' of the kernel, found it "
                            "in the launch");
}

void mlir::zyn::finishLaunch(ConversionPatternRewriter &rewriter,
                             gpu::LaunchFuncOp launch) {
  finish(rewriter, launch);
}

static FailureOr<LLVM::CallOp> callRuntime(ConversionPatternRewriter &rewriter,
                                           Operation *op, StringRef function,
                                           ValueRange operands,
                                           Type result = {}) {
  if (!result)
    result = LLVM::LLVMVoidType::get(op->getContext());
  FailureOr<LLVM::LLVMFuncOp> callee = LLVM::lookupOrCreateFn(
      rewriter, op->getParentOfType<ModuleOp>(), function,
      llvm::to_vector(operands.getTypes()), result);
  if (failed(callee))
    return failure();
  return LLVM::CallOp::create(rewriter, op->getLoc(), *callee, operands);
}

namespace {
struct ConvertWait : ConvertOpToLLVMPattern<gpu::WaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::WaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool blocksHost = !op.getAsyncToken() && !op.getAsyncDependencies().empty();
    if (blocksHost && failed(callRuntime(rewriter, op, "zynrtSynchronize", {})))
      return failure();
    finish(rewriter, op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

struct ConvertAlloc : ConvertOpToLLVMPattern<gpu::AllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    if (!isConvertibleAndHasIdentityMaps(type))
      return op.emitOpError("expected a buffer without layout, found ") << type;
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    FailureOr<LLVM::CallOp> call = callRuntime(
        rewriter, op, op.getHostShared() ? "zynrtAllocShared" : "zynrtAlloc",
        bytes, getPtrType());
    if (failed(call))
      return failure();
    Value pointer = call->getResult();
    finish(rewriter, op,
           {createMemRefDescriptor(loc, type, pointer, pointer, sizes, strides,
                                   rewriter)});
    return success();
  }
};

/// To registered memory, `gpu.host_register`, and back.
template <typename SourceOp>
struct ConvertRegister : ConvertOpToLLVMPattern<SourceOp> {
  ConvertRegister(const LLVMTypeConverter &converter, StringRef function)
      : ConvertOpToLLVMPattern<SourceOp>(converter), function(function) {}

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    UnrankedMemRefDescriptor descriptor(adaptor.getValue());
    Value elementBytes = this->getSizeInBytes(
        loc, cast<UnrankedMemRefType>(op.getValue().getType()).getElementType(),
        rewriter);
    if (failed(callRuntime(rewriter, op, function,
                           {descriptor.rank(rewriter, loc),
                            descriptor.memRefDescPtr(rewriter, loc),
                            elementBytes})))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

private:
  StringRef function;
};

struct ConvertCopy : ConvertOpToLLVMPattern<gpu::MemcpyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::MemcpyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getSrc().getType());
    for (Value buffer : {op.getSrc(), op.getDst()})
      if (!memref::isStaticShapeAndContiguousRowMajor(
              cast<MemRefType>(buffer.getType())) &&
          !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
        return op.emitOpError("expected buffers without layout, found ")
               << buffer.getType();
    MemRefDescriptor source(adaptor.getSrc()), target(adaptor.getDst());
    auto first = [&](MemRefDescriptor &descriptor) -> Value {
      return descriptor.bufferPtr(rewriter, loc, *getTypeConverter(), type);
    };
    Value bytes = getSizeInBytes(loc, type.getElementType(), rewriter);
    for (int64_t i = 0; i < type.getRank(); ++i)
      bytes = LLVM::MulOp::create(rewriter, loc, bytes,
                                  source.size(rewriter, loc, i));
    // A constant of the program lies in memory that the device cannot reach.
    bool isConstant = op.getSrc().getDefiningOp<memref::GetGlobalOp>();
    if (failed(callRuntime(rewriter, op,
                           isConstant ? "zynrtUpload" : "zynrtCopy",
                           {first(target), first(source), bytes})))
      return failure();
    finish(rewriter, op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateHostCodePatterns(LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  converter.addConversion([](gpu::AsyncTokenType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  patterns.add<ConvertAlloc, ConvertCopy, ConvertWait>(converter);
  patterns.add<ConvertRegister<gpu::HostRegisterOp>>(converter,
                                                     "zynrtRegister");
  patterns.add<ConvertRegister<gpu::HostUnregisterOp>>(converter,
                                                       "zynrtUnregister");
}

void mlir::zyn::addIllegalHostOps(ConversionTarget &target) {
  target.addIllegalOp<gpu::AllocOp, gpu::HostRegisterOp, gpu::HostUnregisterOp,
                      gpu::LaunchFuncOp, gpu::MemcpyOp, gpu::WaitOp>();
}
