//===- DeviceStacks.h - Stacks of the threads of a GPU ---------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_DEVICESTACKS_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_DEVICESTACKS_H

#include "../../StackSizes.h"
#include "Driver.h"

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace zyn::runtime {

/// The stacks of the threads of a GPU in its primary context, which is current
/// when they change, and which other libraries of the process may use.
class DeviceStacks {
public:
  static DeviceStacks &get(int device);

  /// See `Context`.
  Error reserve(const Driver &driver, uint64_t bytes);
  Error enlarge(const Driver &driver, uint64_t bytes);
  void restore(const Driver &driver, uint64_t bytes);

private:
  Error update(const Driver &driver);

  std::mutex mutex;
  StackSizes sizes;
  /// The limit that was set last here, and what others have set.
  size_t last = 0, initial = 0;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_DEVICESTACKS_H
