//===- Driver.h - The CUDA driver, loaded at run time -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build never needs CUDA: the few driver types and constants used are
// declared here, with the values of the driver's stable binary interface.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_DRIVER_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_DRIVER_H

#include "Zyn/Runtime/Error.h"

#include <cstddef>
#include <cstdint>

namespace zyn::runtime {
namespace cu {

using Result = int;
using Device = int;
using DevicePtr = unsigned long long;
using Context = struct ContextObject *;
using Module = struct ModuleObject *;
using Function = struct FunctionObject *;
using Stream = struct StreamObject *;
using Event = struct EventObject *;
using Graph = struct GraphObject *;
using GraphExec = struct GraphExecObject *;
using GraphNode = struct GraphNodeObject *;
using LinkState = struct LinkStateObject *;

constexpr Result success = 0;
constexpr Result outOfMemory = 2;
constexpr Result notFound = 500, notReady = 600;

constexpr unsigned streamNonBlocking = 1;
constexpr int streamCaptureModeRelaxed = 2;
constexpr unsigned streamSetCaptureDependencies = 1;
constexpr unsigned eventDefault = 0, eventDisableTiming = 2;
constexpr unsigned memHostPortable = 1, memHostDeviceMap = 2;
constexpr int jitMaxRegisters = 0, jitErrorLogBuffer = 5,
              jitErrorLogBufferSizeBytes = 6, jitSplitCompile = 34;
constexpr int jitInputPTX = 1;
constexpr int limitStackSize = 0;

/// `CUdevice_attribute`.
enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockX = 2,
  MaxBlockY = 3,
  MaxBlockZ = 4,
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  WarpSize = 10,
  RegistersPerBlock = 12,
  ClockRateKHz = 13,
  MultiprocessorCount = 16,
  CapabilityMajor = 75,
  CapabilityMinor = 76,
  ConcurrentManagedAccess = 89,
  MaxSharedPerBlockOptIn = 97,
};

/// `CUfunction_attribute`.
enum FunctionAttribute : int {
  FunctionMaxThreadsPerBlock = 0,
  FunctionStaticSharedBytes = 1,
  FunctionLocalBytes = 3,
  FunctionMaxDynamicSharedBytes = 8,
};

/// `CUDA_KERNEL_NODE_PARAMS`, the second version.
struct KernelNode {
  Function function = nullptr;
  unsigned grid[3] = {}, block[3] = {}, sharedBytes = 0;
  void **arguments = nullptr, **extra = nullptr;
  /// What replaces `function` if that is null.
  void *kernel = nullptr;
  Context context = nullptr;
};

/// `CUlaunchAttribute`, whose value is a union of 64 bytes.
struct LaunchAttribute {
  int id;
  alignas(8) int value;
  char padding[60];
};
static_assert(sizeof(LaunchAttribute) == 72, "as in the driver");
/// `CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION`: the kernel may be
/// started before those before it on its stream have completed.
constexpr int overlapAttribute = 6;

/// `CUlaunchConfig`.
struct LaunchConfig {
  unsigned grid[3], block[3], sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

} // namespace cu

/// All driver functions used: member, exported symbol (with the version that
/// current headers map to), parameters.
#define ZYN_CUDA_DRIVER_FUNCTIONS(X)                                           \
  X(init, cuInit, (unsigned flags))                                            \
  X(getErrorString, cuGetErrorString, (cu::Result, const char **))             \
  X(getErrorName, cuGetErrorName, (cu::Result, const char **))                 \
  X(driverGetVersion, cuDriverGetVersion, (int *))                             \
  X(deviceGetCount, cuDeviceGetCount, (int *))                                 \
  X(deviceGet, cuDeviceGet, (cu::Device *, int ordinal))                       \
  X(deviceGetName, cuDeviceGetName, (char *, int size, cu::Device))            \
  X(deviceTotalMem, cuDeviceTotalMem_v2, (size_t *, cu::Device))               \
  X(deviceGetAttribute, cuDeviceGetAttribute, (int *, int, cu::Device))        \
  X(primaryCtxRetain, cuDevicePrimaryCtxRetain, (cu::Context *, cu::Device))   \
  X(primaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (cu::Device))             \
  X(ctxSetCurrent, cuCtxSetCurrent, (cu::Context))                             \
  X(ctxGetCurrent, cuCtxGetCurrent, (cu::Context *))                           \
  X(ctxSynchronize, cuCtxSynchronize, ())                                      \
  X(ctxGetLimit, cuCtxGetLimit, (size_t *, int limit))                         \
  X(ctxSetLimit, cuCtxSetLimit, (int limit, size_t))                           \
  X(memGetInfo, cuMemGetInfo_v2, (size_t *available, size_t *total))           \
  X(memAlloc, cuMemAlloc_v2, (cu::DevicePtr *, size_t))                        \
  X(memAllocManaged, cuMemAllocManaged,                                        \
    (cu::DevicePtr *, size_t, unsigned flags))                                 \
  X(memFree, cuMemFree_v2, (cu::DevicePtr))                                    \
  X(memHostAlloc, cuMemHostAlloc, (void **, size_t, unsigned flags))           \
  X(memFreeHost, cuMemFreeHost, (void *))                                      \
  X(memHostRegister, cuMemHostRegister_v2, (void *, size_t, unsigned flags))   \
  X(memHostUnregister, cuMemHostUnregister, (void *))                          \
  X(memcpyHtoDAsync, cuMemcpyHtoDAsync_v2,                                     \
    (cu::DevicePtr, const void *, size_t, cu::Stream))                         \
  X(memcpyDtoHAsync, cuMemcpyDtoHAsync_v2,                                     \
    (void *, cu::DevicePtr, size_t, cu::Stream))                               \
  X(memcpyDtoDAsync, cuMemcpyDtoDAsync_v2,                                     \
    (cu::DevicePtr, cu::DevicePtr, size_t, cu::Stream))                        \
  X(memsetD8Async, cuMemsetD8Async,                                            \
    (cu::DevicePtr, unsigned char, size_t, cu::Stream))                        \
  X(memsetD2D8Async, cuMemsetD2D8Async,                                        \
    (cu::DevicePtr, size_t pitch, unsigned char, size_t width, size_t height,  \
     cu::Stream))                                                              \
  X(streamCreate, cuStreamCreate, (cu::Stream *, unsigned flags))              \
  X(streamDestroy, cuStreamDestroy_v2, (cu::Stream))                           \
  X(streamSynchronize, cuStreamSynchronize, (cu::Stream))                      \
  X(streamQuery, cuStreamQuery, (cu::Stream))                                  \
  X(streamWaitEvent, cuStreamWaitEvent,                                        \
    (cu::Stream, cu::Event, unsigned flags))                                   \
  X(eventCreate, cuEventCreate, (cu::Event *, unsigned flags))                 \
  X(eventDestroy, cuEventDestroy_v2, (cu::Event))                              \
  X(eventRecord, cuEventRecord, (cu::Event, cu::Stream))                       \
  X(eventQuery, cuEventQuery, (cu::Event))                                     \
  X(eventSynchronize, cuEventSynchronize, (cu::Event))                         \
  X(eventElapsedTime, cuEventElapsedTime, (float *, cu::Event, cu::Event))     \
  X(moduleLoadDataEx, cuModuleLoadDataEx,                                      \
    (cu::Module *, const void *, unsigned, int *, void **))                    \
  X(moduleUnload, cuModuleUnload, (cu::Module))                                \
  X(moduleGetFunction, cuModuleGetFunction,                                    \
    (cu::Function *, cu::Module, const char *))                                \
  X(moduleGetGlobal, cuModuleGetGlobal_v2,                                     \
    (cu::DevicePtr *, size_t *, cu::Module, const char *))                     \
  X(linkCreate, cuLinkCreate_v2,                                               \
    (unsigned count, int *options, void **values, cu::LinkState *))            \
  X(linkAddData, cuLinkAddData_v2,                                             \
    (cu::LinkState, int type, void *, size_t, const char *name,                \
     unsigned count, int *options, void **values))                             \
  X(linkComplete, cuLinkComplete, (cu::LinkState, void **, size_t *))          \
  X(linkDestroy, cuLinkDestroy, (cu::LinkState))                               \
  X(funcGetAttribute, cuFuncGetAttribute, (int *, int, cu::Function))          \
  X(funcSetAttribute, cuFuncSetAttribute, (cu::Function, int, int value))      \
  X(launchKernel, cuLaunchKernel,                                              \
    (cu::Function, unsigned gridX, unsigned gridY, unsigned gridZ,             \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     cu::Stream, void **arguments, void **extra))

/// Driver functions that older drivers lack. They are null there, and
/// everything else works.
#define ZYN_CUDA_NEWER_DRIVER_FUNCTIONS(X)                                     \
  X(streamGetId, cuStreamGetId, (cu::Stream, unsigned long long *))            \
  X(streamIsCapturing, cuStreamIsCapturing, (cu::Stream, int *status))         \
  X(exchangeCaptureMode, cuThreadExchangeStreamCaptureMode, (int *mode))       \
  X(streamBeginCapture, cuStreamBeginCapture_v2, (cu::Stream, int mode))       \
  X(streamEndCapture, cuStreamEndCapture, (cu::Stream, cu::Graph *))           \
  X(graphInstantiate, cuGraphInstantiateWithFlags,                             \
    (cu::GraphExec *, cu::Graph, unsigned long long flags))                    \
  X(graphCreate, cuGraphCreate, (cu::Graph *, unsigned flags))                 \
  X(graphAddKernelNode, cuGraphAddKernelNode_v2,                               \
    (cu::GraphNode *, cu::Graph, const cu::GraphNode *dependences,             \
     size_t numDependences, const cu::KernelNode *))                           \
  X(graphKernelNodeSetParams, cuGraphExecKernelNodeSetParams_v2,               \
    (cu::GraphExec, cu::GraphNode, const cu::KernelNode *))                    \
  X(streamGetCaptureInfo, cuStreamGetCaptureInfo_v3,                           \
    (cu::Stream, int *status, unsigned long long *id, cu::Graph *,             \
     const cu::GraphNode **dependences, const void **edges,                    \
     size_t *numDependences))                                                  \
  X(streamUpdateCaptureDependencies, cuStreamUpdateCaptureDependencies_v2,     \
    (cu::Stream, cu::GraphNode * dependences, const void *edges,               \
     size_t numDependences, unsigned flags))                                   \
  X(launchKernelEx, cuLaunchKernelEx,                                          \
    (const cu::LaunchConfig *, cu::Function, void **arguments, void **extra))  \
  X(graphLaunch, cuGraphLaunch, (cu::GraphExec, cu::Stream))                   \
  X(graphExecDestroy, cuGraphExecDestroy, (cu::GraphExec))                     \
  X(graphDestroy, cuGraphDestroy, (cu::Graph))                                 \
  X(tensorMapEncodeTiled, cuTensorMapEncodeTiled,                              \
    (void *map, int element, uint32_t rank, void *base, const uint64_t *sizes, \
     const uint64_t *strides, const uint32_t *box, const uint32_t *steps,      \
     int interleave, int swizzle, int l2, int fill))                           \
  X(tensorMapEncodeIm2col, cuTensorMapEncodeIm2col,                            \
    (void *map, int element, uint32_t rank, void *base, const uint64_t *sizes, \
     const uint64_t *strides, const int *lower, const int *upper,              \
     uint32_t channels, uint32_t pixels, const uint32_t *steps,                \
     int interleave, int swizzle, int l2, int fill))

/// The loaded and initialized driver, with a member for each function.
struct Driver {
#define ZYN_DECLARE(member, symbol, parameters)                                \
  cu::Result(*member) parameters = nullptr;
  ZYN_CUDA_DRIVER_FUNCTIONS(ZYN_DECLARE)
  ZYN_CUDA_NEWER_DRIVER_FUNCTIONS(ZYN_DECLARE)
#undef ZYN_DECLARE

  /// The driver's version, such as 12080 for 12.8.
  int version = 0;

  /// Returns the driver named by the environment variable ZYN_CUDA_DRIVER, or
  /// else libcuda.so.1. It is loaded and initialized once and stays loaded.
  /// Errors: it cannot be loaded, lacks a function, or fails to initialize.
  static Expected<const Driver *> get();

  /// Success, or "cuda: <doing>: <the driver's text for result>".
  Error check(cu::Result result, const char *doing) const {
    return result == cu::success ? Error::success() : failure(result, doing);
  }

private:
  Error failure(cu::Result result, const char *doing) const;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_DRIVER_H
