//===- CABI.cpp - The C interface for compiled host code ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On failure, each function stores the error in the thread's frame and jumps
// out. It only jumps after all temporaries are destroyed because the jump runs
// no destructors.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Constant.h"
#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Invocation.h"

#include <cstdio>
#include <cstdlib>

using namespace zyn::runtime;

static FailureFrame &frameFor(const char *function) {
  if (FailureFrame *frame = currentFrame())
    return *frame;
  std::fprintf(stderr, "zyn: error: %s is called outside of Context::invoke\n",
               function);
  std::abort();
}

/// Stores an error in the frame; returns false on success.
static bool storeError(FailureFrame &frame, Error error) {
  if (!error)
    return false;
  frame.error = std::move(error);
  return true;
}

static bool storeError(FailureFrame &frame, Expected<void *> pointer,
                       void **result) {
  if (!pointer)
    return storeError(frame, pointer.takeError());
  *result = *pointer;
  return false;
}

static Error negativeSize(const char *what, int64_t bytes) {
  return Error::format("%s of %lld bytes", what, static_cast<long long>(bytes));
}

namespace {
struct HostRange {
  void *begin;
  uint64_t bytes;
};
} // namespace

/// Returns the range from the first element of a buffer to its last.
static HostRange rangeOf(int64_t rank, void *descriptor, int64_t elementBytes) {
  // The fields of a StridedMemRefType, whose arrays depend on the rank.
  auto *words = static_cast<int64_t *>(descriptor);
  const int64_t *sizes = words + 3, *strides = sizes + rank;
  int64_t last = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      return {nullptr, 0};
    last += (sizes[i] - 1) * strides[i];
  }
  char *data = *reinterpret_cast<char **>(words + 1);
  return {data + words[2] * elementBytes,
          static_cast<uint64_t>((last + 1) * elementBytes)};
}

extern "C" void *zynrtAlloc(int64_t bytes) {
  FailureFrame &frame = frameFor("zynrtAlloc");
  void *pointer = nullptr;
  // A negative size has overflowed; as unsigned, it is too large to allocate.
  if (storeError(frame,
                 frame.stream->allocateFor(frame.invocation,
                                           static_cast<uint64_t>(bytes)),
                 &pointer))
    leave(frame);
  return pointer;
}

extern "C" void *zynrtAllocResult(int64_t bytes, int64_t result) {
  FailureFrame &frame = frameFor("zynrtAllocResult");
  if (static_cast<size_t>(result) < frame.results.size()) {
    ResultMemory given = frame.results[result];
    if (given.begin && given.bytes == static_cast<uint64_t>(bytes))
      return given.begin;
  }
  return zynrtAlloc(bytes);
}

extern "C" void *zynrtAllocShared(int64_t bytes) {
  FailureFrame &frame = frameFor("zynrtAllocShared");
  void *pointer = nullptr;
  if (storeError(frame,
                 frame.stream->allocateShared(frame.invocation,
                                              static_cast<uint64_t>(bytes)),
                 &pointer))
    leave(frame);
  return pointer;
}

extern "C" void zynrtRegister(int64_t rank, void *descriptor,
                              int64_t elementBytes) {
  FailureFrame &frame = frameFor("zynrtRegister");
  HostRange range = rangeOf(rank, descriptor, elementBytes);
  if (storeError(frame,
                 frame.stream->context().shareHost(range.begin, range.bytes)))
    leave(frame);
}

extern "C" void zynrtUnregister(int64_t rank, void *descriptor,
                                int64_t elementBytes) {
  FailureFrame &frame = frameFor("zynrtUnregister");
  HostRange range = rangeOf(rank, descriptor, elementBytes);
  if (storeError(frame, frame.stream->context().unshareHost(range.begin)))
    leave(frame);
}

extern "C" void zynrtSynchronize() {
  FailureFrame &frame = frameFor("zynrtSynchronize");
  if (storeError(frame, frame.stream->synchronize()))
    leave(frame);
}

extern "C" void zynrtFree(void *pointer) {
  FailureFrame &frame = frameFor("zynrtFree");
  if (storeError(frame, frame.stream->free(pointer)))
    leave(frame);
}

extern "C" void zynrtCopy(void *destination, const void *source,
                          int64_t bytes) {
  FailureFrame &frame = frameFor("zynrtCopy");
  if (storeError(frame, bytes < 0
                            ? negativeSize("copy", bytes)
                            : frame.stream->copy(destination, source, bytes)))
    leave(frame);
}

extern "C" void zynrtRead(void *destination, const void *source,
                          int64_t bytes) {
  FailureFrame &frame = frameFor("zynrtRead");
  if (storeError(frame, bytes < 0 ? negativeSize("read", bytes)
                                  : frame.stream->copyToHost(destination,
                                                             source, bytes)))
    leave(frame);
}

extern "C" void *zynrtConstant(zynrt_constant *constant) {
  FailureFrame &frame = frameFor("zynrtConstant");
  void *pointer = nullptr;
  if (storeError(frame, constantOf(*constant).load(*frame.stream), &pointer))
    leave(frame);
  return pointer;
}

extern "C" void zynrtLaunch(zynrt_image *image, const char *kernel,
                            int64_t gridX, int64_t gridY, int64_t gridZ,
                            int64_t blockX, int64_t blockY, int64_t blockZ,
                            int64_t dynamicSharedBytes, void **arguments,
                            int64_t numArguments, const char *location,
                            const zynrt_work *work, int64_t after) {
  FailureFrame &frame = frameFor("zynrtLaunch");
  const LaunchShape shape = {{gridX, gridY, gridZ},
                             {blockX, blockY, blockZ},
                             dynamicSharedBytes,
                             location,
                             work,
                             after};
  if (storeError(frame, frame.stream->launch(*image, kernel, shape, arguments,
                                             numArguments)))
    leave(frame);
}

extern "C" void zynrtEncodeTensorMap(void *map,
                                     const zynrt_tensor_map *description) {
  FailureFrame &frame = frameFor("zynrtEncodeTensorMap");
  if (storeError(frame, frame.stream->context().encodeTensorMap(
                            TensorMap::fromC(*description), map)))
    leave(frame);
}

extern "C" void zynrtParallelFor(int64_t count,
                                 void (*body)(void *captures, int64_t i),
                                 void *captures, const char *name,
                                 const char *location) {
  FailureFrame &frame = frameFor("zynrtParallelFor");
  // Meanwhile, the device can execute what was launched before.
  if (storeError(frame, frame.stream->submit()) ||
      storeError(frame, frame.stream->context().parallelFor(
                            count, body, captures, name, location)))
    leave(frame);
}

/// Replaces `{0}`, `{1}` and so on in `message` by elements of `values`.
static std::string formatMessage(const char *message, const int64_t *values) {
  std::string text;
  for (const char *c = message; *c; ++c) {
    if (*c != '{') {
      text += *c;
      continue;
    }
    if (*++c == '{') {
      text += '{';
      continue;
    }
    char *end;
    text += std::to_string(values[std::strtoul(c, &end, 10)]);
    c = end;
  }
  return text;
}

/// Stores the error of an invocation that fails, and returns its frame. In a
/// function of an object file that a program calls directly, ends the program.
static FailureFrame &storeFailure(const std::string &message) {
  FailureFrame *frame = currentFrame();
  if (!frame) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
  }
  // Compiled code passes the source location as part of the text.
  frame->error = Error(zyn::Diagnostic::parse(message));
  return *frame;
}

extern "C" void zynrtFailWithValues(const char *message,
                                    const int64_t *values) {
  FailureFrame &frame = storeFailure(formatMessage(message, values));
  leave(frame);
}

extern "C" void zynrtFail(const char *message) {
  FailureFrame &frame = storeFailure(message);
  leave(frame);
}
