//===- Compile.cpp - Compiles modules -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "LoweredCode.h"
#include "Zyn/Compiler/DiagnosticCollector.h"

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Pipelines/RunPipeline.h"
#include "Zyn/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using zyn::runtime::Device;
using zyn::runtime::Error;
using zyn::runtime::Expected;

namespace {
/// Reports the passes on a module that have run, after others before them. A
/// pass that runs others on each kernel in parallel is one of them.
class PassProgress final : public mlir::PassInstrumentation {
public:
  using Report = std::function<void(size_t done, size_t total)>;

  PassProgress(const Report &report, mlir::ModuleOp module, size_t done,
               size_t passes, size_t total)
      : report(report), module(module), done(done), end(done + passes),
        total(total) {}

  void runAfterPass(mlir::Pass *, mlir::Operation *op) override {
    // A pass may run others on the same module.
    if (op == module && done < end)
      report(++done, total);
  }

private:
  const Report &report;
  mlir::ModuleOp module;
  size_t done;
  const size_t end, total;
};

/// The lowering of one source.
class Lowering {
public:
  Lowering(const CompileSource &source, const Device &device,
           const Target &target, const TargetOptions &targetOptions,
           const CompileOptions &options)
      : module(source.module), source(source), device(device), target(target),
        targetOptions(targetOptions), options(options),
        kernels(module.getContext()), host(module.getContext()) {
    addPasses({kernels, host});
    steps = kernels.size() + host.size() + 1;
  }

  /// The passes, and the code of the host. Fewer run if the pass managers merge
  /// some of them.
  size_t numSteps() const { return steps; }

  Expected<LoweredCode> run();

  /// Where the result is kept on disk, if it is. Stages are not.
  std::optional<LoweredCodeCache> getCache() {
    if (source.identity.empty() || options.keepStages)
      return std::nullopt;
    std::string text = device.label();
    for (const std::string *part :
         {&source.function, &source.file, &options.remarks, &source.identity})
      text += '\0' + *part;
    return LoweredCodeCache(text, {&kernels, &host});
  }

private:
  void addPasses(LoweringPasses passes) const {
    switch (source.kind) {
    case CompileSource::Function:
      return target.addFunctionPasses(passes, targetOptions);
    case CompileSource::Program:
      return target.addProgramPasses(passes, options.engine, targetOptions);
    case CompileSource::Instances:
      return target.addInstancePasses(passes, targetOptions);
    }
  }
  mlir::LogicalResult removeUnused();
  mlir::LogicalResult checkDevices();
  mlir::LogicalResult lowerToLLVM(LoweredCode &code);
  std::vector<StageIR> runStages();
  std::vector<KernelUse> findKernels();

  mlir::ModuleOp module;
  const CompileSource &source;
  const Device &device;
  const Target &target;
  const TargetOptions &targetOptions;
  const CompileOptions &options;
  mlir::PassManager kernels, host;
  size_t steps;
};
} // namespace

/// Leaves out the elements of larger constants.
static constexpr int64_t maxPrintedElements = 4096;

static std::string toText(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(maxPrintedElements);
  flags.elideLargeResourceString(maxPrintedElements);
  op->print(stream, flags);
  return text + "\n";
}

/// Removes symbols that the selected function does not use, which may even be
/// invalid.
mlir::LogicalResult Lowering::removeUnused() {
  mlir::PassManager manager(module.getContext());
  manager.addPass(mlir::createSymbolDCEPass());
  return manager.run(module);
}

/// Checks that no tensor is placed on another device than the one that runs the
/// code.
mlir::LogicalResult Lowering::checkDevices() {
  mlir::zyn::ZynCheckDevicesOptions check;
  check.device = device.label();
  mlir::PassManager manager(module.getContext());
  manager.addPass(mlir::zyn::createZynCheckDevices(check));
  return manager.run(module);
}

/// Each stage starts from the source, since pipelines are nested and cannot be
/// stopped in between. Diagnostics are discarded, since the complete lowering
/// reports them again.
std::vector<StageIR> Lowering::runStages() {
  mlir::ScopedDiagnosticHandler quiet(
      module.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<StageIR> stages;
  for (const Stage &stage :
       source.kind == CompileSource::Program
           ? target.getProgramStages(options.engine, targetOptions)
           : target.getFunctionStages(targetOptions)) {
    mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
    mlir::PassManager manager(module.getContext());
    stage.addPasses(manager);
    if (mlir::failed(manager.run(*copy)))
      break;
    stages.push_back({stage.name.str(), toText(*copy)});
  }
  return stages;
}

/// Finds the kernels before launches are lowered to runtime calls.
std::vector<KernelUse> Lowering::findKernels() {
  llvm::MapVector<llvm::StringRef, std::optional<uint64_t>> kernels;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::gpu::LaunchFuncOp launch) {
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(launch->getParentOp());
    bool isOnce = function && function.getName() == source.function &&
                  launch->getBlock()->isEntryBlock();
    auto [kernel, isNew] =
        kernels.try_emplace(launch.getKernelName().getValue(),
                            isOnce ? 1 : std::optional<uint64_t>());
    if (!isNew && kernel->second && isOnce)
      ++*kernel->second;
    else if (!isOnce)
      kernel->second.reset();
  });
  std::vector<KernelUse> uses;
  for (auto &[name, launches] : kernels)
    uses.push_back({name.str(), launches});
  return uses;
}

/// Lowers the module to the LLVM dialect.
mlir::LogicalResult Lowering::lowerToLLVM(LoweredCode &code) {
  if (source.kind == CompileSource::Function && mlir::failed(removeUnused()))
    return mlir::failure();
  if (mlir::failed(checkDevices()) || mlir::failed(target.verifySource(module)))
    return mlir::failure();
  if (options.keepStages)
    code.compilation.stages = runStages();
  if (mlir::failed(mlir::zyn::runPipeline(kernels, module)))
    return mlir::failure();
  code.compilation.kernels = findKernels();
  code.compilation.image = target.getImage(module);
  if (auto function = module.lookupSymbol<mlir::func::FuncOp>(source.function))
    code.allocations = boundAllocations(function, source.file);
  if (mlir::failed(mlir::zyn::runPipeline(host, module)))
    return mlir::failure();
  if (options.keepStages)
    code.compilation.stages.push_back({"llvm", toText(module)});
  return mlir::success();
}

Expected<LoweredCode> Lowering::run() {
  LoweredCode code;
  code.compilation.device = device;
  std::string otherwise = "cannot compile '" + source.function + "'";
  DiagnosticCollector diagnostics(*module.getContext(), source.file,
                                  options.remarks);
  if (options.progress) {
    kernels.addInstrumentation(std::make_unique<PassProgress>(
        options.progress, module, 0, kernels.size(), steps));
    host.addInstrumentation(std::make_unique<PassProgress>(
        options.progress, module, kernels.size(), host.size(), steps));
  }
  if (mlir::failed(lowerToLLVM(code)))
    return diagnostics.takeError(otherwise);
  ConstantTable own(/*context=*/nullptr);
  code.constants =
      takeConstants(module, source.constants ? *source.constants : own);
  code.context = std::make_unique<llvm::LLVMContext>();
  code.module =
      mlir::translateModuleToLLVMIR(module, *code.context, source.file);
  if (!code.module)
    return diagnostics.takeError(otherwise);
  code.compilation.diagnostics = diagnostics.takeDiagnostics();
  return std::move(code);
}

Expected<CompiledCode> zyn::compiler::compile(const CompileSource &source,
                                              const Device &device,
                                              const CompileOptions &options) {
  initializeTargets();
  const Target &target = getTarget(device.kind);
  TargetOptions targetOptions = options.target;
  if (Error error = target.setDefaults(device, targetOptions))
    return error;
  if (Error error = target.verifyOptions(targetOptions))
    return error;
  if (Error error = DiagnosticCollector::checkRemarks(options.remarks))
    return error;

  Lowering lowering(source, device, target, targetOptions, options);
  std::optional<LoweredCodeCache> cache = lowering.getCache();
  std::optional<LoweredCode> code;
  if (cache)
    code = cache->read();
  llvm::scope_exit reportEnd([&] {
    if (options.progress)
      options.progress(lowering.numSteps(), lowering.numSteps());
  });
  if (code) {
    reportEnd.release();
    code->compilation.device = device;
  } else {
    Expected<LoweredCode> lowered = lowering.run();
    if (!lowered)
      return lowered.takeError();
    code = std::move(*lowered);
    if (cache)
      cache->write(*code);
  }
  Expected<HostJIT> jit =
      HostJIT::compile(*code->module, "_mlir_ciface_" + source.function,
                       target.optimizesHostCode(), code->constants.symbols,
                       /*keepCode=*/target.optimizesHostCode());
  if (!jit)
    return jit.takeError();
  return CompiledCode{std::move(code->constants.constants), std::move(*jit),
                      std::move(code->compilation),
                      std::move(code->allocations)};
}
