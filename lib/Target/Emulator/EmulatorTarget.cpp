//===- EmulatorTarget.cpp - Target of the emulator ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Target/Target.h"

#include "mlir/Pass/PassManager.h"

using namespace zyn::compiler;
using zyn::runtime::Error;

static void setOptions(mlir::zyn::EmulatorPipelineOptions &pipeline,
                       const TargetOptions &options) {
  if (!options.chip.empty())
    pipeline.chip = options.chip;
  pipeline.check = options.check;
}

namespace {
class EmulatorTarget : public Target {
public:
  llvm::StringRef getName() const override { return "emulator"; }

  zyn::runtime::DeviceKind getDeviceKind() const override {
    return zyn::runtime::DeviceKind::Emulator;
  }

  Error verifyOptions(const TargetOptions &options) const override {
    llvm::StringRef chip = options.chip;
    unsigned number;
    if (!chip.empty() &&
        (!chip.consume_front("sm_") || chip.consumeInteger(10, number)))
      return Error("unknown chip '" + options.chip +
                   "': expected an architecture such as sm_80 or sm_90a");
    return Error::success();
  }

  void addFunctionPasses(LoweringPasses passes,
                         const TargetOptions &options) const override {
    mlir::zyn::EmulatorPipelineOptions pipeline;
    setOptions(pipeline, options);
    mlir::zyn::buildZynToKernelPipeline(passes.kernels, pipeline);
    mlir::zyn::addKernelToEmulatorPasses(passes.host, pipeline);
  }

  void addCSignaturePasses(mlir::OpPassManager &manager,
                           const TargetOptions &) const override {
    mlir::zyn::addZynToCSignaturePasses(manager, /*forKernels=*/true);
  }

  void addCFunctionPasses(mlir::OpPassManager &manager,
                          const TargetOptions &options) const override {
    mlir::zyn::EmulatorPipelineOptions pipeline;
    setOptions(pipeline, options);
    mlir::zyn::addBuffersToKernelPasses(manager, pipeline);
    mlir::zyn::addKernelToEmulatorPasses(manager, pipeline, getDeviceName());
  }

  void addProgramPasses(LoweringPasses passes, mlir::zyn::VMEngine engine,
                        const TargetOptions &options) const override {
    mlir::zyn::VMEmulatorPipelineOptions pipeline;
    setOptions(pipeline, options);
    pipeline.engine = engine;
    mlir::zyn::buildVMToEmulatorPipeline(passes.host, pipeline);
  }

  void addInstancePasses(LoweringPasses passes,
                         const TargetOptions &options) const override {
    mlir::zyn::EmulatorPipelineOptions pipeline;
    setOptions(pipeline, options);
    mlir::zyn::buildInstanceToEmulatorPipeline(passes.host, pipeline);
  }

  llvm::SmallVector<Stage>
  getFunctionStages(const TargetOptions &options) const override {
    return {{"zyn-bufferize", mlir::zyn::buildBufferizePipeline},
            {"zyn-to-kernel", [options](mlir::OpPassManager &manager) {
               mlir::zyn::EmulatorPipelineOptions pipeline;
               setOptions(pipeline, options);
               mlir::zyn::buildZynToKernelPipeline(manager, pipeline);
             }}};
  }

  /// Emulated kernels are host code.
  bool optimizesHostCode() const override { return true; }
};
} // namespace

const Target &zyn::compiler::getEmulatorTarget() {
  static const EmulatorTarget target;
  return target;
}
