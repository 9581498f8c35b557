//===- VMPipeline.cpp - From programs of the VM to code -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Dialect/VM/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addVMToFunc(OpPassManager &manager, zyn::VMEngine engine,
                        bool device) {
  manager.addPass(zyn::createZynCheckInput());
  // Fills in what the program does not specify.
  manager.addNestedPass<vm::ProgramOp>(vm::createVMSchedulePhases());
  manager.addNestedPass<vm::ProgramOp>(vm::createVMAllocateBuffers());
  zyn::ConvertVMToFuncOptions options;
  options.engine = engine;
  options.device = device;
  manager.addPass(zyn::createConvertVMToFunc(options));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void zyn::buildVMToLLVMPipeline(OpPassManager &manager,
                                const VMPipelineOptions &options) {
  addVMToFunc(manager, options.engine, /*device=*/false);
  manager.addPass(createConvertSCFParallelToRuntime());
  manager.addPass(createZynExportFunctions());
  addHostToLLVMPasses(manager);
  manager.addPass(createZynCheckLowered());
}

void zyn::buildVMToNVVMPipeline(OpPassManager &manager,
                                const VMGPUPipelineOptions &options) {
  addVMToFunc(manager, options.engine, /*device=*/true);
  addKernelToNVVMPasses(manager, options);
}

void zyn::buildVMToCUDAPipeline(OpPassManager &manager,
                                const VMGPUPipelineOptions &options) {
  buildVMToNVVMPipeline(manager, options);
  addNVVMToCUDAPasses(manager);
}

void zyn::buildVMToEmulatorPipeline(OpPassManager &manager,
                                    const VMEmulatorPipelineOptions &options) {
  addVMToFunc(manager, options.engine, /*device=*/true);
  addKernelToEmulatorPasses(manager, options);
}
