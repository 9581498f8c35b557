//===- LaunchToEmulator.cpp - Launches to calls of the emulator -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "../GPUToRuntime/HostCode.h"
#include "EmulatorLowering.h"
#include "KernelFunctions.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTLAUNCHTOEMULATOR
#define GEN_PASS_DEF_EMBEDEMULATEDKERNELS
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn::emulator;

/// What `symbol` of the module of kernels `kernels` is called in the whole
/// program.
static std::string globalName(StringRef kernels, StringRef symbol) {
  return (kernels + "_" + symbol).str();
}

namespace {
struct ConvertLaunch : ConvertOpToLLVMPattern<gpu::LaunchFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(mlir::zyn::checkClusters(op)))
      return failure();
    Location loc = op.getLoc();
    auto module = op->getParentOfType<ModuleOp>();
    Type ptr = getPtrType(), i64 = rewriter.getI64Type();
    auto toI64 = [&](Value value) -> Value {
      return value.getType().isInteger(32)
                 ? LLVM::SExtOp::create(rewriter, loc, i64, value)
                 : value;
    };
    Value site = LLVM::AddressOfOp::create(
        rewriter, loc, getSite(rewriter, module, loc, "gpu.launch_func"));
    SmallVector<Value> arguments = {kernelRecord(op, module, rewriter), site};
    for (Value size : {adaptor.getGridSizeX(), adaptor.getGridSizeY(),
                       adaptor.getGridSizeZ(), adaptor.getBlockSizeX(),
                       adaptor.getBlockSizeY(), adaptor.getBlockSizeZ()})
      arguments.push_back(toI64(size));
    Value dynamicBytes = adaptor.getDynamicSharedMemorySize();
    arguments.push_back(dynamicBytes
                            ? toI64(dynamicBytes)
                            : LLVM::ConstantOp::create(rewriter, loc, i64, 0));
    SmallVector<Value> fields = getTypeConverter()->promoteOperands(
        loc, op.getKernelOperands(), adaptor.getKernelOperands(), rewriter);
    arguments.push_back(mlir::zyn::packLaunchArguments(rewriter, op, fields));
    LLVM::LLVMFuncOp launch = *LLVM::lookupOrCreateFn(
        rewriter, module, "zynemuLaunch",
        {ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr}, getVoidType());
    LLVM::CallOp::create(rewriter, loc, launch, arguments);
    mlir::zyn::finishLaunch(rewriter, op);
    return success();
  }

private:
  /// A declaration until the kernels are embedded.
  Value kernelRecord(gpu::LaunchFuncOp op, ModuleOp module,
                     ConversionPatternRewriter &rewriter) const {
    std::string name =
        globalName(op.getKernelModuleName(), recordName(op.getKernelName()));
    auto record = module.lookupSymbol<LLVM::GlobalOp>(name);
    if (!record) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      record = LLVM::GlobalOp::create(
          rewriter, module.getLoc(), getPtrType(),
          /*isConstant=*/true, LLVM::Linkage::External, name, Attribute());
    }
    return LLVM::AddressOfOp::create(rewriter, op.getLoc(), record);
  }
};

struct ConvertLaunchToEmulator
    : mlir::zyn::impl::ConvertLaunchToEmulatorBase<ConvertLaunchToEmulator> {
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
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};

struct EmbedEmulatedKernels
    : mlir::zyn::impl::EmbedEmulatedKernelsBase<EmbedEmulatedKernels> {
  void runOnOperation() override {
    for (auto kernels : llvm::make_early_inc_range(
             getOperation().getOps<gpu::GPUModuleOp>())) {
      if (failed(embed(kernels)))
        return signalPassFailure();
      kernels.erase();
    }
  }

private:
  /// Constants of the same content, and functions from outside, have the same
  /// name everywhere; all else is named after the module.
  static bool isShared(Operation &op, StringRef name) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    return name.starts_with("zynemu:") || (function && function.isExternal());
  }

  LogicalResult embed(gpu::GPUModuleOp kernels) {
    ModuleOp module = getOperation();
    for (Operation &op : kernels.getOps()) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol || isShared(op, symbol.getName()))
        continue;
      auto name = StringAttr::get(
          &getContext(), globalName(kernels.getName(), symbol.getName()));
      if (failed(SymbolTable::replaceAllSymbolUses(symbol, name, kernels)))
        return op.emitOpError("has uses that cannot be renamed");
      symbol.setName(name);
    }
    SymbolTable symbols(module);
    for (Operation &op : llvm::make_early_inc_range(kernels.getOps())) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol)
        continue;
      Operation *existing = symbols.lookup(symbol.getName());
      if (existing && isShared(op, symbol.getName()))
        continue;
      if (existing) // the launch's declaration
        symbols.erase(existing);
      op.removeAttr(gpu::GPUDialect::getKernelFuncAttrName());
      op.moveBefore(module.getBody(), module.getBody()->end());
      symbols.insert(&op);
    }
    return success();
  }
};
} // namespace
