//===- EmulatorPipeline.cpp - From tensors to emulated kernels ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void zyn::addKernelToEmulatorPasses(OpPassManager &manager,
                                    const EmulatorPipelineOptions &options,
                                    StringRef cDevice) {
  auto addOnDevice = [&](std::unique_ptr<Pass> pass) {
    manager.addNestedPass<gpu::GPUModuleOp>(std::move(pass));
  };
  addOnDevice(createConvertGPUToKernel());
  addOnDevice(kernel::createKernelExpandForTarget({options.chip}));
  addOnDevice(createLowerAffinePass());
  addOnDevice(createSCFToControlFlowPass());
  // Steps are ops of the program, so they are counted before ops are expanded.
  addOnDevice(createCountEmulatedSteps());
  addOnDevice(createConvertComplexToStandardPass());
  addOnDevice(createZynExpandMath());
  addOnDevice(createConvertFloat8ToInteger());
  addOnDevice(createConvertMathToPolynomials());
  addOnDevice(createConvertVectorToSCFPass());
  addOnDevice(createZynExpandDynamicShapes());
  addOnDevice(memref::createExpandStridedMetadataPass());
  addOnDevice(createLowerAffinePass());
  addOnDevice(createSCFToControlFlowPass());
  ConvertKernelToEmulatorOptions lowering;
  lowering.check = options.check;
  addOnDevice(createConvertKernelToEmulator(lowering));
  addOnDevice(createCanonicalizerPass());
  addOnDevice(createCSEPass());
  addLaunchesToLLVMPasses(manager, createConvertLaunchToEmulator(), cDevice);
  manager.addPass(createEmbedEmulatedKernels());
  manager.addPass(createConvertBF16ToInteger());
  manager.addPass(createZynCheckLowered());
}

void zyn::buildZynToEmulatorPipeline(OpPassManager &manager,
                                     const EmulatorPipelineOptions &options) {
  buildZynToKernelPipeline(manager, options);
  addKernelToEmulatorPasses(manager, options);
}
