//===- Backends.h - The table of backends -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_H
#define ZYN_LIB_RUNTIME_BACKENDS_H

#include "Backend.h"

namespace zyn::runtime {

/// One kind of device, and how to get at one.
struct BackendEntry {
  DeviceKind kind;
  /// The device's name for users; with `isNumbered`, "NAME:N", and "NAME" is
  /// the first.
  const char *name;
  bool isNumbered;
  /// What messages call one: "CUDA device".
  const char *noun;
  /// Whether `listDevices` and `auto` count it.
  bool isPhysical;
  /// Error: why there is none.
  Expected<std::vector<Device>> (*list)();
  Expected<uint64_t> (*freeMemory)(const Device &device);
  Expected<std::unique_ptr<Backend>> (*open)(const Device &device);
};

/// All backends, in the order in which `auto` prefers them.
const std::vector<BackendEntry> &backendEntries();
const BackendEntry &backendEntry(DeviceKind kind);

// One function for each column and backend; each backend's folder has its own.
Expected<std::vector<Device>> listCpuDevices();
Expected<std::vector<Device>> listEmulatedDevices();
Expected<uint64_t> freeHostMemory(const Device &device);
Expected<uint64_t> freeCudaMemory(const Device &device);
Expected<std::unique_ptr<Backend>> openCpu(const Device &device);
Expected<std::unique_ptr<Backend>> openCuda(const Device &device);
Expected<std::unique_ptr<Backend>> openEmulator(const Device &device);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_H
