//===- TranslateMain.cpp - Formats out and in -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/InitAll.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

namespace mlir {
void registerToLLVMIRTranslation();
void registerFromLLVMIRTranslation();
} // namespace mlir

namespace {
struct PTXFlags {
  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc("--zyn-to-ptx: architecture, such as sm_90a (default: "
                     "what the module names, or sm_80)")};
  llvm::cl::opt<std::string> features{
      "features", llvm::cl::desc("--zyn-to-ptx: PTX version, such as +ptx80")};
};
} // namespace

/// Takes the targets off the GPU modules; the chip of the first, if any.
static std::string takeTargets(mlir::ModuleOp module) {
  std::string chip;
  module.walk([&](mlir::gpu::GPUModuleOp device) {
    for (mlir::Attribute target : device.getTargetsAttr()
                                      ? device.getTargetsAttr().getValue()
                                      : llvm::ArrayRef<mlir::Attribute>())
      if (auto nvvm = llvm::dyn_cast<mlir::NVVM::NVVMTargetAttr>(target))
        if (chip.empty())
          chip = nvvm.getChip().str();
    device.removeTargetsAttr();
  });
  return chip;
}

/// Prints the PTX of every GPU module. In one text, the header is once.
static mlir::LogicalResult printObjects(mlir::ModuleOp module,
                                        llvm::raw_ostream &output) {
  bool isFirst = true;
  module.walk([&](mlir::gpu::BinaryOp binary) {
    for (mlir::Attribute attribute : binary.getObjects()) {
      llvm::StringRef text =
          llvm::cast<mlir::gpu::ObjectAttr>(attribute).getObject().getValue();
      text = text.rtrim('\0');
      if (!isFirst)
        text = text.substr(text.find(".address_size")).split('\n').second;
      output << text;
      isFirst = false;
    }
  });
  if (isFirst)
    return module.emitError("has no kernel to print as PTX");
  return mlir::success();
}

static mlir::LogicalResult translateToPTX(mlir::ModuleOp module,
                                          const PTXFlags &flags,
                                          llvm::raw_ostream &output) {
  std::string chip = takeTargets(module);
  mlir::zyn::GPUPipelineOptions options;
  if (flags.chip.getNumOccurrences())
    chip = flags.chip;
  if (!chip.empty())
    options.chip = chip;
  if (flags.features.getNumOccurrences())
    options.features = flags.features.getValue();

  mlir::PassManager manager(module.getContext());
  mlir::zyn::buildZynToNVVMPipeline(manager, options);
  mlir::GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  manager.addPass(mlir::createGpuModuleToBinaryPass(binary));
  module.getContext()->printOpOnDiagnostic(false);
  if (mlir::failed(manager.run(module)))
    return mlir::failure();
  return printObjects(module, output);
}

static mlir::LogicalResult translateToLLVMIR(mlir::ModuleOp module,
                                             llvm::raw_ostream &output) {
  mlir::PassManager manager(module.getContext());
  mlir::zyn::buildZynToLLVMPipeline(manager,
                                    mlir::zyn::HostPipelineOptions());
  module.getContext()->printOpOnDiagnostic(false);
  if (mlir::failed(manager.run(module)))
    return mlir::failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      mlir::translateModuleToLLVMIR(module, context);
  if (!translated)
    return mlir::failure();
  output << *translated;
  return mlir::success();
}

int zyn::translateMain(int argc, char **argv) {
  static PTXFlags flags;
  mlir::TranslateFromMLIRRegistration toPTX(
      "zyn-to-ptx", "Lower zyn to kernels and print their PTX",
      [](mlir::ModuleOp module, llvm::raw_ostream &output) {
        return translateToPTX(module, flags, output);
      },
      registerAllDialects);
  mlir::TranslateFromMLIRRegistration toLLVMIR(
      "zyn-to-llvmir", "Lower zyn for the host and print the LLVM IR",
      translateToLLVMIR, registerAllDialects);
  mlir::registerToLLVMIRTranslation();
  mlir::registerFromLLVMIRTranslation();
  return mlir::failed(mlir::mlirTranslateMain(
      argc, argv, "zyn-translate: formats out and in"));
}
