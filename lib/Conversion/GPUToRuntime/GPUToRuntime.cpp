//===- GPUToRuntime.cpp - Lowers launches to runtime calls ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/GPUToRuntime/HostCode.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/Image.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTGPUTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

struct ConvertLaunch : mlir::zyn::HostCodePattern<gpu::LaunchFuncOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<ModuleOp>();
    StringRef moduleName = op.getKernelModuleName();
    auto binary =
        symbolTables.getSymbolTable(module).lookup<gpu::BinaryOp>(moduleName);
    if (!binary || binary.getObjects().size() != 1)
      return op.emitOpError("has no PTX; run --convert-nvvm-to-ptx first");
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    if (object.getFormat() != gpu::CompilationTarget::Assembly)
      return op.emitOpError(
          "has an object that is not PTX; run --convert-nvvm-to-ptx");

    LLVM::GlobalOp image =
        mlir::zyn::findImage(symbolTables, module, moduleName);
    if (!image)
      image = createPTXImage(rewriter, symbolTables, module, moduleName,
                             object.getObject().getValue());
    return mlir::zyn::replaceLaunch(rewriter, *getTypeConverter(), symbolTables,
                                    op, adaptor, image);
  }

private:
  static LLVM::GlobalOp createPTXImage(OpBuilder &builder,
                                       SymbolTableCollection &symbolTables,
                                       ModuleOp module, StringRef name,
                                       StringRef ptx) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto text = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), ptx.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal,
        ("zynrt:ptx:" + name).str(), builder.getStringAttr(ptx));
    return mlir::zyn::createImage(builder, symbolTables, module, name,
                                  ::zyn::runtime::formats::ptx, text,
                                  ptx.size());
  }
};

struct ConvertGPUToRuntime
    : mlir::zyn::impl::ConvertGPUToRuntimeBase<ConvertGPUToRuntime> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    mlir::zyn::populateTensorMapTypeConversion(converter);
    mlir::zyn::createConstantVariables(converter, getOperation());
    RewritePatternSet patterns(&getContext());
    SymbolTableCollection symbolTables;
    patterns.add<ConvertLaunch>(converter, symbolTables);
    mlir::zyn::populateHostCodePatterns(converter, symbolTables, patterns);
    ConversionTarget target(getContext());
    mlir::zyn::addIllegalHostOps(target);
    mlir::zyn::populateConstantPatterns(converter, symbolTables, patterns,
                                        target);
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
