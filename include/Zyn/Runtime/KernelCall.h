//===- KernelCall.h - Calls of kernels with arrays --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_KERNELCALL_H
#define ZYN_RUNTIME_KERNELCALL_H

#include "Zyn/Runtime/Launch.h"

namespace zyn::runtime {

class Stream;

/// An argument of a kernel: the value of a parameter, or an array, whose
/// address is the value.
struct KernelCallArgument {
  enum class Kind { Value, DeviceArray, HostArray };

  Kind kind = Kind::Value;
  /// The value, or the elements of the array.
  void *memory = nullptr;
  /// Their size.
  uint64_t bytes = 0;
};

/// Queues a kernel of the context of `stream` on it. Arrays in host memory are
/// copied to the device before the launch and back after it, since the kernel
/// may modify them; the host waits for the latter. Arguments with the same
/// elements share a copy. Errors: arguments that do not fit the parameters,
/// arrays in host memory that overlap in part, those of `checkLaunch`, out of
/// memory.
Error callKernel(Stream &stream, Kernel &kernel, const LaunchShape &shape,
                 const KernelCallArgument *arguments, size_t numArguments);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_KERNELCALL_H
