//===- Translate.cpp - Translation to LLVM IR -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/Translate.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Pipelines/RunPipeline.h"
#include "Zyn/Target/Target.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;

static LogicalResult translateToLLVMIR(ModuleOp module, raw_ostream &output) {
  MLIRContext *context = module.getContext();
  context->printOpOnDiagnostic(false);
  const auto &target = ::zyn::compiler::getHostTarget();
  if (failed(target.verifySource(module)))
    return failure();
  PassManager kernels(context), host(context);
  if (module.getOps<vm::ProgramOp>().empty())
    target.addFunctionPasses({kernels, host}, {});
  else
    target.addProgramPasses({kernels, host}, mlir::zyn::VMEngine::AheadOfTime,
                            {});
  if (failed(mlir::zyn::runPipeline(host, module)))
    return failure();
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, llvmContext);
  if (!translated)
    return failure();
  output << *translated;
  return success();
}

void ::zyn::compiler::registerHostTranslation(
    void (*registerDialects)(DialectRegistry &registry)) {
  TranslateFromMLIRRegistration toLLVMIR(
      "zyn-to-llvmir", "Lower zyn or vm for the host and print the LLVM IR",
      translateToLLVMIR, registerDialects);
}
