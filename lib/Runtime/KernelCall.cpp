//===- KernelCall.cpp - Calls of kernels with arrays ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/KernelCall.h"
#include "Zyn/Runtime/Stream.h"

#include <functional>
#include <memory_resource>

using namespace zyn::runtime;

using Kind = KernelCallArgument::Kind;

namespace {
/// The copies of arrays in host memory, which are freed after the launch.
class ArrayCopies {
public:
  explicit ArrayCopies(Stream &stream) : stream(stream) {}
  ~ArrayCopies() {
    for (const Copy &copy : copies)
      (void)stream.free(copy.memory);
  }

  /// Returns the copy of an array, which is argument `index` of `kernel`.
  Expected<void *> add(const Kernel &kernel, size_t index,
                       const KernelCallArgument &array);
  Error copyBack();

private:
  struct Copy {
    void *host;
    uint64_t bytes;
    void *memory;
  };

  static bool overlap(const Copy &copy, const KernelCallArgument &array) {
    if (!copy.bytes || !array.bytes)
      return false;
    std::less<const char *> isBefore;
    auto *left = static_cast<const char *>(copy.host);
    auto *right = static_cast<const char *>(array.memory);
    return isBefore(left, right + array.bytes) &&
           isBefore(right, left + copy.bytes);
  }

  Stream &stream;
  std::vector<Copy> copies;
};
} // namespace

Expected<void *> ArrayCopies::add(const Kernel &kernel, size_t index,
                                  const KernelCallArgument &array) {
  for (const Copy &copy : copies) {
    if (copy.host == array.memory && copy.bytes == array.bytes)
      return copy.memory;
    if (overlap(copy, array))
      return Error("kernel '" + kernel.signature.name + "': argument " +
                   std::to_string(index) +
                   " overlaps with another one that is copied to the device; "
                   "pass separate arrays, or the same one");
  }
  Expected<void *> memory = stream.allocate(array.bytes);
  if (!memory)
    return memory;
  copies.push_back({array.memory, array.bytes, *memory});
  if (array.bytes)
    if (Error error = stream.copyToDevice(*memory, array.memory, array.bytes))
      return error;
  return memory;
}

Error ArrayCopies::copyBack() {
  for (const Copy &copy : copies)
    if (copy.bytes)
      if (Error error = stream.copyToHost(copy.host, copy.memory, copy.bytes))
        return error;
  return Error::success();
}

Error zyn::runtime::callKernel(Stream &stream, Kernel &kernel,
                               const LaunchShape &shape,
                               const KernelCallArgument *arguments,
                               size_t numArguments) {
  if (numArguments != kernel.signature.parameters.size())
    return wrongArgumentCount(kernel, static_cast<int64_t>(numArguments));
  ArrayCopies copies(stream);
  // Most launches have few arguments, which need no allocation.
  std::byte buffer[64 * sizeof(void *)];
  std::pmr::monotonic_buffer_resource memory(buffer, sizeof(buffer));
  std::pmr::vector<void *> addresses(&memory), pointers(&memory);
  addresses.resize(numArguments);
  pointers.resize(numArguments);
  for (size_t i = 0; i < numArguments; ++i) {
    const KernelCallArgument &argument = arguments[i];
    bool isArray = argument.kind != Kind::Value;
    if (Error error =
            checkArgument(kernel, i, isArray ? sizeof(void *) : argument.bytes))
      return error;
    addresses[i] = argument.memory;
    if (argument.kind == Kind::HostArray) {
      Expected<void *> copy = copies.add(kernel, i, argument);
      if (!copy)
        return copy.takeError();
      addresses[i] = *copy;
    }
    // The value of an array is its address.
    pointers[i] = isArray ? &addresses[i] : argument.memory;
  }
  if (Error error = stream.launch(kernel, shape, pointers.data()))
    return error;
  return copies.copyBack();
}
