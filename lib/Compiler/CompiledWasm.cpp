//===- CompiledWasm.cpp - Compiles WebAssembly modules---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledWasm.h"
#include "HostJIT.h"
#include "InstanceCode.h"
#include "InstanceDescription.h"
#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/InitAll.h"
#include "Zyn/Target/Target.h"
#include "Zyn/Target/Wasm/Import.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace zyn::compiler;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::InstanceModule;

namespace {
/// A module and the machine code that its functions point to.
struct WasmCode {
  InstanceModule module;
  std::optional<HostJIT> jit;
};
} // namespace

/// Fills in the addresses of the functions.
static void readCode(WasmCode &code) {
  std::vector<void *> table(2 * code.module.functions.size());
  void *arguments[] = {table.data()};
  code.jit->entry()(arguments);
  for (auto [i, function] : llvm::enumerate(code.module.functions)) {
    function.code = table[2 * i];
    function.entry = reinterpret_cast<void (*)(zynrt_instance *, uint64_t *)>(
        table[2 * i + 1]);
  }
}

/// Registers what `compileForHost` needs. Registering all dialects takes longer
/// than compiling a small module.
static void registerHostInterfaces(mlir::DialectRegistry &registry) {
  mlir::arith::registerConvertArithToLLVMInterface(registry);
  mlir::cf::registerConvertControlFlowToLLVMInterface(registry);
  mlir::registerConvertFuncToLLVMInterface(registry);
  mlir::registerConvertMathToLLVMInterface(registry);
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

static Error compileForHost(mlir::ModuleOp module, const Target &target,
                            const CompileOptions &options, WasmCode &code) {
  const std::string &file = code.module.file;
  mlir::MLIRContext *context = module.getContext();
  DiagnosticCollector diagnostics(*context, file);
  mlir::PassManager kernels(context), host(context);
  // The importer's output is valid, and verification takes half of the time.
  host.enableVerifier(false);
  target.addInstancePasses({kernels, host}, options.target);
  if (mlir::failed(host.run(module)))
    return diagnostics.takeError("cannot compile the module");
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, *llvmContext, file);
  if (!llvmModule)
    return diagnostics.takeError("cannot compile the module");
  Expected<HostJIT> jit = HostJIT::compile(*llvmModule, "instance_code",
                                           options.optimize, /*symbols=*/{},
                                           /*keepCode=*/true);
  if (!jit)
    return jit.takeError();
  code.jit = std::move(*jit);
  readCode(code);
  return Error::success();
}

Expected<CompiledWasm> CompiledWasm::compile(const std::string &bytes,
                                             const runtime::Device &device,
                                             const CompileOptions &options,
                                             const std::string &file) {
  initializeTargets();
  bool isHost = device.kind == runtime::DeviceKind::CPU;
  mlir::DialectRegistry registry;
  if (isHost)
    registerHostInterfaces(registry);
  else
    registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::string message;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::wasm::importModule(bytes, file, &context, message);
  if (!module)
    return Error(Diagnostic::parse(message));

  auto code = std::make_shared<WasmCode>();
  code->module = describeInstances(*module);
  code->module.file = file;
  std::shared_ptr<const InstanceModule> described(code, &code->module);
  // Compiling a large module takes long, so check this first.
  if (!options.entry.empty())
    if (Expected<runtime::CallType> type =
            runtime::findCallType(options.entry, code->module);
        !type)
      return type.takeError();
  if (isHost) {
    if (Error error =
            compileForHost(*module, getTarget(device.kind), options, *code))
      return error;
    return CompiledWasm(std::move(described), nullptr);
  }
  Expected<InstanceCode> kernel =
      compileInstances(*module, bytes, file, device, options);
  if (!kernel)
    return kernel.takeError();
  return CompiledWasm(std::move(described),
                      std::make_shared<InstanceCode>(std::move(*kernel)));
}

Expected<zyn::runtime::InstanceRun>
CompiledWasm::run(runtime::Context &context,
                  const runtime::InstanceRequest &request) const {
  if (kernel)
    return runInTurns(*this, context, request);
  return runtime::runInstancesOnHost(context, code, request);
}

const char *zyn::compiler::getDefaultDevice(int64_t instances) {
  constexpr int64_t leastForGPU = 1024;
  return instances < leastForGPU ? "cpu" : "auto";
}
