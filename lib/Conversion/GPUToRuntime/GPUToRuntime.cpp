//===- GPUToRuntime.cpp - Launches become calls of the runtime ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "HostCode.h"

#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTGPUTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// The global `name` of `module`, made with `type` and `value` if it is not
/// there yet.
LLVM::GlobalOp getOrCreateGlobal(OpBuilder &builder, ModuleOp module,
                                 StringRef name, Type type, bool isConstant,
                                 Attribute value) {
  if (auto existing = module.lookupSymbol<LLVM::GlobalOp>(name))
    return existing;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::GlobalOp::create(builder, module.getLoc(), type, isConstant,
                                LLVM::Linkage::Internal, name, value);
}

Value addressOfString(OpBuilder &builder, Location loc, ModuleOp module,
                      StringRef name, StringRef text) {
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
  return LLVM::AddressOfOp::create(
      builder, loc,
      getOrCreateGlobal(builder, module, name, type, /*isConstant=*/true,
                        builder.getStringAttr(text)));
}

struct ConvertLaunch : ConvertOpToLLVMPattern<gpu::LaunchFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(mlir::zyn::checkClusters(op)))
      return failure();
    Location loc = op.getLoc();
    auto module = op->getParentOfType<ModuleOp>();
    StringRef moduleName = op.getKernelModuleName();
    auto binary = module.lookupSymbol<gpu::BinaryOp>(moduleName);
    if (!binary || binary.getObjects().size() != 1)
      return op.emitOpError("has no PTX; run --gpu-module-to-binary first");
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    if (object.getFormat() != gpu::CompilationTarget::Assembly)
      return op.emitOpError(
          "has an object that is not PTX; run --gpu-module-to-binary with "
          "format=isa");

    StringRef ptx = object.getObject().getValue();
    Value image = addressOfString(rewriter, loc, module,
                                  (moduleName + "_ptx").str(), ptx);
    Value slot = LLVM::AddressOfOp::create(
        rewriter, loc,
        getOrCreateGlobal(rewriter, module, (moduleName + "_slot").str(),
                          getPtrType(), /*isConstant=*/false, Attribute()));
    StringRef kernel = op.getKernelName();
    Value name = addressOfString(rewriter, loc, module,
                                 (moduleName + "_" + kernel + "_name").str(),
                                 (kernel + StringRef("\0", 1)).str());

    auto toI64 = [&](Value value) -> Value {
      if (value.getType().isInteger(32))
        return LLVM::SExtOp::create(rewriter, loc, rewriter.getI64Type(),
                                    value);
      return value;
    };
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(),
                                      value);
    };
    Value sharedBytes = adaptor.getDynamicSharedMemorySize()
                            ? toI64(adaptor.getDynamicSharedMemorySize())
                            : constant(0);
    SmallVector<Value> fields = getTypeConverter()->promoteOperands(
        loc, op.getKernelOperands(), adaptor.getKernelOperands(), rewriter);
    Value pointers = mlir::zyn::packLaunchArguments(rewriter, op, fields);

    Type i64 = rewriter.getI64Type(), ptr = getPtrType();
    FailureOr<LLVM::LLVMFuncOp> launch = LLVM::lookupOrCreateFn(
        rewriter, module, "zynrtLaunch",
        {ptr, i64, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, i64},
        getVoidType());
    if (failed(launch))
      return failure();
    SmallVector<Value> arguments = {image, constant(ptx.size()), slot, name};
    for (Value size : {adaptor.getGridSizeX(), adaptor.getGridSizeY(),
                       adaptor.getGridSizeZ(), adaptor.getBlockSizeX(),
                       adaptor.getBlockSizeY(), adaptor.getBlockSizeZ()})
      arguments.push_back(toI64(size));
    arguments.append({sharedBytes, pointers, constant(fields.size())});
    LLVM::CallOp::create(rewriter, loc, *launch, arguments);
    mlir::zyn::finishLaunch(rewriter, op);
    return success();
  }
};

struct ConvertGPUToRuntime
    : mlir::zyn::impl::ConvertGPUToRuntimeBase<ConvertGPUToRuntime> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    mlir::zyn::populateTensorMapTypeConversion(converter);
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertLaunch>(converter);
    mlir::zyn::populateHostCodePatterns(converter, patterns);
    ConversionTarget target(getContext());
    mlir::zyn::addIllegalHostOps(target);
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    for (auto binary :
         llvm::make_early_inc_range(getOperation().getOps<gpu::BinaryOp>()))
      binary.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};

} // namespace
