//===- GPUPipeline.cpp - From tensors to PTX ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/Transforms/Passes.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void zyn::buildZynToKernelPipeline(OpPassManager &manager,
                                   const KernelPipelineOptions &options) {
  buildBufferizePipeline(manager);
  addBuffersToKernelPasses(manager, options);
}

void zyn::addBuffersToKernelPasses(OpPassManager &manager,
                                   const KernelPipelineOptions &options) {
  manager.addPass(createZynInsertRuntimeChecks());
  ConvertZynToKernelOptions lowering;
  lowering.chip = options.chip;
  lowering.tile = options.tile;
  manager.addPass(createConvertZynToKernel(lowering));
  manager.addPass(createZynMergeKernels());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(kernel::createKernelMergeLaunches());
}

void zyn::buildZynToGPUPipeline(OpPassManager &manager,
                                const KernelPipelineOptions &options) {
  buildZynToKernelPipeline(manager, options);
  manager.addNestedPass<gpu::GPUModuleOp>(createConvertKernelToGPU());
}

static std::unique_ptr<Pass>
createCanonicalizer(GreedySimplifyRegionLevel level) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(level);
  return createCanonicalizerPass(config);
}

void zyn::addKernelToNVVMPasses(OpPassManager &manager,
                                const GPUPipelineOptions &options) {
  manager.addNestedPass<func::FuncOp>(createZynPlanBuffers());
  manager.addPass(kernel::createKernelFindDependences());
  OpPassManager &device = manager.nest<gpu::GPUModuleOp>();
  device.addPass(kernel::createKernelExpandForTarget({options.chip}));
  device.addPass(kernel::createKernelOverlapLaunches({options.chip}));
  kernel::KernelCheckTargetOptions target;
  target.chip = options.chip;
  target.features = options.features;
  device.addPass(kernel::createKernelCheckTarget(target));
  device.addPass(createConvertKernelToGPU());
  OpPassManager &mathPasses = device.nestAny();
  mathPasses.addPass(createConvertComplexToStandardPass());
  mathPasses.addPass(createZynExpandMath());
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f80", "f128"}; // reported by ConvertMathToNVVM
  mathPasses.addPass(math::createMathExtendToSupportedTypes(extend));
  device.addPass(createConvertFloat8ToInteger());
  device.addPass(createConvertMathToNVVM());
  // Instances have many functions, some with thousands of blocks. So what
  // follows runs on functions, of which only those that change are simplified
  // again, and simplifies blocks once, since that takes long.
  OpPassManager &functions = device.nestAny();
  functions.addPass(createLoopInvariantCodeMotionPass());
  functions.addPass(createCanonicalizer(GreedySimplifyRegionLevel::Disabled));
  functions.addPass(createCSEPass());
  functions.addPass(createConvertDivisionsToNVVM());
  functions.addPass(createLowerAffinePass());
  functions.addPass(createSCFToControlFlowPass());
  device.addPass(createConvertDeviceToNVVM());
  OpPassManager &lowered = device.nestAny();
  lowered.addPass(createReconcileUnrealizedCastsPass());
  lowered.addPass(createCanonicalizer(GreedySimplifyRegionLevel::Aggressive));
  lowered.addPass(createCSEPass());
  device.addPass(createZynMergeInlineAssembly());
  device.addPass(createZynCheckKernels());
}

void zyn::addLaunchesToLLVMPasses(OpPassManager &manager,
                                  std::unique_ptr<Pass> launches,
                                  StringRef cDevice) {
  bool isForC = !cDevice.empty();
  manager.addPass(isForC ? createZynExportToC() : createZynExportFunctions());
  manager.addPass(createConvertKernelToRuntime());
  manager.addPass(std::move(launches));
  addHostToLLVMPasses(manager);
  if (isForC)
    manager.addPass(createConvertLLVMToRuntime({cDevice.str()}));
}

void zyn::addNVVMToCUDAPasses(OpPassManager &manager, StringRef cDevice) {
  manager.addPass(createConvertNVVMToPTX());
  addLaunchesToLLVMPasses(manager, createConvertGPUToRuntime(), cDevice);
  manager.addPass(createZynCheckLowered());
}

void zyn::buildZynToNVVMPipeline(OpPassManager &manager,
                                 const GPUPipelineOptions &options) {
  buildZynToKernelPipeline(manager, options);
  addKernelToNVVMPasses(manager, options);
}

void zyn::buildZynToCUDAPipeline(OpPassManager &manager,
                                 const GPUPipelineOptions &options) {
  buildZynToNVVMPipeline(manager, options);
  addNVVMToCUDAPasses(manager);
}
