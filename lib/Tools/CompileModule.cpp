//===- CompileModule.cpp - From an .mlir file to code to call -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModule.h"
#include "DiagnosticCollector.h"
#include "Zyn/InitAll.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Runtime/AtomicFile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using mlir::func::FuncOp;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::ModuleCompiler;

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  zyn::registerAllDialects(registry);
  return registry;
}

ModuleCompiler::ModuleCompiler()
    : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
  // Messages are one line; the op itself is in the user's file.
  context.printOpOnDiagnostic(false);
}

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

/// Nesting that the recursive parser and passes surely have the stack for.
static constexpr int maxNesting = 500;

/// The line where brackets are nested deeper than that, or 0. Strings and
/// comments are not told apart: programs stay far below.
static int findDeepNesting(llvm::StringRef text) {
  int depth = 0, line = 1;
  char previous = 0;
  for (char c : text) {
    line += c == '\n';
    if (llvm::StringRef("([{<").contains(c))
      ++depth;
    else if (llvm::StringRef(")]}").contains(c) ||
             (c == '>' && previous != '-'))
      depth = std::max(depth - 1, 0);
    if (depth > maxNesting)
      return line;
    previous = c;
  }
  return 0;
}

Expected<zyn::tools::Signature>
ModuleCompiler::parse(const std::string &path, const std::string &entry) {
  file = path;
  Expected<std::string> text = runtime::readFile(file);
  if (!text)
    return Error(file + ": error: cannot read: " + text.takeError().message());
  if (int line = findDeepNesting(*text))
    return Error(file + ":" + std::to_string(line) +
                 ":1: error: brackets are nested more than " +
                 std::to_string(maxNesting) + " deep");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(*text, file),
                             llvm::SMLoc());
  DiagnosticCollector diagnostics(context, file);
  module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return diagnostics.takeError("cannot parse");

  Expected<FuncOp> chosen = chooseEntry(*module, file, entry);
  if (!chosen)
    return chosen.takeError();
  function = chosen->getName().str();
  // The others are compiled only where the chosen one calls them.
  for (FuncOp other : module->getOps<FuncOp>())
    if (other != *chosen)
      other.setPrivate();
  return readSignature(*chosen, file);
}

/// The architecture to compile for.
static Expected<mlir::zyn::GPUPipelineOptions *>
setChip(const zyn::runtime::Device &device,
        mlir::zyn::GPUPipelineOptions &options) {
  int capability = device.capabilityMajor * 10 + device.capabilityMinor;
  if (capability < 80)
    return Error("device " + device.label() + " (" + device.name +
                 ") has compute capability " +
                 std::to_string(device.capabilityMajor) + "." +
                 std::to_string(device.capabilityMinor) +
                 ", Zyn needs 8.0 or more");
  // PTX for an older GPU runs on a newer one, unless it ends in an "a".
  options.chip = capability == 90  ? "sm_90a"
                 : capability > 90 ? "sm_90"
                                   : "sm_" + std::to_string(capability);
  return &options;
}

Error ModuleCompiler::lower(const runtime::Device &device, bool check) {
  mlir::PassManager manager(&context);
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
    if (auto set = setChip(device, options); !set)
      return set.takeError();
    mlir::zyn::buildZynToCUDAPipeline(manager, options);
  }
  DiagnosticCollector diagnostics(context, file);
  if (mlir::failed(manager.run(*module)))
    return diagnostics.takeError("cannot compile '" + function + "'");
  return Error::success();
}

Expected<zyn::tools::HostJIT>
ModuleCompiler::compile(const runtime::Device &device, bool check) {
  if (Error error = lower(device, check))
    return error;
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  DiagnosticCollector diagnostics(context, file);
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(*module, *llvmContext, file);
  if (!llvmModule)
    return diagnostics.takeError("cannot compile '" + function + "'");
  return HostJIT::compile(std::move(llvmModule), std::move(llvmContext),
                          "_mlir_ciface_" + function,
                          device.kind != runtime::DeviceKind::CUDA);
}
