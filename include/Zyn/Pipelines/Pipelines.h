//===- Pipelines.h - Pass pipelines --------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PIPELINES_PIPELINES_H
#define ZYN_PIPELINES_PIPELINES_H

#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
class Pass;

namespace zyn {

/// Options of the pipelines to kernels.
struct KernelPipelineOptions : PassPipelineOptions<KernelPipelineOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("target architecture, such as sm_90a, which also "
                     "determines the schedules; PTX for sm_80 runs on every "
                     "later GPU"),
      llvm::cl::init("sm_80")};
  Option<int64_t> tile{
      *this, "tile",
      llvm::cl::desc("number of the tile in the table of matmuls that is used "
                     "instead of the one that the model selects"),
      llvm::cl::init(-1)};
};

/// Options of the pipelines that generate GPU code.
struct GPUPipelineOptions : KernelPipelineOptions {
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("PTX version, such as +ptx80; by default, the lowest that "
                     "the architecture needs"),
      llvm::cl::init("")};
};

/// Options of `--zyn-to-emulator`.
struct EmulatorPipelineOptions : KernelPipelineOptions {
  Option<bool> check{*this, "check", llvm::cl::desc("check each memory access"),
                     llvm::cl::init(true)};
};

/// Options of `--zyn-to-llvm`.
struct HostPipelineOptions : PassPipelineOptions<HostPipelineOptions> {
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("size of a vector register in bytes: 16, 32, 64, or 0 for "
                     "that of this machine"),
      llvm::cl::init(0)};
};

/// Options of `--vm-optimize`.
struct VMOptimizeOptions : PassPipelineOptions<VMOptimizeOptions> {
  Option<bool> allowReassociation{
      *this, "allow-reassociation",
      llvm::cl::desc("also fuse ops if that changes the rounding of floats"),
      llvm::cl::init(false)};
  Option<bool> costModel{
      *this, "cost-model",
      llvm::cl::desc("select matrix formats by estimated time instead of the "
                     "percentage of non-zeros"),
      llvm::cl::init(false)};
  Option<uint64_t> maxIterations{
      *this, "max-iterations",
      llvm::cl::desc("maximum number of iterations of a loop that is unrolled"),
      llvm::cl::init(32)};
  Option<uint64_t> maxInstructions{
      *this, "max-instructions",
      llvm::cl::desc("maximum number of ops that a loop is unrolled to"),
      llvm::cl::init(256)};
};

/// Adds an option for how programs of the matrix VM are executed to the options
/// of another pipeline.
template <typename Options>
struct WithVMEngine : Options {
  typename Options::template Option<VMEngine> engine{
      *this, "engine", llvm::cl::desc("how programs are executed"),
      llvm::cl::init(VMEngine::AheadOfTime),
      llvm::cl::values(
          clEnumValN(VMEngine::AheadOfTime, "aot",
                     "compiled, with the state in registers"),
          clEnumValN(VMEngine::Interpreter, "interpreter",
                     "an interpreter of the executable, in one kernel"),
          clEnumValN(VMEngine::Epochs, "epochs",
                     "one instruction in each epoch, with instances sorted by "
                     "instruction class"))};
};

struct VMHostOptions : PassPipelineOptions<VMHostOptions> {};
using VMPipelineOptions = WithVMEngine<VMHostOptions>;
using VMGPUPipelineOptions = WithVMEngine<GPUPipelineOptions>;
using VMEmulatorPipelineOptions = WithVMEngine<EmulatorPipelineOptions>;

/// Applies the transform schedule in the module and outlines each `gpu.launch`
/// in host code to a kernel. The other pipelines start with this.
void addOutliningPasses(OpPassManager &manager);

/// Converts tensors to buffers: arguments are not modified, and allocations are
/// freed after their last use. `--zyn-bufferize`.
void buildBufferizePipeline(OpPassManager &manager);

/// The same for the host, where loop nests of linalg that are no product,
/// reduction, window or map stay as they are.
void buildHostBufferizePipeline(OpPassManager &manager);

/// Lowers zyn and upstream ops on tensors to the LLVM dialect for the host,
/// with a C interface for every public function. `--zyn-to-llvm`.
void buildZynToLLVMPipeline(OpPassManager &manager,
                            const HostPipelineOptions &options);

/// Lowers zyn on tensors to kernels in the kernel dialect and host code that
/// launches them. `--zyn-to-kernel`.
void buildZynToKernelPipeline(OpPassManager &manager,
                              const KernelPipelineOptions &options);

/// The same for functions on buffers.
void addBuffersToKernelPasses(OpPassManager &manager,
                              const KernelPipelineOptions &options);

/// Continues to the gpu, nvgpu, memref and vector dialects. `--zyn-to-gpu`.
void buildZynToGPUPipeline(OpPassManager &manager,
                           const KernelPipelineOptions &options);

/// Continues to kernels in the nvvm and llvm dialects, with their target
/// attached. `--zyn-to-nvvm`.
void buildZynToNVVMPipeline(OpPassManager &manager,
                            const GPUPipelineOptions &options);

/// Continues to PTX embedded in host code in the LLVM dialect that calls the
/// runtime. `--zyn-to-cuda`.
void buildZynToCUDAPipeline(OpPassManager &manager,
                            const GPUPipelineOptions &options);

/// Lowers zyn on tensors to kernels for the emulator and host code that
/// launches them, all in the LLVM dialect. `--zyn-to-emulator`.
void buildZynToEmulatorPipeline(OpPassManager &manager,
                                const EmulatorPipelineOptions &options);

/// Optimizes programs of the matrix VM: partial evaluation, unrolling, fusion,
/// dead-state elimination and selection of matrix formats. `--vm-optimize`.
void buildVMOptimizePipeline(OpPassManager &manager,
                             const VMOptimizeOptions &options);

/// Lowers programs of the matrix VM to host functions in the LLVM dialect.
/// `--vm-to-llvm`.
void buildVMToLLVMPipeline(OpPassManager &manager,
                           const VMPipelineOptions &options);

/// Lowers programs of the matrix VM to kernels in the nvvm dialect.
/// `--vm-to-nvvm`.
void buildVMToNVVMPipeline(OpPassManager &manager,
                           const VMGPUPipelineOptions &options);

/// Continues to PTX embedded in host code in the LLVM dialect. `--vm-to-cuda`.
void buildVMToCUDAPipeline(OpPassManager &manager,
                           const VMGPUPipelineOptions &options);

/// Lowers programs of the matrix VM to kernels for the emulator and host code.
/// `--vm-to-emulator`.
void buildVMToEmulatorPipeline(OpPassManager &manager,
                               const VMEmulatorPipelineOptions &options);

/// Lowers instances to host functions in the LLVM dialect that call the
/// runtime.
/// `--instance-to-llvm`.
void buildInstanceToLLVMPipeline(OpPassManager &manager);

/// Lowers instances to a kernel that runs one in each thread, in the nvvm and
/// llvm dialects, and a host function that launches it. `--instance-to-nvvm`.
void buildInstanceToNVVMPipeline(OpPassManager &manager,
                                 const GPUPipelineOptions &options);

/// Continues to PTX embedded in host code in the LLVM dialect that calls the
/// runtime. `--instance-to-cuda`.
void buildInstanceToCUDAPipeline(OpPassManager &manager,
                                 const GPUPipelineOptions &options);

/// Lowers instances to a kernel for the emulator and host code.
/// `--instance-to-emulator`.
void buildInstanceToEmulatorPipeline(OpPassManager &manager,
                                     const EmulatorPipelineOptions &options);

/// Lowers kernels in the kernel dialect to functions for the emulator. If
/// `cDevice` is not empty, C programs call the public functions, for devices of
/// this kind: see `--convert-llvm-to-runtime`.
void addKernelToEmulatorPasses(OpPassManager &manager,
                               const EmulatorPipelineOptions &options,
                               StringRef cDevice = {});

/// Lowers kernels in the kernel dialect to the nvvm and llvm dialects.
void addKernelToNVVMPasses(OpPassManager &manager,
                           const GPUPipelineOptions &options);

/// Compiles kernels in the nvvm and llvm dialects to PTX embedded in host code
/// in the LLVM dialect. For `cDevice`, see `addKernelToEmulatorPasses`.
void addNVVMToCUDAPasses(OpPassManager &manager, StringRef cDevice = {});

/// Passes for functions with `#zyn.constraints`, which bring code on buffers
/// and loops into a form in which the constraints can be proved:
/// `--zyn-critical-path`. They are a part of the pipelines for the host.
void buildCriticalPathPipeline(OpPassManager &manager);

/// What host code calls to allocate memory and to run loops on threads.
enum class HostLibrary {
  Runtime,
  /// The C library, which has no threads.
  C
};

/// Lowers functions on buffers to loops for the host.
void addBuffersToLoopsPasses(OpPassManager &manager,
                             const HostPipelineOptions &options,
                             HostLibrary library);

/// Lowers host code on buffers, without linalg or parallel loops, to the LLVM
/// dialect: the last part of all pipelines that generate host code.
void addHostToLLVMPasses(OpPassManager &manager,
                         HostLibrary library = HostLibrary::Runtime);

/// Converts tensors to buffers, those of results to arguments: the form of a
/// function that C programs call. `forKernels` tells whether ops are lowered to
/// kernels or to host code.
void addZynToCSignaturePasses(OpPassManager &manager, bool forKernels);

/// Lowers functions of this form, with loops, to the LLVM dialect. They get
/// types of C, and call the C library.
void addCSignatureToLLVMPasses(OpPassManager &manager);

/// Lowers host code that launches kernels to the LLVM dialect. `launches`
/// lowers the launches themselves. For `cDevice`, see
/// `addKernelToEmulatorPasses`.
void addLaunchesToLLVMPasses(OpPassManager &manager,
                             std::unique_ptr<Pass> launches, StringRef cDevice);

/// Registers every pipeline under its command-line name.
void registerPipelines();
/// Returns the names of these, in the order of their registration.
ArrayRef<StringRef> getPipelineNames();

} // namespace zyn
} // namespace mlir

#endif // ZYN_PIPELINES_PIPELINES_H
