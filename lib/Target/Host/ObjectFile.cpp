//===- ObjectFile.cpp - Functions for other programs ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/ObjectFile.h"
#include "CHeader.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Pipelines/RunPipeline.h"
#include "Zyn/Runtime/CycleClock.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace ::zyn::compiler;

namespace {
/// A public function of the source.
struct PublicFunction {
  Location loc;
  /// Negative if there is none.
  int64_t targetLatency;
};

/// Compares the latencies of functions with their goals.
class LatencyCheck {
public:
  LatencyCheck(bool isStrict, double gigahertz)
      : isStrict(isStrict), gigahertz(gigahertz) {}

  void check(const PublicFunction &function, const DependencePath &path);
  /// Reports a function whose latency is not known, with the reason.
  void reportUnknown(Location loc, StringRef name, bool hasTarget,
                     const Twine &reason);
  LogicalResult result() const { return failure(hasFailed); }

private:
  InFlightDiagnostic report(Location loc, bool isError) {
    hasFailed |= isError;
    return isError ? mlir::emitError(loc) : mlir::emitWarning(loc);
  }

  const bool isStrict;
  const double gigahertz;
  bool hasFailed = false;
};
} // namespace

static int64_t getTargetLatency(func::FuncOp function) {
  mlir::zyn::ConstraintsAttr constraints = mlir::zyn::getConstraints(function);
  return constraints ? constraints.getTargetLatencyNs() : -1;
}

static llvm::MapVector<StringRef, PublicFunction>
findPublicFunctions(ModuleOp module) {
  llvm::MapVector<StringRef, PublicFunction> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    functions.insert(
        {function.getName(), {function.getLoc(), getTargetLatency(function)}});
  }
  return functions;
}

/// Marks the tensors that functions read but do not overwrite.
static void markReadOnlyArguments(ModuleOp module) {
  auto isWritable = bufferization::BufferizationDialect::kWritableAttrName;
  for (auto function : module.getOps<func::FuncOp>())
    for (BlockArgument argument : function.getArguments())
      if (unsigned i = argument.getArgNumber();
          function.isPublic() && isa<RankedTensorType>(argument.getType()) &&
          !function.getArgAttr(i, isWritable))
        function.setArgAttr(i, LLVM::LLVMDialect::getReadonlyAttrName(),
                            UnitAttr::get(module.getContext()));
}

/// Whether LLVM prefers half of the vector registers of AVX-512. For whole
/// ones, some processors reduce their clock, which slows down the program's
/// other code.
static bool prefersHalfVectors(const llvm::TargetMachine &machine) {
  return machine.getMCSubtargetInfo()->checkFeatures("+prefer-256-bit");
}

/// Lets LLVM split larger vectors than it prefers.
static void allowHalfVectors(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("min-legal-vector-width", "0");
}

/// Returns the size of the vector registers that code for `machine` should use.
static int64_t getVectorBytes(const llvm::TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86())
    return 16;
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (subtarget.checkFeatures("+avx512f") && !prefersHalfVectors(machine))
    return 64;
  return subtarget.checkFeatures("+avx2") ? 32 : 16;
}

/// Makes the tables of emulated kernels internal: several object files have
/// kernels of the same name.
static void hideVariables(llvm::Module &code) {
  for (llvm::GlobalVariable &variable : code.globals())
    if (!variable.isDeclaration() && variable.hasExternalLinkage())
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Returns what the longest path does not include, and what is expected
/// instead, or an empty string if it is all of the latency.
static std::string describeMissing(const DependencePath &path) {
  auto at = [](const std::string &place) {
    return place.empty() ? "" : " at " + place;
  };
  if (path.hasLoops)
    return "the body of its loop" + at(path.loopPlace) +
           " is counted once; expected code without loops";
  if (!path.callees.empty())
    return "the cycles of '" + path.callees.front() + "', called" +
           at(path.callPlace) +
           ", are not counted; expected code without calls";
  return {};
}

void LatencyCheck::check(const PublicFunction &function,
                         const DependencePath &path) {
  if (function.targetLatency < 0)
    return;
  double nanoseconds = path.cycles / gigahertz;
  if (nanoseconds <= function.targetLatency) {
    if (std::string missing = describeMissing(path); !missing.empty())
      reportUnknown(function.loc, path.function, /*hasTarget=*/true, missing);
    return;
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.1f ns at %.2f GHz", nanoseconds, gigahertz);
  report(function.loc, isStrict)
      << "the longest path of dependences of '" << path.function << "' takes "
      << path.cycles << " cycles, " << text << ", but its target_latency_ns is "
      << function.targetLatency;
}

void LatencyCheck::reportUnknown(Location loc, StringRef name, bool hasTarget,
                                 const Twine &reason) {
  report(loc, isStrict && hasTarget)
      << "the latency of '" << name << "' is not known: " << reason;
}

// A type before `::zyn` would be its scope, and `zyn` alone is ambiguous.
auto ::zyn::compiler::compileToObject(ModuleOp module, StringRef name,
                                      const ObjectOptions &options)
    -> FailureOr<ObjectFile> {
  auto fail = [&](llvm::Error error) {
    return mlir::emitError(module.getLoc(), llvm::toString(std::move(error)));
  };
  const Target &target = *options.target;
  if (failed(target.verifySource(module)))
    return failure();
  auto machine = createHostMachine(options.processor);
  if (!machine)
    return fail(machine.takeError());

  ObjectFile object;
  object.gigahertz = ::zyn::runtime::calibrateClock().ticksPerNanosecond;
  LatencyCheck latencies(options.isStrict, object.gigahertz);
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isPublic() && getTargetLatency(function) >= 0)
      latencies.reportUnknown(function.getLoc(), function.getName(),
                              /*hasTarget=*/true,
                              "it is private, so that it may become a part of "
                              "its callers; expected "
                              "a public function");
  MLIRContext *context = module.getContext();
  markReadOnlyArguments(module);
  PassManager signatures(context);
  TargetOptions targetOptions = options.targetOptions;
  targetOptions.vectorBytes = getVectorBytes(**machine);
  target.addCSignaturePasses(signatures, targetOptions);
  if (failed(mlir::zyn::runPipeline(signatures, module)))
    return failure();
  FailureOr<std::string> header = printCHeader(module, name, target);
  if (failed(header))
    return failure();
  object.header = std::move(*header);
  auto functions = findPublicFunctions(module);
  if (functions.empty())
    return module.emitError("expected a public function to compile, found "
                            "none");
  PassManager lowering(context);
  target.addCFunctionPasses(lowering, targetOptions);
  if (failed(mlir::zyn::runPipeline(lowering, module)))
    return failure();

  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, llvmContext, name);
  if (!code)
    return failure();
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());
  allowHalfVectors(*code);
  addProcessorCheck(*code, **machine, options.processor.features);
  SmallVector<StringRef> entries;
  for (auto &[entry, function] : functions)
    entries.push_back(entry);
  if (target.launchesKernels())
    hideVariables(*code);
  optimizeForHost(*code, **machine, entries);
  if (!target.launchesKernels())
    addFirstTouch(*code, **machine);
  auto bytes = emitObject(*code, **machine);
  if (!bytes)
    return fail(bytes.takeError());
  object.bytes = std::move(*bytes);

  llvm::MemoryBufferRef buffer(
      StringRef(object.bytes.data(), object.bytes.size()), name);
  for (auto &[entry, function] : functions) {
    if (function.targetLatency < 0 && !options.findsAllPaths)
      continue;
    if (target.launchesKernels()) {
      latencies.reportUnknown(
          function.loc, entry, function.targetLatency >= 0,
          "it launches kernels, whose time is not estimated; expected a "
          "function for the host");
      continue;
    }
    auto path = findDependencePath(buffer, entry, **machine);
    if (!path) {
      latencies.reportUnknown(function.loc, entry, function.targetLatency >= 0,
                              llvm::toString(path.takeError()));
      continue;
    }
    latencies.check(function, *path);
    object.paths.push_back(std::move(*path));
  }
  if (failed(latencies.result()))
    return failure();
  return object;
}
