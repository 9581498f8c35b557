//===- PTXTarget.cpp - Target of NVIDIA's GPUs ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Target/Target.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"

using namespace zyn::compiler;
using zyn::runtime::Error;

/// That of the oldest GPUs, times ten, whose instructions kernels use.
static constexpr int lowestCapability = 70;

static void setOptions(mlir::zyn::GPUPipelineOptions &pipeline,
                       const TargetOptions &options) {
  if (!options.chip.empty())
    pipeline.chip = options.chip;
  if (!options.features.empty())
    pipeline.features = options.features;
}

static void addFunctionToNVVM(mlir::OpPassManager &manager,
                              const TargetOptions &options) {
  mlir::zyn::GPUPipelineOptions pipeline;
  setOptions(pipeline, options);
  mlir::zyn::buildZynToNVVMPipeline(manager, pipeline);
}

static void addProgramToNVVM(mlir::OpPassManager &manager,
                             mlir::zyn::VMEngine engine,
                             const TargetOptions &options) {
  mlir::zyn::VMGPUPipelineOptions pipeline;
  setOptions(pipeline, options);
  pipeline.engine = engine;
  mlir::zyn::buildVMToNVVMPipeline(manager, pipeline);
}

static void addInstancesToNVVM(mlir::OpPassManager &manager,
                               const TargetOptions &options) {
  mlir::zyn::GPUPipelineOptions pipeline;
  setOptions(pipeline, options);
  mlir::zyn::buildInstanceToNVVMPipeline(manager, pipeline);
}

namespace {
class PTXTarget : public Target {
public:
  llvm::StringRef getName() const override { return "ptx"; }

  zyn::runtime::DeviceKind getDeviceKind() const override {
    return zyn::runtime::DeviceKind::CUDA;
  }

  Error setDefaults(const zyn::runtime::Device &device,
                    TargetOptions &options) const override {
    int capability = device.capabilityMajor * 10 + device.capabilityMinor;
    if (capability < lowestCapability)
      return Error("device " + device.label() + " (" + device.name +
                   ") has compute capability " +
                   std::to_string(device.capabilityMajor) + "." +
                   std::to_string(device.capabilityMinor) +
                   ", expected 7.0 or higher");
    if (!options.chip.empty())
      return Error::success();
    options.chip = mlir::kernel::getNewestChip(capability);
    // With the ops of warpgroups.
    if (options.chip == "sm_90")
      options.chip = "sm_90a";
    return Error::success();
  }

  Error verifyOptions(const TargetOptions &options) const override {
    mlir::zyn::GPUPipelineOptions pipeline;
    setOptions(pipeline, options);
    std::string problem =
        mlir::kernel::getTargetProblem(pipeline.chip, pipeline.features);
    auto architecture = mlir::kernel::Architecture::parse(pipeline.chip);
    if (problem.empty() && architecture && architecture->sm < lowestCapability)
      problem = "chip '" + pipeline.chip.getValue() +
                "' is too old: expected sm_" +
                std::to_string(lowestCapability) + " or a later one";
    return problem.empty() ? Error::success() : Error(problem);
  }

  void addFunctionPasses(LoweringPasses passes,
                         const TargetOptions &options) const override {
    addFunctionToNVVM(passes.kernels, options);
    passes.kernels.addPass(mlir::zyn::createConvertNVVMToPTX());
    mlir::zyn::addNVVMToCUDAPasses(passes.host);
  }

  void addCSignaturePasses(mlir::OpPassManager &manager,
                           const TargetOptions &) const override {
    mlir::zyn::addZynToCSignaturePasses(manager, /*forKernels=*/true);
  }

  void addCFunctionPasses(mlir::OpPassManager &manager,
                          const TargetOptions &options) const override {
    mlir::zyn::GPUPipelineOptions pipeline;
    setOptions(pipeline, options);
    mlir::zyn::addBuffersToKernelPasses(manager, pipeline);
    mlir::zyn::addKernelToNVVMPasses(manager, pipeline);
    mlir::zyn::addNVVMToCUDAPasses(manager, getDeviceName());
  }

  void addProgramPasses(LoweringPasses passes, mlir::zyn::VMEngine engine,
                        const TargetOptions &options) const override {
    addProgramToNVVM(passes.kernels, engine, options);
    passes.kernels.addPass(mlir::zyn::createConvertNVVMToPTX());
    mlir::zyn::addNVVMToCUDAPasses(passes.host);
  }

  void addInstancePasses(LoweringPasses passes,
                         const TargetOptions &options) const override {
    addInstancesToNVVM(passes.kernels, options);
    passes.kernels.addPass(mlir::zyn::createConvertNVVMToPTX());
    mlir::zyn::addNVVMToCUDAPasses(passes.host);
  }

  llvm::SmallVector<Stage>
  getFunctionStages(const TargetOptions &options) const override {
    return {{"zyn-bufferize", mlir::zyn::buildBufferizePipeline},
            {"zyn-to-kernel",
             [options](mlir::OpPassManager &manager) {
               mlir::zyn::GPUPipelineOptions pipeline;
               setOptions(pipeline, options);
               mlir::zyn::buildZynToKernelPipeline(manager, pipeline);
             }},
            {"zyn-to-gpu",
             [options](mlir::OpPassManager &manager) {
               mlir::zyn::GPUPipelineOptions pipeline;
               setOptions(pipeline, options);
               mlir::zyn::buildZynToGPUPipeline(manager, pipeline);
             }},
            {"zyn-to-nvvm", [options](mlir::OpPassManager &manager) {
               addFunctionToNVVM(manager, options);
             }}};
  }

  llvm::SmallVector<Stage>
  getProgramStages(mlir::zyn::VMEngine engine,
                   const TargetOptions &options) const override {
    return {{"vm-to-nvvm", [engine, options](mlir::OpPassManager &manager) {
               addProgramToNVVM(manager, engine, options);
             }}};
  }

  bool optimizesHostCode() const override { return false; }

  bool hasMeasurableTiles() const override { return true; }

  /// Returns the PTX of all GPU modules in one text with a single header.
  std::string getImage(mlir::ModuleOp module) const override {
    std::string image;
    module.walk([&](mlir::gpu::BinaryOp binary) {
      for (mlir::Attribute attribute : binary.getObjects()) {
        llvm::StringRef text = llvm::cast<mlir::gpu::ObjectAttr>(attribute)
                                   .getObject()
                                   .getValue()
                                   .rtrim('\0');
        if (!image.empty())
          text = text.substr(text.find(".address_size")).split('\n').second;
        image += text;
      }
    });
    return image;
  }
};
} // namespace

const Target &zyn::compiler::getPTXTarget() {
  static const PTXTarget target;
  return target;
}
