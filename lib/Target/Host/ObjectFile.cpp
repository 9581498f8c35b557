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
} // namespace

static llvm::MapVector<StringRef, PublicFunction>
findPublicFunctions(ModuleOp module) {
  llvm::MapVector<StringRef, PublicFunction> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    mlir::zyn::ConstraintsAttr constraints =
        mlir::zyn::getConstraints(function);
    functions.insert({function.getName(),
                      {function.getLoc(),
                       constraints ? constraints.getTargetLatencyNs() : -1}});
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

static LogicalResult checkLatency(const DependencePath &path,
                                  const PublicFunction &function,
                                  double gigahertz, bool strict) {
  double nanoseconds = path.cycles / gigahertz;
  if (function.targetLatency < 0 || nanoseconds <= function.targetLatency)
    return success();
  InFlightDiagnostic diagnostic =
      strict ? mlir::emitError(function.loc) : mlir::emitWarning(function.loc);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.1f ns at %.2f GHz", nanoseconds, gigahertz);
  diagnostic << "the longest path of dependences of '" << path.function
             << "' takes " << path.cycles << " cycles, " << text
             << ", but its target_latency_ns is " << function.targetLatency;
  return success(!strict);
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

  object.gigahertz = ::zyn::runtime::calibrateClock().ticksPerNanosecond;
  llvm::MemoryBufferRef buffer(
      StringRef(object.bytes.data(), object.bytes.size()), name);
  bool isTooSlow = false;
  for (auto &[entry, function] : functions) {
    if (function.targetLatency < 0 && !options.findsAllPaths)
      continue;
    if (target.launchesKernels()) {
      mlir::emitWarning(function.loc, "the latency of '")
          << entry
          << "' is not known: it launches kernels, whose time is not estimated";
      continue;
    }
    auto path = findDependencePath(buffer, entry, **machine);
    if (!path) {
      mlir::emitWarning(function.loc, "the latency of '")
          << entry << "' is not known: " << llvm::toString(path.takeError());
      continue;
    }
    isTooSlow |= failed(
        checkLatency(*path, function, object.gigahertz, options.isStrict));
    object.paths.push_back(std::move(*path));
  }
  if (isTooSlow)
    return failure();
  return object;
}
