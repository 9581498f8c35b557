//===- Translate.cpp - Translation to PTX ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/PTX/Translate.h"
#include "Assembler.h"
#include "Manifest.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "Zyn/Dialect/Kernel/Transforms/Passes.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Pipelines/RunPipeline.h"
#include "Zyn/Runtime/OffloadBinary.h"
#include "Zyn/Target/ChipOption.h"
#include "Zyn/Target/Target.h"
#include "Zyn/Target/Translation/TranslationOptions.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using ::zyn::compiler::KernelSources;
using ::zyn::compiler::Target;
using ::zyn::compiler::TargetOptions;

namespace {
struct PTXFlags {
  llvm::cl::list<std::string> &chips = ::zyn::compiler::getChipOption();
  llvm::cl::opt<std::string> ptxVersion{
      "ptx-version",
      llvm::cl::desc("--zyn-to-ptx: PTX version, such as 8.7 (default: the "
                     "lowest that the architecture and the kernels require)")};
  llvm::cl::opt<std::string> manifest{
      "manifest", llvm::cl::value_desc("filename"),
      llvm::cl::desc("--zyn-to-ptx: write a description of each kernel to "
                     "this file, as JSON")};
};
} // namespace

/// Returns the feature for a version such as "8.7".
static FailureOr<std::string> getPTXFeature(StringRef version) {
  if (version.empty())
    return std::string();
  StringRef rest = version;
  unsigned major, minor;
  if (!rest.consumeInteger(10, major) && rest.consume_front(".") &&
      !rest.consumeInteger(10, minor) && minor < 10 && rest.empty())
    return "+ptx" + std::to_string(major) + std::to_string(minor);
  llvm::errs() << "zyn-translate: error: expected a PTX version such as 8.7, "
                  "found '"
               << version << "'\n";
  return failure();
}

/// Removes the targets of the GPU modules and returns the chip of the first
/// one, if any.
static std::string takeTargets(ModuleOp module) {
  std::string chip;
  module.walk([&](gpu::GPUModuleOp device) {
    for (Attribute target : device.getTargetsAttr()
                                ? device.getTargetsAttr().getValue()
                                : ArrayRef<Attribute>())
      if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
        if (chip.empty())
          chip = nvvm.getChip().str();
    device.removeTargetsAttr();
  });
  return chip;
}

/// Removes host code that launches the module's own kernels, and its callers:
/// it is not printed, and is already lowered further than the passes on tensors
/// expect.
static void removeLaunches(ModuleOp module) {
  SmallVector<Operation *> removed;
  for (Operation &op : module.getBody()->getOperations())
    if (op.walk([](gpu::LaunchFuncOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      removed.push_back(&op);
  while (!removed.empty()) {
    Operation *op = removed.pop_back_val();
    if (!isa<SymbolOpInterface>(op)) {
      op->erase();
      continue;
    }
    if (auto uses = SymbolTable::getSymbolUses(op, module))
      for (const SymbolTable::SymbolUse &use : *uses)
        if (auto caller = use.getUser()->getParentOfType<FunctionOpInterface>();
            caller && caller != op && !llvm::is_contained(removed, caller))
          removed.push_back(caller);
    op->erase();
  }
}

/// Checks that the names of all kernels are unique, since all modules are
/// printed to one text.
static LogicalResult checkKernelNames(ModuleOp module) {
  llvm::StringSet<> names;
  for (auto device : module.getOps<gpu::GPUModuleOp>())
    for (auto function : device.getOps<FunctionOpInterface>())
      if (!function.isExternal() && !names.insert(function.getName()).second)
        return function.emitError("'")
               << function.getName()
               << "' is in two GPU modules, but PTX can only define it once";
  return success();
}

/// Whether the module only contains kernels in the llvm and nvvm dialects.
static bool hasOnlyLoweredKernels(ModuleOp module) {
  return llvm::all_of(module.getOps(), [](Operation &op) {
    return isa<gpu::GPUModuleOp>(op) &&
           !op.walk([](Operation *inner) {
                bool isLowered = isa<gpu::GPUModuleOp>(inner) ||
                                 isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(
                                     inner->getDialect());
                return isLowered ? WalkResult::advance()
                                 : WalkResult::interrupt();
              }).wasInterrupted();
  });
}

static bool hasInstances(ModuleOp module) {
  return !module.getOps<instance::ExportOp>().empty();
}

/// Adds the passes that translate lowered kernels directly to images.
static void addImagePasses(OpPassManager &manager,
                           const TargetOptions &options) {
  kernel::KernelCheckTargetOptions target;
  target.chip = options.chip;
  target.features = options.features;
  manager.addNestedPass<gpu::GPUModuleOp>(
      kernel::createKernelCheckTarget(target));
  manager.addPass(mlir::zyn::createConvertNVVMToPTX());
}

/// Returns the architectures to compile for.
static FailureOr<std::vector<std::string>> getChips(const PTXFlags &flags,
                                                    std::string ofModule) {
  if (!flags.chips.getNumOccurrences())
    return std::vector<std::string>{ofModule.empty() ? "sm_80" : ofModule};
  llvm::StringSet<> names;
  for (const std::string &chip : flags.chips) {
    if (chip.empty()) {
      llvm::errs() << "zyn-translate: error: expected architectures separated "
                      "by commas in --chip, such as sm_80,sm_90a, found an "
                      "empty one\n";
      return failure();
    }
    if (!names.insert(chip).second) {
      llvm::errs() << "zyn-translate: error: expected each architecture once "
                      "in --chip, found '"
                   << chip << "' twice\n";
      return failure();
    }
  }
  return std::vector<std::string>(flags.chips.begin(), flags.chips.end());
}

/// Returns the PTX for one architecture of a module, which is lowered.
static FailureOr<std::string> compileToPTX(ModuleOp module,
                                           const TargetOptions &options) {
  MLIRContext *context = module.getContext();
  const Target &target = ::zyn::compiler::getPTXTarget();
  PassManager kernels(context), host(context);
  if (hasOnlyLoweredKernels(module))
    addImagePasses(kernels, options);
  else if (hasInstances(module))
    target.addInstancePasses({kernels, host}, options);
  else if (module.getOps<vm::ProgramOp>().empty())
    target.addFunctionPasses({kernels, host}, options);
  else
    target.addProgramPasses({kernels, host}, mlir::zyn::VMEngine::AheadOfTime,
                            options);
  if (failed(mlir::zyn::runPipeline(kernels, module)))
    return failure();
  std::string image = target.getImage(module);
  if (image.empty())
    return module.emitError("expected a kernel to print as PTX, or an op of "
                            "'zyn' that is lowered to one, found none");
  return image;
}

/// Returns an image with the PTX of one architecture of several.
static SmallString<0> createOffloadBinary(StringRef chip, StringRef ptx) {
  static_assert(llvm::object::OffloadBinary::Version ==
                    ::zyn::runtime::offloadBinaryVersion,
                "the runtime reads another version");
  llvm::object::OffloadBinary::OffloadingImage image;
  image.TheImageKind = llvm::object::IMG_PTX;
  image.TheOffloadKind = llvm::object::OFK_Cuda;
  image.StringData["triple"] = "nvptx64-nvidia-cuda";
  image.StringData["arch"] = chip;
  image.Image = llvm::MemoryBuffer::getMemBuffer(
      ptx, /*BufferName=*/"", /*RequiresNullTerminator=*/false);
  return llvm::object::OffloadBinary::write(image);
}

static LogicalResult writeManifest(StringRef path, llvm::json::Array kernels) {
  llvm::json::Object manifest{{"version", 1}, {"kernels", std::move(kernels)}};
  std::string message;
  auto file = openOutputFile(path, &message);
  if (!file) {
    llvm::errs() << "zyn-translate: error: " << message << "\n";
    return failure();
  }
  file->os() << llvm::formatv("{0:2}\n",
                              llvm::json::Value(std::move(manifest)));
  file->keep();
  return success();
}

static LogicalResult translateToPTX(ModuleOp module, const PTXFlags &flags,
                                    raw_ostream &output) {
  MLIRContext *context = module.getContext();
  context->printOpOnDiagnostic(false);
  // The pipeline starts threads if that is worth it.
  context->disableMultithreading();
  FailureOr<std::vector<std::string>> chips =
      getChips(flags, takeTargets(module));
  TargetOptions options;
  FailureOr<std::string> feature = getPTXFeature(flags.ptxVersion);
  if (failed(chips) || failed(feature))
    return failure();
  options.features = *feature;
  for (const std::string &chip : *chips) {
    options.chip = chip;
    if (auto error = ::zyn::compiler::getPTXTarget().verifyOptions(options)) {
      llvm::errs() << "zyn-translate: error: " << error.message() << "\n";
      return failure();
    }
  }
  PassManager outline(context);
  mlir::zyn::addOutliningPasses(outline);
  if (failed(outline.run(module)))
    return failure();
  KernelSources sources;
  sources.add(module);
  removeLaunches(module);
  if (failed(checkKernelNames(module)))
    return failure();

  std::string assembler =
      flags.manifest.empty() ? "" : ::zyn::compiler::findAssembler();
  llvm::json::Array descriptions;
  std::string images;
  for (const std::string &chip : *chips) {
    options.chip = chip;
    OwningOpRef<ModuleOp> lowered = module.clone();
    FailureOr<std::string> ptx = compileToPTX(*lowered, options);
    if (failed(ptx))
      return failure();
    if (chips->size() == 1)
      images = *ptx;
    else
      images += createOffloadBinary(chip, *ptx);
    if (flags.manifest.empty())
      continue;
    KernelSources launches = sources;
    launches.add(*lowered);
    llvm::append_range(descriptions, ::zyn::compiler::describeKernels(
                                         *ptx, chip, launches, assembler));
  }
  if (!flags.manifest.empty() &&
      failed(writeManifest(flags.manifest, std::move(descriptions))))
    return failure();
  output << images;
  return success();
}

void ::zyn::compiler::registerPTXTranslation(
    void (*registerDialects)(DialectRegistry &registry)) {
  static PTXFlags flags;
  restrictOptions({"zyn-to-ptx"}, {&flags.ptxVersion, &flags.manifest});
  addOutputOption(flags.manifest);
  TranslateFromMLIRRegistration toPTX(
      "zyn-to-ptx", "Lower zyn, vm or instances to kernels and print their PTX",
      [](ModuleOp module, raw_ostream &output) {
        return translateToPTX(module, flags, output);
      },
      registerDialects);
}
