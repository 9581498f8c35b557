//===- CompileModule.cpp - From an .mlir file to code to call -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModule.h"
#include "Chip.h"
#include "DiagnosticCollector.h"
#include "Zyn/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using mlir::func::FuncOp;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::ModuleCompiler;

static std::vector<FuncOp> publicFunctions(mlir::ModuleOp module) {
  std::vector<FuncOp> functions;
  for (FuncOp function : module.getOps<FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  return functions;
}

static std::string listNames(std::vector<FuncOp> functions) {
  if (functions.empty())
    return "the file has no public function with a body";
  std::string text = "the public functions are ";
  for (auto [i, function] : llvm::enumerate(functions))
    text += (i ? ", '" : "'") + function.getName().str() + "'";
  return text;
}

static Expected<FuncOp> chooseEntry(mlir::ModuleOp module,
                                    const std::string &file,
                                    const std::string &entry) {
  std::vector<FuncOp> functions = publicFunctions(module);
  for (FuncOp function : functions)
    if (function.getName() == (entry.empty() ? "main" : entry))
      return function;
  if (!entry.empty())
    return Error(file + ": error: no function '" + entry + "' to run; " +
                 listNames(functions));
  if (functions.size() == 1)
    return functions.front();
  return Error(file + ": error: no function 'main' to run; " +
               listNames(functions) + "; choose with --entry");
}

Expected<zyn::tools::Signature>
ModuleCompiler::choose(mlir::ModuleOp parsed, const std::string &path,
                       const std::string &entry) {
  file = path;
  module = parsed;
  Expected<FuncOp> chosen = chooseEntry(module, file, entry);
  if (!chosen)
    return chosen.takeError();
  function = chosen->getName().str();
  // The others are compiled only where the chosen one calls them.
  for (FuncOp other : module.getOps<FuncOp>())
    if (other != *chosen)
      other.setPrivate();
  return readSignature(*chosen, file);
}

Error ModuleCompiler::lower(const runtime::Device &device, bool check) {
  mlir::PassManager manager(module.getContext());
  manager.addPass(mlir::createSymbolDCEPass());
  if (device.kind == runtime::DeviceKind::CPU) {
    mlir::zyn::buildZynToLLVMPipeline(manager,
                                      mlir::zyn::HostPipelineOptions());
  } else if (device.kind == runtime::DeviceKind::Emulator) {
    mlir::zyn::EmulatorPipelineOptions options;
    options.check = check;
    mlir::zyn::buildZynToEmulatorPipeline(manager, options);
  } else {
    mlir::zyn::GPUPipelineOptions options;
    Expected<std::string> chip = chooseChip(device);
    if (!chip)
      return chip.takeError();
    options.chip = *chip;
    mlir::zyn::buildZynToCUDAPipeline(manager, options);
  }
  DiagnosticCollector diagnostics(*module.getContext(), file);
  if (mlir::failed(manager.run(module)))
    return diagnostics.takeError("cannot compile '" + function + "'");
  return Error::success();
}

Expected<zyn::tools::HostJIT>
ModuleCompiler::compile(const runtime::Device &device, bool check) {
  if (Error error = lower(device, check))
    return error;
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  DiagnosticCollector diagnostics(*module.getContext(), file);
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, *llvmContext, file);
  if (!llvmModule)
    return diagnostics.takeError("cannot compile '" + function + "'");
  return HostJIT::compile(std::move(llvmModule), std::move(llvmContext),
                          "_mlir_ciface_" + function,
                          device.kind != runtime::DeviceKind::CUDA);
}
