//===- LaunchToEmulator.cpp - Lowers launches to emulator calls -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"

#include "EmulatorLowering.h"
#include "KernelFunctions.h"
#include "Zyn/Conversion/GPUToRuntime/HostCode.h"

#include "Zyn/Runtime/Image.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTLAUNCHTOEMULATOR
#define GEN_PASS_DEF_EMBEDEMULATEDKERNELS
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Returns the name in the whole program of `symbol` of the kernel module
/// `kernels`.
static std::string globalName(StringRef kernels, StringRef symbol) {
  return (kernels + "_" + symbol).str();
}

namespace {
struct ConvertLaunch : mlir::zyn::HostCodePattern<gpu::LaunchFuncOp> {
  using HostCodePattern::HostCodePattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<ModuleOp>();
    LLVM::GlobalOp image =
        mlir::zyn::findImage(symbolTables, module, op.getKernelModuleName());
    if (!image)
      return op.emitOpError("expected to be in the outermost module, next to "
                            "its kernels");
    return mlir::zyn::replaceLaunch(rewriter, *getTypeConverter(), symbolTables,
                                    op, adaptor, image);
  }
};

/// Creates the images of all kernels that host code launches: for each module,
/// an array of pointers to the records of its kernels. The records are only
/// declared until the kernels are embedded.
void createImages(ModuleOp module, SymbolTableCollection &symbolTables) {
  llvm::MapVector<StringAttr, llvm::SetVector<StringAttr>> launched;
  module.walk([&](gpu::LaunchFuncOp launch) {
    launched[launch.getKernelModuleName()].insert(launch.getKernelName());
  });
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type ptr = LLVM::LLVMPointerType::get(module.getContext());
  for (auto &[kernels, names] : launched) {
    SmallVector<LLVM::GlobalOp> records;
    for (StringAttr name : names)
      records.push_back(LLVM::GlobalOp::create(
          builder, module.getLoc(), ptr, /*isConstant=*/true,
          LLVM::Linkage::External, globalName(kernels, getRecordName(name)),
          Attribute()));
    LLVM::GlobalOp table = createRecord(
        builder, module, "zynemu:kernels:" + kernels.str(),
        LLVM::LLVMArrayType::get(ptr, records.size()), [&](OpBuilder &b) {
          SmallVector<Value> addresses;
          for (LLVM::GlobalOp record : records)
            addresses.push_back(
                LLVM::AddressOfOp::create(b, module.getLoc(), record));
          return addresses;
        });
    mlir::zyn::createImage(builder, symbolTables, module, kernels,
                           ::zyn::runtime::formats::emulator, table,
                           records.size() * sizeof(const zynemu_kernel *));
  }
}

struct ConvertLaunchToEmulator
    : mlir::zyn::impl::ConvertLaunchToEmulatorBase<ConvertLaunchToEmulator> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    mlir::zyn::populateTensorMapTypeConversion(converter);
    mlir::zyn::createConstantVariables(converter, getOperation());
    SymbolTableCollection symbolTables;
    createImages(getOperation(), symbolTables);
    RewritePatternSet patterns(&getContext());
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
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};

struct EmbedEmulatedKernels
    : mlir::zyn::impl::EmbedEmulatedKernelsBase<EmbedEmulatedKernels> {
  void runOnOperation() override {
    for (auto kernels : llvm::make_early_inc_range(
             getOperation().getOps<gpu::GPUModuleOp>())) {
      embed(kernels);
      kernels.erase();
    }
  }

private:
  /// Constants with the same contents and external functions have the same name
  /// everywhere; all other symbols are prefixed with the module's name.
  static bool isShared(Operation &op, StringRef name) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    return name.starts_with("zynemu:") || (function && function.isExternal());
  }

  void embed(gpu::GPUModuleOp kernels) {
    ModuleOp module = getOperation();
    SymbolTableCollection tables;
    SymbolUserMap users(tables, kernels);
    for (Operation &op : kernels.getOps()) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol || isShared(op, symbol.getName()))
        continue;
      auto name = StringAttr::get(
          &getContext(), globalName(kernels.getName(), symbol.getName()));
      users.replaceAllUsesWith(symbol, name);
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
  }
};
} // namespace
