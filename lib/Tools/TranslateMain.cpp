//===- TranslateMain.cpp - Formats out and in -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/InitAll.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Target/VMExecutable/Translate.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

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

/// Reports what is wrong with the command line.
static mlir::LogicalResult fail(const llvm::Twine &message) {
  llvm::errs() << "zyn-translate: error: " << message << "\n";
  return mlir::failure();
}

/// Whether LLVM knows `chip` and `features`. It would go on without.
static mlir::LogicalResult checkTarget(llvm::StringRef chip,
                                       llvm::StringRef features) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string problem;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return fail(problem);
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(chip))
    return fail("unknown chip '" + chip +
                "': expected sm_80, sm_90a or the like");
  llvm::SmallVector<llvm::StringRef> names;
  features.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names)
    if (!name.starts_with("+") ||
        llvm::none_of(known->getAllProcessorFeatures(), [&](auto &feature) {
          return name.drop_front() == feature.Key;
        }))
      return fail("unknown feature '" + name +
                  "': expected +ptx80 or the like");
  return mlir::success();
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

/// Takes host code away that launches the module's own kernels, and what calls
/// it: it is not printed, and has come further than the passes on tensors can
/// follow.
static void removeLaunches(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Operation *> removed;
  for (mlir::Operation &op :
       llvm::make_early_inc_range(module.getBody()->getOperations()))
    if (op.walk([](mlir::gpu::LaunchFuncOp) {
            return mlir::WalkResult::interrupt();
          }).wasInterrupted())
      removed.push_back(&op);
  while (!removed.empty()) {
    mlir::Operation *op = removed.pop_back_val();
    if (auto uses = mlir::SymbolTable::getSymbolUses(op, module))
      for (const mlir::SymbolTable::SymbolUse &use : *uses)
        if (auto caller =
                use.getUser()->getParentOfType<mlir::FunctionOpInterface>();
            caller && caller != op && !llvm::is_contained(removed, caller))
          removed.push_back(caller);
    op->erase();
  }
}

/// Kernels of all modules share one text, so their names have to differ.
static mlir::LogicalResult checkKernelNames(mlir::ModuleOp module) {
  llvm::StringSet<> names;
  for (auto device : module.getOps<mlir::gpu::GPUModuleOp>())
    for (auto function : device.getOps<mlir::FunctionOpInterface>())
      if (!function.isExternal() && !names.insert(function.getName()).second)
        return function.emitError("'")
               << function.getName()
               << "' is in two GPU modules, and PTX can define it once";
  return mlir::success();
}

/// Whether there are kernels in the llvm and nvvm dialects, and nothing else.
static bool hasOnlyLoweredKernels(mlir::ModuleOp module) {
  return llvm::all_of(module.getOps(), [](mlir::Operation &op) {
    return llvm::isa<mlir::gpu::GPUModuleOp>(op) &&
           !op.walk([](mlir::Operation *inner) {
                bool isLowered =
                    llvm::isa<mlir::gpu::GPUModuleOp>(inner) ||
                    llvm::isa<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>(
                        inner->getDialect());
                return isLowered ? mlir::WalkResult::advance()
                                 : mlir::WalkResult::interrupt();
              }).wasInterrupted();
  });
}

static void addTarget(mlir::OpPassManager &manager,
                      const mlir::zyn::GPUPipelineOptions &options) {
  mlir::GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  if (!options.features.empty())
    target.features = options.features;
  target.optLevel = 3;
  manager.addPass(mlir::createGpuNVVMAttachTarget(target));
}

static mlir::LogicalResult translateToPTX(mlir::ModuleOp module,
                                          const PTXFlags &flags,
                                          llvm::raw_ostream &output) {
  module.getContext()->printOpOnDiagnostic(false);
  // A module of a few kernels is done before threads have started.
  module.getContext()->disableMultithreading();
  std::string chip = takeTargets(module);
  mlir::zyn::GPUPipelineOptions options;
  if (flags.chip.getNumOccurrences())
    chip = flags.chip;
  if (!chip.empty())
    options.chip = chip;
  if (flags.features.getNumOccurrences())
    options.features = flags.features.getValue();

  if (mlir::failed(checkTarget(options.chip, options.features)))
    return mlir::failure();

  mlir::PassManager outline(module.getContext());
  mlir::zyn::addOutliningPasses(outline);
  if (mlir::failed(outline.run(module)))
    return mlir::failure();
  removeLaunches(module);
  if (mlir::failed(checkKernelNames(module)))
    return mlir::failure();
  mlir::PassManager manager(module.getContext());
  if (hasOnlyLoweredKernels(module))
    addTarget(manager, options);
  else
    mlir::zyn::buildZynToNVVMPipeline(manager, options);
  mlir::GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  manager.addPass(mlir::createGpuModuleToBinaryPass(binary));
  if (mlir::failed(manager.run(module)))
    return mlir::failure();
  return printObjects(module, output);
}

static mlir::LogicalResult translateToLLVMIR(mlir::ModuleOp module,
                                             llvm::raw_ostream &output) {
  mlir::PassManager manager(module.getContext());
  mlir::zyn::buildZynToLLVMPipeline(manager, mlir::zyn::HostPipelineOptions());
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
  mlir::vm::registerExecutableTranslations(registerAllDialects);
  mlir::registerToLLVMIRTranslation();
  mlir::registerFromLLVMIRTranslation();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "zyn-translate: formats out and in"));
}
