//===- InstancePipeline.cpp - From instances to code ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addInstanceToKernel(OpPassManager &manager) {
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(zyn::createConvertInstanceToKernel());
  // Of small programs, most functions are those of the library.
  manager.addNestedPass<gpu::GPUModuleOp>(createSymbolDCEPass());
}

void zyn::buildInstanceToNVVMPipeline(OpPassManager &manager,
                                      const GPUPipelineOptions &options) {
  addInstanceToKernel(manager);
  manager.addNestedPass<gpu::GPUModuleOp>(createZynCanonicalizeNaNs());
  addKernelToNVVMPasses(manager, options);
}

void zyn::buildInstanceToCUDAPipeline(OpPassManager &manager,
                                      const GPUPipelineOptions &options) {
  buildInstanceToNVVMPipeline(manager, options);
  addNVVMToCUDAPasses(manager);
}

void zyn::buildInstanceToEmulatorPipeline(
    OpPassManager &manager, const EmulatorPipelineOptions &options) {
  addInstanceToKernel(manager);
  addKernelToEmulatorPasses(manager, options);
}

void zyn::buildInstanceToLLVMPipeline(OpPassManager &manager) {
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertInstanceToRuntime());
  // Not the passes of tensor programs, which expand functions in ways that do
  // not keep NaNs and signed zeros apart.
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createZynCheckLowered());
}
