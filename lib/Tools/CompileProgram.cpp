//===- CompileProgram.cpp - From programs to code to call -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileProgram.h"
#include "Chip.h"
#include "DiagnosticCollector.h"
#include "Zyn/Dialect/VM/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Target/VMExecutable/Decode.h"
#include "Zyn/Target/VMExecutable/Encode.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace vm = mlir::vm;
using zyn::runtime::Error;
using zyn::runtime::Expected;

/// What an executable needs and a program may leave open: launches in phases,
/// places of buffers.
static mlir::LogicalResult complete(mlir::ModuleOp module) {
  mlir::PassManager manager(module.getContext());
  manager.addNestedPass<vm::ProgramOp>(vm::createVMSchedulePhases());
  manager.addNestedPass<vm::ProgramOp>(vm::createVMAllocateBuffers());
  return manager.run(module);
}

Expected<std::string> zyn::tools::encodeProgram(mlir::ModuleOp module,
                                                const std::string &file,
                                                const std::string &name) {
  std::string names;
  vm::ProgramOp chosen;
  int count = 0;
  for (auto program : module.getOps<vm::ProgramOp>()) {
    names +=
        (names.empty() ? "'" : ", '") + vm::escape(program.getSymName()) + "'";
    ++count;
    if (name.empty() || program.getSymName() == name)
      chosen = program;
  }
  if (!chosen)
    return Error(file + ": error: no program '" + name +
                 "' to run; the programs are " + names);
  if (name.empty() && count > 1)
    return Error(file + ": error: the programs are " + names +
                 "; choose with --entry");
  DiagnosticCollector diagnostics(*module.getContext(), file);
  // Others may be wrong, and are not run.
  for (auto program :
       llvm::make_early_inc_range(module.getOps<vm::ProgramOp>()))
    if (program != chosen)
      program.erase();
  if (mlir::failed(complete(module)))
    return diagnostics.takeError("cannot complete the program");
  mlir::FailureOr<llvm::SmallVector<char>> bytes = vm::encodeProgram(chosen);
  if (mlir::failed(bytes))
    return diagnostics.takeError("cannot encode the program");
  return std::string(bytes->begin(), bytes->end());
}

static Error buildPipeline(mlir::PassManager &manager,
                           const zyn::runtime::Device &device,
                           mlir::zyn::VMEngine engine, bool check) {
  if (device.kind == zyn::runtime::DeviceKind::CPU) {
    mlir::zyn::VMPipelineOptions options;
    options.engine = engine;
    mlir::zyn::buildVMToLLVMPipeline(manager, options);
    return Error::success();
  }
  if (device.kind == zyn::runtime::DeviceKind::Emulator) {
    mlir::zyn::VMEmulatorPipelineOptions options;
    options.engine = engine;
    options.check = check;
    mlir::zyn::buildVMToEmulatorPipeline(manager, options);
    return Error::success();
  }
  mlir::zyn::VMGPUPipelineOptions options;
  options.engine = engine;
  Expected<std::string> chip = zyn::tools::chooseChip(device);
  if (!chip)
    return chip.takeError();
  options.chip = *chip;
  mlir::zyn::buildVMToCUDAPipeline(manager, options);
  return Error::success();
}

Expected<zyn::tools::HostJIT> zyn::tools::compileProgram(
    mlir::MLIRContext &context, const vm::Executable &program,
    const runtime::Device &device, mlir::zyn::VMEngine engine, bool check,
    const std::string &file) {
  DiagnosticCollector diagnostics(context, file);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      vm::decodeProgram(program, &context);
  // Functions are named after the program: by a name that nobody else has.
  static constexpr char name[] = "zyn_program";
  for (auto op : module->getOps<vm::ProgramOp>())
    op.setSymName(name);
  mlir::PassManager manager(&context);
  if (Error error = buildPipeline(manager, device, engine, check))
    return error;
  if (mlir::failed(manager.run(*module)))
    return diagnostics.takeError("cannot compile the program");
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(*module, *llvmContext, file);
  if (!llvmModule)
    return diagnostics.takeError("cannot compile the program");
  return HostJIT::compile(std::move(llvmModule), std::move(llvmContext),
                          std::string("_mlir_ciface_") + name,
                          device.kind != runtime::DeviceKind::CUDA);
}
