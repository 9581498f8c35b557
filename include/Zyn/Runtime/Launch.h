//===- Launch.h - Launches and their checks ---------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_LAUNCH_H
#define ZYN_RUNTIME_LAUNCH_H

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/Module.h"

#include <cstring>
#include <type_traits>

namespace zyn::runtime {

/// The numbers of blocks and threads, and the size of dynamic shared memory.
struct LaunchShape {
  int64_t grid[3] = {1, 1, 1};
  int64_t block[3] = {1, 1, 1};
  int64_t dynamicSharedBytes = 0;
  /// Source location of the launch, "file:line:column", for errors; null if it
  /// is not known.
  const char *location = nullptr;
  /// What the kernel has to do, for profiles; null if it is not known.
  const zynrt_work *work = nullptr;
  /// Which of the launches before it on its stream it depends on: bit i is that
  /// of the one i + 1 launches before. Graphs start others at the same time.
  int64_t after = afterAll;
  static constexpr int64_t afterAll = ZYNRT_AFTER_ALL;

  bool isAfter(size_t distance) const {
    return distance < 63 && (after >> distance & 1);
  }
  /// A launch whose grid has a zero dimension does nothing.
  bool isEmpty() const { return !grid[0] || !grid[1] || !grid[2]; }
};

/// A kernel argument by value: a number or a device pointer.
class KernelArgument {
public:
  template <typename T>
  explicit KernelArgument(T value) : size(sizeof(T)) {
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 16,
                  "kernel arguments are plain values of up to 16 bytes");
    std::memcpy(storage, &value, sizeof(T));
  }

  void *address() { return storage; }
  uint64_t bytes() const { return size; }

private:
  alignas(16) unsigned char storage[16];
  uint64_t size;
};

/// Returns the error "launch of 'k': REASON" at the launch's location.
Error launchError(const Kernel &kernel, const LaunchShape &shape,
                  const std::string &reason);

/// Checks a launch against the limits of the device and the kernel. Errors are
/// such as "launch of 'k': block of 2048 threads, the device allows 1024".
Error checkLaunch(const Device &device, const Kernel &kernel,
                  const LaunchShape &shape);

/// Checks the number and sizes of `arguments` against the kernel's parameters,
/// as far as these are known: "kernel 'k' takes 3 arguments, 2 given".
Error checkArguments(const Kernel &kernel,
                     const std::vector<KernelArgument> &arguments);

/// Checks the size of argument `index`, which the kernel has, in bytes.
Error checkArgument(const Kernel &kernel, size_t index, uint64_t given);

/// Returns the error for a wrong number of arguments.
Error wrongArgumentCount(const Kernel &kernel, int64_t given);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_LAUNCH_H
