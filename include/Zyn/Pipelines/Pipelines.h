//===- Pipelines.h - The named lists of passes ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PIPELINES_PIPELINES_H
#define ZYN_PIPELINES_PIPELINES_H

#include "Zyn/Conversion/VMToFunc.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace zyn {

/// Options of the pipelines that end in GPU code.
struct GPUPipelineOptions : PassPipelineOptions<GPUPipelineOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("architecture that the PTX is for, such as sm_90a; what "
                     "is made for sm_80 runs on every later GPU"),
      llvm::cl::init("sm_80")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("PTX version, such as +ptx80; the least that the "
                     "architecture needs by default"),
      llvm::cl::init("")};
};

/// Options of `--zyn-to-emulator`.
struct EmulatorPipelineOptions : PassPipelineOptions<EmulatorPipelineOptions> {
  Option<bool> check{*this, "check",
                     llvm::cl::desc("check each access to memory"),
                     llvm::cl::init(true)};
};

/// Options of `--zyn-to-llvm`.
struct HostPipelineOptions : PassPipelineOptions<HostPipelineOptions> {
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("size of a vector register in bytes: 16, 32, 64, or 0 for "
                     "that of the machine that this runs on"),
      llvm::cl::init(0)};
};

/// Options of `--vm-optimize`.
struct VMOptimizeOptions : PassPipelineOptions<VMOptimizeOptions> {
  Option<bool> allowReassociation{
      *this, "allow-reassociation",
      llvm::cl::desc("fuse what changes how results of floats are rounded"),
      llvm::cl::init(false)};
  Option<bool> costModel{
      *this, "cost-model",
      llvm::cl::desc("choose formats of matrices by estimated time, not by the "
                     "share of non-zeros"),
      llvm::cl::init(false)};
  Option<uint64_t> maxIterations{
      *this, "max-iterations",
      llvm::cl::desc("the most iterations of a loop that is unrolled"),
      llvm::cl::init(32)};
  Option<uint64_t> maxInstructions{
      *this, "max-instructions",
      llvm::cl::desc("the most ops that a loop becomes"), llvm::cl::init(256)};
};

/// How programs of the matrix machine run: an option that is added to those of
/// another pipeline.
template <typename Options>
struct WithVMEngine : Options {
  typename Options::template Option<VMEngine> engine{
      *this, "engine", llvm::cl::desc("how programs run"),
      llvm::cl::init(VMEngine::AheadOfTime),
      llvm::cl::values(
          clEnumValN(VMEngine::AheadOfTime, "aot",
                     "compiled, the state in registers"),
          clEnumValN(VMEngine::Interpreter, "interpreter",
                     "an interpreter of the executable, in one kernel"),
          clEnumValN(VMEngine::Epochs, "epochs",
                     "an instruction an epoch, instances sorted by its "
                     "class"))};
};

struct VMHostOptions : PassPipelineOptions<VMHostOptions> {};
using VMPipelineOptions = WithVMEngine<VMHostOptions>;
using VMGPUPipelineOptions = WithVMEngine<GPUPipelineOptions>;
using VMEmulatorPipelineOptions = WithVMEngine<EmulatorPipelineOptions>;

/// Kernels that host code contains become functions: the schedule that a
/// program brings along is applied, and each `gpu.launch` outlined. The other
/// pipelines begin with this.
void addOutliningPasses(OpPassManager &manager);

/// Tensors to buffers: arguments are kept as they are, allocations are freed
/// where their last use is. What `--zyn-bufferize` runs.
void buildBufferizePipeline(OpPassManager &manager);

/// Zyn and upstream's ops on tensors to the LLVM dialect for the host, with a C
/// interface for every public function. What `--zyn-to-llvm` runs.
void buildZynToLLVMPipeline(OpPassManager &manager,
                            const HostPipelineOptions &options);

/// Zyn on tensors to kernels, in the kernel dialect, and host code that
/// launches them. What `--zyn-to-kernel` runs.
void buildZynToKernelPipeline(OpPassManager &manager);

/// On to the gpu, nvgpu, memref and vector dialects. `--zyn-to-gpu`.
void buildZynToGPUPipeline(OpPassManager &manager);

/// On to kernels in the nvvm and llvm dialects, with their target attached.
/// `--zyn-to-nvvm`.
void buildZynToNVVMPipeline(OpPassManager &manager,
                            const GPUPipelineOptions &options);

/// On to PTX inside host code in the LLVM dialect that calls the runtime.
/// `--zyn-to-cuda`.
void buildZynToCUDAPipeline(OpPassManager &manager,
                            const GPUPipelineOptions &options);

/// Zyn on tensors to kernels for the emulator and host code that launches them,
/// all in the LLVM dialect. `--zyn-to-emulator`.
void buildZynToEmulatorPipeline(OpPassManager &manager,
                                const EmulatorPipelineOptions &options);

/// Partial evaluation, unrolling, fusion and dead state of programs of the
/// machine, and the formats of their matrices. `--vm-optimize`.
void buildVMOptimizePipeline(OpPassManager &manager,
                             const VMOptimizeOptions &options);

/// Programs of the matrix machine to functions of the host, in the LLVM
/// dialect. What `--vm-to-llvm` runs.
void buildVMToLLVMPipeline(OpPassManager &manager,
                           const VMPipelineOptions &options);

/// Programs of the matrix machine to kernels in the nvvm dialect.
/// `--vm-to-nvvm`.
void buildVMToNVVMPipeline(OpPassManager &manager,
                           const VMGPUPipelineOptions &options);

/// On to PTX inside host code in the LLVM dialect. `--vm-to-cuda`.
void buildVMToCUDAPipeline(OpPassManager &manager,
                           const VMGPUPipelineOptions &options);

/// Programs of the matrix machine to kernels for the emulator, and host code.
/// `--vm-to-emulator`.
void buildVMToEmulatorPipeline(OpPassManager &manager,
                               const VMEmulatorPipelineOptions &options);

/// Kernels in the kernel dialect to functions for the emulator.
void addKernelToEmulatorPasses(OpPassManager &manager,
                               const EmulatorPipelineOptions &options);

/// Kernels in the kernel dialect to the nvvm and llvm dialects.
void addKernelToNVVMPasses(OpPassManager &manager,
                           const GPUPipelineOptions &options);

/// These to PTX inside host code in the LLVM dialect.
void addNVVMToCUDAPasses(OpPassManager &manager);

/// Lowers host code on buffers, without linalg or parallel loops, to the LLVM
/// dialect: the end of all pipelines that end in host code.
void addHostToLLVMPasses(OpPassManager &manager);

/// Registers every pipeline under its command-line name.
void registerPipelines();

} // namespace zyn
} // namespace mlir

#endif // ZYN_PIPELINES_PIPELINES_H
