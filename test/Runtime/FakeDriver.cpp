//===- FakeDriver.cpp - A CUDA driver in host memory ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDriver.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

static FakeDriver fake;
extern "C" FakeDriver *zynFakeDriver() { return &fake; }

namespace {
struct FakeModule {
  std::string text;
};
struct FakeLink {
  std::string text;
  char *log;
  size_t logBytes;
};
/// The beginning of CUDA_KERNEL_NODE_PARAMS.
struct FakeKernelNode {
  void *function;
  unsigned grid[3], block[3], sharedBytes;
  void **arguments;
};

/// The beginning of CUlaunchConfig.
struct FakeLaunch {
  unsigned grid[3], block[3], sharedBytes;
  void *stream, *attributes;
  unsigned numAttributes;
};

bool hasOption(unsigned count, const int *options, int option) {
  return std::find(options, options + count, option) != options + count;
}

constexpr int invalidContext = 201, invalidPTX = 218, notFound = 500;
const char binaryMark[] = "FAKECUBIN", ptxMark[] = ".version";

thread_local int current = 0;
std::mutex mutex;
std::map<void *, size_t> sizes;
std::map<std::string, std::string> names;

// The stream that is captured, and what its next work waits for: numbers of
// nodes, from 1 on, as pointers.
void *captured = nullptr;
std::vector<void *> frontier;

int toNumber(const void *node) {
  return static_cast<int>(reinterpret_cast<intptr_t>(node)) - 1;
}

void addNode(const std::string &kernel, bool overlaps) {
  FakeNode node{kernel, {}, overlaps};
  for (void *before : frontier)
    node.after.push_back(toNumber(before));
  fake.nodes.push_back(node);
  frontier = {reinterpret_cast<void *>(fake.nodes.size())};
}
} // namespace

// The names are those of the driver.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
int cuInit(unsigned) { return 0; }
int cuGetErrorString(int result, const char **text) {
  *text = result == 2            ? "out of memory"
          : result == 700        ? "an illegal memory access was encountered"
          : result == invalidPTX ? "a PTX JIT compilation failed"
                                 : "some error";
  return 0;
}
int cuGetErrorName(int result, const char **name) {
  *name = result == invalidPTX ? "CUDA_ERROR_INVALID_PTX" : "CUDA_ERROR_FAKE";
  return 0;
}
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
int cuDeviceGetCount(int *count) {
  *count = fake.deviceCount;
  return 0;
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal < fake.deviceCount ? 0 : 101;
}
int cuDeviceGetName(char *name, int, int) {
  std::strcpy(name, "Fake GPU");
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = fake.memoryBytes;
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  if (attribute == 89) {
    *value = fake.concurrentManagedAccess;
    return 0;
  }
  static const std::map<int, int> values = {
      {1, 1024},  {2, 1024},  {3, 1024}, {4, 64},        {5, 2147483647},
      {6, 65535}, {7, 65535}, {10, 32},  {12, 65536},    {13, 1980000},
      {16, 132},  {75, 9},    {76, 0},   {97, 227 << 10}};
  *value = values.at(attribute);
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = reinterpret_cast<void *>(uintptr_t(device) + 1);
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(void *context) {
  current = static_cast<int>(reinterpret_cast<uintptr_t>(context));
  return 0;
}
int cuCtxGetCurrent(void **context) {
  *context = reinterpret_cast<void *>(uintptr_t(current));
  return 0;
}
int cuMemGetInfo_v2(size_t *available, size_t *total) {
  *total = fake.memoryBytes;
  *available = fake.memoryBytes - fake.usedBytes;
  return current ? 0 : invalidContext;
}
int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  if (!current)
    return invalidContext;
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes > fake.memoryBytes - fake.usedBytes)
    return 2;
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  sizes[memory] = bytes;
  fake.usedBytes += bytes;
  ++fake.allocations;
  *pointer = reinterpret_cast<unsigned long long>(memory);
  return 0;
}
int cuMemAllocManaged(unsigned long long *pointer, size_t bytes, unsigned) {
  int error = cuMemAlloc_v2(pointer, bytes);
  if (!error)
    std::memset(reinterpret_cast<void *>(*pointer), 0, bytes);
  return error;
}
int cuMemFree_v2(unsigned long long pointer) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = sizes.find(reinterpret_cast<void *>(pointer));
  if (!current || entry == sizes.end())
    return current ? 1 : invalidContext;
  fake.usedBytes -= entry->second;
  ++fake.frees;
  std::free(entry->first);
  sizes.erase(entry);
  return 0;
}
int cuMemHostAlloc(void **pointer, size_t bytes, unsigned) {
  if (!current || !bytes)
    return current ? 1 : invalidContext;
  if (int error = fake.hostMemoryError.exchange(0))
    return error;
  *pointer = std::malloc(bytes);
  ++fake.hostBlocks;
  return 0;
}
int cuMemFreeHost(void *pointer) {
  if (!current)
    return invalidContext;
  std::free(pointer);
  --fake.hostBlocks;
  return 0;
}
int cuMemHostRegister_v2(void *, size_t bytes, unsigned) {
  if (!current || !bytes)
    return current ? 1 : invalidContext;
  if (int error = fake.hostMemoryError.exchange(0))
    return error;
  ++fake.hostRegistrations;
  return 0;
}
int cuMemHostUnregister(void *) {
  if (!current)
    return invalidContext;
  if (int error = fake.hostMemoryError.exchange(0))
    return error;
  --fake.hostRegistrations;
  return 0;
}
int cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from, size_t bytes,
                         void *) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  ++fake.hostCopies;
  fake.copiedHost = from;
  return current ? 0 : invalidContext;
}
int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, size_t bytes,
                         void *) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  ++fake.hostCopies;
  fake.copiedHost = to;
  return current ? 0 : invalidContext;
}
int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from,
                         size_t bytes, void *stream) {
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
              bytes);
  fake.stream = stream;
  if (captured && stream == captured)
    addNode("copy", /*overlaps=*/false);
  return current ? 0 : invalidContext;
}
int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes,
                    void *stream) {
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  fake.stream = stream;
  return current ? 0 : invalidContext;
}
int cuMemsetD2D8Async(unsigned long long to, size_t pitch, unsigned char value,
                      size_t width, size_t height, void *stream) {
  for (size_t row = 0; row < height; ++row)
    std::memset(reinterpret_cast<void *>(to + row * pitch), value, width);
  fake.stream = stream;
  return current ? 0 : invalidContext;
}
int cuCtxSynchronize() {
  ++fake.deviceSynchronizations;
  return current ? fake.pendingError.exchange(0) : invalidContext;
}
int cuStreamGetId(void *stream, unsigned long long *id) {
  *id = fake.streamIds.count(stream) ? fake.streamIds[stream]
                                     : reinterpret_cast<uintptr_t>(stream);
  return fake.isCapturedByOther ? 900 : current ? 0 : invalidContext;
}
int cuStreamIsCapturing(void *, int *status) {
  *status = fake.isCapturedByOther;
  return current ? 0 : invalidContext;
}
int cuCtxGetLimit(size_t *value, int) {
  *value = fake.stackBytes;
  return current ? 0 : invalidContext;
}
int cuCtxSetLimit(int, size_t value) {
  constexpr int outOfMemory = 2;
  if (value > fake.maxStackBytes)
    return outOfMemory;
  fake.stackBytes = value;
  return current ? 0 : invalidContext;
}
int cuStreamCreate(void **stream, unsigned) {
  *stream = std::malloc(1);
  ++fake.streams;
  return current ? 0 : invalidContext;
}
int cuStreamDestroy_v2(void *stream) {
  std::free(stream);
  --fake.streams;
  return current ? 0 : invalidContext;
}
int cuStreamQuery(void *) { return fake.isBusy ? 600 : 0; }
int cuEventQuery(void *) { return fake.isBusy ? 600 : 0; }
int cuStreamWaitEvent(void *stream, void *event, unsigned) {
  fake.stream = stream;
  fake.awaited = event;
  return current ? 0 : invalidContext;
}
int cuStreamSynchronize(void *) {
  ++fake.synchronizations;
  return fake.pendingError.exchange(0);
}
int cuEventCreate(void **event, unsigned) {
  *event = std::malloc(1);
  return current ? 0 : invalidContext;
}
int cuEventDestroy_v2(void *event) {
  std::free(event);
  return 0;
}
int cuEventRecord(void *event, void *stream) {
  fake.stream = stream;
  fake.recorded = event;
  return current ? 0 : invalidContext;
}
int cuEventSynchronize(void *) { return 0; }
int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = 1.5f;
  return 0;
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **) {
  if (!current)
    return invalidContext;
  if (int error = fake.moduleLoadError.exchange(0))
    return error;
  const char *text = static_cast<const char *>(image);
  if (std::strncmp(text, binaryMark, sizeof(binaryMark) - 1) == 0)
    text += sizeof(binaryMark) - 1;
  else if (std::strncmp(text, ptxMark, sizeof(ptxMark) - 1) != 0)
    return 200;
  fake.loadSplits = hasOption(count, options, 34);
  ++fake.moduleLoads;
  *module = new FakeModule{text};
  return 0;
}
int cuModuleUnload(void *module) {
  ++fake.moduleUnloads;
  delete static_cast<FakeModule *>(module);
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  ++fake.functionLookups;
  std::string entry = std::string(".entry ") + name;
  if (static_cast<FakeModule *>(module)->text.find(entry) == std::string::npos)
    return notFound;
  std::lock_guard<std::mutex> lock(mutex);
  *function = &(names[name] = name);
  return 0;
}
int cuModuleGetGlobal_v2(unsigned long long *address, size_t *bytes, void *,
                         const char *name) {
  if (std::strcmp(name, "__zyn_print_ring") == 0) {
    *address = reinterpret_cast<unsigned long long>(fake.printRing);
    *bytes = sizeof(fake.printRing);
    return 0;
  }
  *address = reinterpret_cast<unsigned long long>(fake.printFormats.data());
  *bytes = fake.printFormats.size();
  return fake.printFormats.empty() ? notFound : 0;
}
int cuLinkCreate_v2(unsigned count, int *options, void **values, void **state) {
  auto *link = new FakeLink();
  fake.linkRegisters = 0;
  fake.linkSplits = hasOption(count, options, 34);
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == 0)
      fake.linkRegisters = reinterpret_cast<size_t>(values[i]);
    if (options[i] == 5)
      link->log = static_cast<char *>(values[i]);
    if (options[i] == 6)
      link->logBytes = reinterpret_cast<size_t>(values[i]);
  }
  *state = link;
  return current ? 0 : invalidContext;
}
int cuLinkAddData_v2(void *state, int, void *bytes, size_t size, const char *,
                     unsigned, int *, void **) {
  auto *link = static_cast<FakeLink *>(state);
  ++fake.links;
  link->text = binaryMark + std::string(static_cast<char *>(bytes), size);
  if (link->text.find(".version") != std::string::npos)
    return 0;
  std::strncpy(link->log,
               "ptxas application ptx input, line 1; fatal   : Missing "
               ".version directive\nptxas fatal   : Ptx assembly aborted\n",
               link->logBytes);
  return invalidPTX;
}
int cuLinkComplete(void *state, void **binary, size_t *size) {
  auto *link = static_cast<FakeLink *>(state);
  *binary = link->text.data();
  *size = link->text.size();
  return 0;
}
int cuLinkDestroy(void *state) {
  delete static_cast<FakeLink *>(state);
  return 0;
}
int cuFuncGetAttribute(int *value, int attribute, void *) {
  *value = attribute == 0 || attribute == 1 ? 1024
           : attribute == 3                 ? fake.localBytes
                                            : 0;
  return 0;
}
int cuFuncSetAttribute(void *, int, int value) {
  fake.dynamicSharedAllowed = value;
  return 0;
}
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **arguments, void **) {
  ++fake.launches;
  fake.kernel = *static_cast<std::string *>(function);
  fake.grid[0] = gridX, fake.grid[1] = gridY, fake.grid[2] = gridZ;
  fake.block[0] = blockX, fake.block[1] = blockY, fake.block[2] = blockZ;
  fake.sharedBytes = sharedBytes;
  fake.arguments = arguments;
  fake.stream = stream;
  if (captured && stream == captured)
    addNode(fake.kernel, /*overlaps=*/false);
  return current ? 0 : invalidContext;
}
int cuLaunchKernelEx(const FakeLaunch *launch, void *function, void **arguments,
                     void **extra) {
  int result = cuLaunchKernel(
      function, launch->grid[0], launch->grid[1], launch->grid[2],
      launch->block[0], launch->block[1], launch->block[2], launch->sharedBytes,
      launch->stream, arguments, extra);
  if (captured && launch->stream == captured)
    fake.nodes.back().overlaps = launch->numAttributes != 0;
  return result;
}
int cuStreamGetCaptureInfo_v3(void *, int *status, unsigned long long *,
                              void **, void *const **dependences,
                              const void **edges, size_t *count) {
  *status = 1;
  *dependences = frontier.data();
  *edges = nullptr;
  *count = frontier.size();
  return current ? 0 : invalidContext;
}
int cuStreamUpdateCaptureDependencies_v2(void *, void **dependences,
                                         const void *, size_t count, unsigned) {
  frontier = std::vector<void *>(dependences, dependences + count);
  return current ? 0 : invalidContext;
}
int cuThreadExchangeStreamCaptureMode(int *mode) {
  std::swap(*mode, fake.captureMode);
  return 0;
}
int cuStreamBeginCapture_v2(void *stream, int) {
  fake.isRecording = true;
  captured = stream;
  fake.nodes.clear();
  frontier.clear();
  return current ? 0 : invalidContext;
}
int cuStreamEndCapture(void *, void **graph) {
  fake.isRecording = false;
  captured = nullptr;
  *graph = std::malloc(1);
  ++fake.graphs;
  return current ? 0 : invalidContext;
}
int cuGraphInstantiateWithFlags(void **exec, void *, unsigned long long) {
  fake.instantiationMode = fake.captureMode;
  if (fake.graphError)
    return fake.graphError;
  *exec = std::malloc(1);
  ++fake.graphs;
  return current ? 0 : invalidContext;
}
int cuGraphCreate(void **graph, unsigned) {
  *graph = std::malloc(1);
  ++fake.graphs;
  return current ? 0 : invalidContext;
}
int cuGraphAddKernelNode_v2(void **, void *, const void *, size_t,
                            const void *) {
  return current ? 0 : invalidContext;
}
int cuGraphExecKernelNodeSetParams_v2(void *, void *,
                                      const FakeKernelNode *node) {
  if (fake.graphError)
    return fake.graphError;
  ++fake.graphUpdates;
  fake.kernel = *static_cast<std::string *>(node->function);
  std::copy_n(node->grid, 3, fake.grid);
  std::copy_n(node->block, 3, fake.block);
  fake.sharedBytes = node->sharedBytes;
  fake.arguments = node->arguments;
  return current ? 0 : invalidContext;
}
int cuGraphLaunch(void *, void *) {
  ++fake.graphLaunches;
  return current ? 0 : invalidContext;
}
int cuGraphExecDestroy(void *exec) {
  std::free(exec);
  --fake.graphs;
  return current ? 0 : invalidContext;
}
int cuGraphDestroy(void *graph) {
  std::free(graph);
  --fake.graphs;
  return current ? 0 : invalidContext;
}
int cuTensorMapEncodeTiled(void *map, int, uint32_t rank, void *,
                           const uint64_t *sizes, const uint64_t *strides,
                           const uint32_t *box, const uint32_t *, int,
                           int swizzle, int, int) {
  if (reinterpret_cast<uintptr_t>(map) % 64)
    return 1;
  std::memset(map, 0x7a, 128);
  std::copy_n(sizes, rank, fake.tensorSizes);
  std::copy_n(strides, rank - 1, fake.tensorStrides);
  std::copy_n(box, rank, fake.tensorBox);
  fake.tensorSwizzle = swizzle;
  return current ? 0 : invalidContext;
}
int cuTensorMapEncodeIm2col(void *map, int, uint32_t, void *, const uint64_t *,
                            const uint64_t *, const int *, const int *,
                            uint32_t, uint32_t, const uint32_t *, int, int, int,
                            int) {
  std::memset(map, 0x7b, 128);
  return current ? 0 : invalidContext;
}
} // extern "C"
// NOLINTEND(readability-identifier-naming)
