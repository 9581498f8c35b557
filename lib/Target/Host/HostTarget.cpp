//===- HostTarget.cpp - Target of the host's processor --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Target/Target.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/TargetSelect.h"

using namespace zyn::compiler;

namespace {
class HostTarget : public Target {
public:
  llvm::StringRef getName() const override { return "host"; }

  zyn::runtime::DeviceKind getDeviceKind() const override {
    return zyn::runtime::DeviceKind::CPU;
  }

  void initialize() const override {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    // Object files may contain inline assembly.
    llvm::InitializeNativeTargetAsmParser();
    llvm::InitializeNativeTargetDisassembler();
  }

  mlir::LogicalResult verifySource(mlir::ModuleOp module) const override {
    auto result = module.walk([](mlir::Operation *op) {
      if (!llvm::isa<mlir::gpu::LaunchFuncOp, mlir::gpu::LaunchOp>(op))
        return mlir::WalkResult::advance();
      op->emitOpError("launches a kernel, which the device 'cpu' cannot run; "
                      "use a GPU or the emulator (--device emulate)");
      return mlir::WalkResult::interrupt();
    });
    return mlir::failure(result.wasInterrupted());
  }

  void addFunctionPasses(LoweringPasses passes,
                         const TargetOptions &) const override {
    mlir::zyn::buildZynToLLVMPipeline(passes.host,
                                      mlir::zyn::HostPipelineOptions());
  }

  void addCSignaturePasses(mlir::OpPassManager &manager,
                           const TargetOptions &options) const override {
    mlir::zyn::HostPipelineOptions loops;
    loops.vectorBytes = options.vectorBytes;
    mlir::zyn::addZynToCSignaturePasses(manager, /*forKernels=*/false);
    // Whose constraints require workspaces, which are arguments, too.
    mlir::zyn::addBuffersToLoopsPasses(manager, loops,
                                       mlir::zyn::HostLibrary::C);
  }

  void addCFunctionPasses(mlir::OpPassManager &manager,
                          const TargetOptions &) const override {
    mlir::zyn::addCSignatureToLLVMPasses(manager);
  }

  void addProgramPasses(LoweringPasses passes, mlir::zyn::VMEngine engine,
                        const TargetOptions &) const override {
    mlir::zyn::VMPipelineOptions options;
    options.engine = engine;
    mlir::zyn::buildVMToLLVMPipeline(passes.host, options);
  }

  void addInstancePasses(LoweringPasses passes,
                         const TargetOptions &) const override {
    mlir::zyn::buildInstanceToLLVMPipeline(passes.host);
  }

  llvm::SmallVector<Stage>
  getFunctionStages(const TargetOptions &) const override {
    return {{"zyn-bufferize", mlir::zyn::buildHostBufferizePipeline}};
  }

  bool launchesKernels() const override { return false; }
  bool optimizesHostCode() const override { return true; }
  bool readsArraysInPlace() const override { return true; }
};
} // namespace

const Target &zyn::compiler::getHostTarget() {
  static const HostTarget target;
  return target;
}
