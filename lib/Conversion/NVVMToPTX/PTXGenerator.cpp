//===- PTXGenerator.cpp - LLVM IR to PTX ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXGenerator.h"

#include "FatalErrors.h"
#include "FrequentCallees.h"
#include "FunctionRegisters.h"
#include "InternalSymbols.h"
#include "ModuleParts.h"
#include "OpaqueNegations.h"
#include "Optimizer.h"

#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"
#include "Zyn/Support/GPULimits.h"
#include "Zyn/Support/ParallelFor.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

/// Returns the level of the code generator. At the highest one, it numbers all
/// values again, twice, which does not change the PTX of a kernel with unrolled
/// blocks. Others spill fewer registers with it.
static llvm::CodeGenOptLevel getLevel(const llvm::Module &module) {
  return llvm::any_of(module, mlir::zyn::hasUnrolledBlock)
             ? llvm::CodeGenOptLevel::Default
             : llvm::CodeGenOptLevel::Aggressive;
}

/// Returns whether the warps of a kernel exchange registers, as those do that
/// load the operands of other warps' matmuls.
static bool exchangesRegisters(const llvm::Function &function) {
  auto setsRegisters = [](const llvm::Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() ==
                       llvm::Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32;
  };
  return llvm::any_of(llvm::instructions(function), setsRegisters);
}

namespace {
/// Leaves out the reduction of the strength of address arithmetic, for kernels
/// that have so little of it that their machine code is the same without, but
/// which take a tenth of the time of their code generation for it.
struct SkipStrengthReduction : llvm::OptPassGate {
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "slsr";
  }
  bool isEnabled() const override { return true; }
};

/// Makes errors fatal that LLVM would print, such as those of inline assembly,
/// before it ends the process.
struct FatalDiagnostics : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override {
    if (diagnostic.getSeverity() != llvm::DS_Error)
      return false;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    diagnostic.print(printer);
    llvm::reportFatalUsageError(llvm::StringRef(text));
  }
};
} // namespace

/// Returns whether a thread of a kernel has fewer registers than the hardware
/// allows, because of a limit or of the threads that have to be resident.
static bool hasRegisterLimit(const llvm::Function &function) {
  if (function.hasFnAttribute("nvvm.maxnreg"))
    return true;
  if (exchangesRegisters(function))
    return false;
  return mlir::zyn::getRegisterLimit(function) <
         ::zyn::limits::maxRegistersPerThread;
}

/// Adds the passes of the code generator, as `addPassesToEmitFile` does, for
/// the functions in `functions`, which the passes own. If registers are
/// limited, computations are not sunk to the blocks that use them: operands
/// would be live for longer than the value, and `ptxas` does not move
/// computations back to avoid spills.
static llvm::Error
addCodeGenerator(llvm::legacy::PassManager &passes, llvm::TargetMachine &target,
                 llvm::MachineModuleInfoWrapperPass *functions,
                 llvm::raw_pwrite_stream &stream, bool limitsRegisters) {
  llvm::TargetPassConfig *config = target.createPassConfig(passes);
  config->setDisableVerify(true);
  if (limitsRegisters)
    config->disablePass(&llvm::MachineSinkingLegacyID);
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses())
    return llvm::createStringError("the target does not select instructions");
  config->addMachinePasses();
  config->setInitialized();
  if (target.addAsmPrinter(passes, stream, nullptr,
                           llvm::CodeGenFileType::AssemblyFile,
                           functions->getMMI().getContext()))
    return llvm::createStringError("the target does not emit assembly");
  passes.add(llvm::createFreeMachineFunctionPass());
  return llvm::Error::success();
}

namespace {
struct PTXPart {
  std::string text;
  mlir::zyn::FunctionRegisters registers;
  mlir::zyn::PTXError error;
};
} // namespace

static bool isCalled(const llvm::Function &function) {
  return !function.isDeclaration() &&
         function.getCallingConv() != llvm::CallingConv::PTX_Kernel;
}

/// Sets `functions` to those whose code is being generated. `limitsRegisters`
/// is whether a kernel in any part has a limit.
static llvm::Error generate(llvm::Module &module, NVVM::NVVMTargetAttr target,
                            bool limitsRegisters,
                            llvm::function_ref<void()> nameAddedSymbols,
                            PTXPart &part,
                            llvm::MachineModuleInfoWrapperPass *&functions) {
  llvm::Triple triple(target.getTriple());
  std::string problem =
      kernel::getTargetProblem(target.getChip(), target.getFeatures());
  if (!problem.empty())
    return llvm::createStringError(problem);
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!backend)
    return llvm::createStringError(problem);
  std::unique_ptr<llvm::TargetMachine> machine(backend->createTargetMachine(
      triple, target.getChip(), target.getFeatures(), {}, {}, {},
      llvm::CodeGenOptLevel::Aggressive));
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
  mlir::zyn::optimize(module, target.getO(), *machine);
  nameAddedSymbols();
  machine->setOptLevel(getLevel(module));
  // Not before LLVM's optimizations, which would combine the operands of a max
  // differently, and not for new GPUs alone, since the driver compiles PTX for
  // an older GPU to code for the present one.
  for (llvm::Function &function : module)
    mlir::zyn::makeNegationsOpaque(function);
  part.registers = mlir::zyn::FunctionRegisters(module);
  mlir::zyn::InternalSymbols symbols;
  mlir::zyn::makeFrequentCalleesExternal(module, symbols);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  functions = new llvm::MachineModuleInfoWrapperPass(machine.get());
  if (llvm::Error error = addCodeGenerator(
          passes, *machine, functions, stream,
          llvm::any_of(module, hasRegisterLimit) ||
              (limitsRegisters && llvm::any_of(module, isCalled))))
    return error;
  SkipStrengthReduction skip;
  llvm::OptPassGate &gate = module.getContext().getOptPassGate();
  if (llvm::any_of(module, exchangesRegisters))
    module.getContext().setOptPassGate(skip);
  passes.run(module);
  module.getContext().setOptPassGate(gate);
  part.text = symbols.makeInternal(text.str());
  return llvm::Error::success();
}

/// Returns the function whose code was being generated: that of the others is
/// freed, or not there yet.
static std::string findCurrent(const llvm::Module &module,
                               llvm::MachineModuleInfoWrapperPass *functions) {
  if (functions)
    for (const llvm::Function &function : module)
      if (functions->getMMI().getMachineFunction(function))
        return function.getName().str();
  return {};
}

/// Calls `generate`, and returns its error, which has no reason if there is
/// none.
static mlir::zyn::PTXError catchErrors(
    llvm::Module &module,
    llvm::function_ref<llvm::Error(llvm::MachineModuleInfoWrapperPass *&)>
        generate) {
  module.getContext().setDiagnosticHandler(
      std::make_unique<FatalDiagnostics>());
  llvm::MachineModuleInfoWrapperPass *functions = nullptr;
  mlir::zyn::PTXError error;
  std::optional<std::string> fatal = mlir::zyn::catchFatalError(
      [&] { error.reason = llvm::toString(generate(functions)); });
  if (fatal)
    error = {*fatal, /*isFatal=*/true, findCurrent(module, functions)};
  return error;
}

FailureOr<std::string> mlir::zyn::generatePTX(llvm::Module &module,
                                              NVVM::NVVMTargetAttr target,
                                              PTXError &error) {
  bool limitsRegisters = llvm::any_of(module, hasRegisterLimit);
  ModuleParts moduleParts(module);
  std::vector<PTXPart> parts(moduleParts.size());
  ::zyn::parallelFor(parts.size(), [&](size_t i) {
    moduleParts.visit(i, [&](llvm::Module &part) {
      auto nameAddedSymbols = [&] { moduleParts.nameAddedSymbols(part, i); };
      parts[i].error = catchErrors(
          part, [&](llvm::MachineModuleInfoWrapperPass *&functions) {
            return generate(part, target, limitsRegisters, nameAddedSymbols,
                            parts[i], functions);
          });
      return !parts[i].error.isFatal;
    });
  });
  std::vector<std::string> texts;
  FunctionRegisters registers;
  for (PTXPart &part : parts) {
    if (!part.error.reason.empty()) {
      error = std::move(part.error);
      return failure();
    }
    texts.push_back(std::move(part.text));
    registers.merge(part.registers);
  }
  return moduleParts.join(texts, registers.getDeclaration());
}
