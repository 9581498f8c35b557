//===- Pipelines.cpp - Pass pipelines -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::zyn;

void zyn::addOutliningPasses(OpPassManager &manager) {
  manager.addPass(createZynApplySchedule());
  // Sinks constants of the host into the kernels that use them.
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
}

/// Lowers programs of other compilers: tosa to linalg, and tm_tensor to zyn.
/// Only passes that leave the other dialects alone.
static void addFrontEndPasses(OpPassManager &manager) {
  OpPassManager &function = manager.nest<func::FuncOp>();
  function.addPass(createConvertTosaScatterToZyn());
  function.addPass(createTosaToSCFPass());
  function.addPass(tosa::createTosaOptionalDecompositionsPass());
  function.addPass(tosa::createTosaInferShapesPass());
  function.addPass(tosa::createTosaMakeBroadcastablePass());
  function.addPass(tosa::createTosaToLinalgNamed());
  function.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  function.addPass(tosa::createTosaToLinalg());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  function.addPass(createTosaToArithPass(arith));
  function.addPass(createTosaToTensorPass());
  manager.addPass(createConvertTMTensorToZyn());
}

/// The pipeline `--convert-tosa-to-zyn`.
static void buildTosaToZynPipeline(OpPassManager &manager) {
  addFrontEndPasses(manager);
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createZynDecomposeTensorOps());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createConvertLinalgToZyn());
}

static void addBufferizePasses(OpPassManager &manager, bool forKernels,
                               bool isForC = false) {
  manager.addPass(createZynCheckInput());
  ZynCheckDevicesOptions devices;
  // Code for kernels runs on any GPU, or on the emulator.
  if (!forKernels)
    devices.device = "cpu";
  manager.addPass(createZynCheckDevices(devices));
  manager.addPass(createZynCheckKernelConstraints());
  manager.addPass(createZynLowerEncodings());
  addOutliningPasses(manager);
  manager.addPass(createConvertNVGPUToKernel());
  manager.addPass(createZynShareHostMemory());
  manager.addPass(createZynRejectRecursion());
  manager.addPass(createZynInline());
  addFrontEndPasses(manager);
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createZynDecomposeTensorOps({forKernels}));
  // Exporters compute dynamic sizes, and whether these are negative.
  manager.addPass(arith::createIntRangeOptimizationsPass());
  manager.addPass(createCanonicalizerPass());
  ConvertLinalgToZynOptions raising;
  // The host runs other loop nests of linalg as they are.
  raising.loopNests = forKernels;
  manager.addPass(createConvertLinalgToZyn(raising));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (forKernels)
    manager.addPass(createZynPropagateLayouts());
  manager.addPass(createZynSinkConcats());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createZynSinkReshapes());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createZynFuse());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createZynRaiseAttention());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createZynGroupHeads());
  manager.addPass(createZynFuseMovedEpilogues());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createZynAbsorbTransposes());
  if (forKernels)
    manager.addPass(createZynGroupOps());
  manager.addPass(createZynInsertTensorChecks());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createZynCheckBufferizable());
  manager.addPass(createZynProtectArguments());
  manager.addPass(createZynMaterializeLoopResults());
  manager.addPass(createZynExpandConcats());
  manager.addPass(createZynSplitEmptyTensors());
  manager.addPass(createZynBoundAliasSets());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  manager.addPass(createZynCopyStridedResults());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // For loops that --zyn-materialize-loop-results leaves alone.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createZynForwardCopies());
  if (isForC)
    manager.addPass(createZynBufferResultsToArguments());
  manager.addPass(createZynDropDeallocations());
  manager.addPass(createZynFreeLocalBuffers());
  // Like upstream's buildBufferDeallocationPipeline.
  manager.addPass(memref::createExpandReallocPass({/*emitDeallocs=*/false}));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(bufferization::createBufferDeallocationSimplificationPass());
  manager.addPass(createZynLowerDeallocations());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  // A function that returns an argument, or a value twice, returns clones.
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void zyn::buildBufferizePipeline(OpPassManager &manager) {
  addBufferizePasses(manager, /*forKernels=*/true);
}

void zyn::buildHostBufferizePipeline(OpPassManager &manager) {
  addBufferizePasses(manager, /*forKernels=*/false);
}

void zyn::addZynToCSignaturePasses(OpPassManager &manager, bool forKernels) {
  addBufferizePasses(manager, forKernels, /*isForC=*/true);
}

/// Tools and libraries may register pipelines more than once.
static llvm::SetVector<StringRef> &getMutablePipelineNames() {
  static llvm::SetVector<StringRef> names;
  return names;
}

ArrayRef<StringRef> zyn::getPipelineNames() {
  return getMutablePipelineNames().getArrayRef();
}

/// Registers a pipeline. Unlike PassPipelineRegistration, this reports invalid
/// options as errors.
template <typename Options>
static void registerPipeline(StringRef argument, StringRef description,
                             void (*build)(OpPassManager &, const Options &)) {
  getMutablePipelineNames().insert(argument);
  registerPassPipeline(
      argument, description,
      [argument, build](OpPassManager &manager, StringRef text,
                        function_ref<LogicalResult(const Twine &)> report) {
        Options options;
        std::string error;
        llvm::raw_string_ostream stream(error);
        if (failed(options.parseFromString(text, stream))) {
          StringRef reason = StringRef(error).trim();
          reason.consume_front("<Pass-Options-Parser>: ");
          return report("'" + argument + "': " + reason);
        }
        build(manager, options);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> print) {
        print(Options());
      });
}

/// Registers a pipeline without options.
static void registerPipeline(StringRef argument, StringRef description,
                             void (*build)(OpPassManager &)) {
  getMutablePipelineNames().insert(argument);
  PassPipelineRegistration<>(argument, description, build);
}

void zyn::registerPipelines() {
  registerPipeline("zyn-bufferize",
                   "Convert tensors to buffers and deallocate them",
                   buildBufferizePipeline);
  registerPipeline("convert-tosa-to-zyn",
                   "Lower tosa to linalg, and raise it to zyn",
                   buildTosaToZynPipeline);
  registerPipeline<KernelPipelineOptions>(
      "zyn-to-kernel", "Lower zyn to kernels in the kernel dialect",
      buildZynToKernelPipeline);
  registerPipeline<KernelPipelineOptions>(
      "zyn-to-gpu", "Lower zyn to the gpu and nvgpu dialects",
      buildZynToGPUPipeline);
  registerPipeline<GPUPipelineOptions>(
      "zyn-to-nvvm", "Lower zyn to kernels in the nvvm dialect",
      buildZynToNVVMPipeline);
  registerPipeline<GPUPipelineOptions>(
      "zyn-to-cuda",
      "Lower zyn to PTX embedded in host code in the LLVM dialect",
      buildZynToCUDAPipeline);
  registerPipeline<EmulatorPipelineOptions>(
      "zyn-to-emulator",
      "Lower zyn to kernels for the emulator and host code in the LLVM dialect",
      buildZynToEmulatorPipeline);
  registerPipeline<HostPipelineOptions>(
      "zyn-to-llvm", "Lower zyn to the LLVM dialect for the host",
      buildZynToLLVMPipeline);
  registerPipeline("zyn-critical-path",
                   "Bring functions on buffers into a form in which their "
                   "constraints can be proved",
                   buildCriticalPathPipeline);
  registerPipeline("instance-to-llvm",
                   "Lower instances to the LLVM dialect for the host",
                   buildInstanceToLLVMPipeline);
  registerPipeline<GPUPipelineOptions>(
      "instance-to-nvvm", "Lower instances to a kernel in the nvvm dialect",
      buildInstanceToNVVMPipeline);
  registerPipeline<GPUPipelineOptions>(
      "instance-to-cuda",
      "Lower instances to PTX embedded in host code in the LLVM dialect",
      buildInstanceToCUDAPipeline);
  registerPipeline<EmulatorPipelineOptions>(
      "instance-to-emulator", "Lower instances to a kernel for the emulator",
      buildInstanceToEmulatorPipeline);
  registerPipeline<VMOptimizeOptions>("vm-optimize",
                                      "Optimize programs of the matrix VM",
                                      buildVMOptimizePipeline);
  registerPipeline<VMPipelineOptions>(
      "vm-to-llvm",
      "Lower programs of the matrix VM to the LLVM dialect for the host",
      buildVMToLLVMPipeline);
  registerPipeline<VMGPUPipelineOptions>(
      "vm-to-nvvm",
      "Lower programs of the matrix VM to kernels in the nvvm dialect",
      buildVMToNVVMPipeline);
  registerPipeline<VMGPUPipelineOptions>(
      "vm-to-cuda",
      "Lower programs of the matrix VM to PTX embedded in host code in the "
      "LLVM dialect",
      buildVMToCUDAPipeline);
  registerPipeline<VMEmulatorPipelineOptions>(
      "vm-to-emulator",
      "Lower programs of the matrix VM to kernels for the emulator",
      buildVMToEmulatorPipeline);
}
