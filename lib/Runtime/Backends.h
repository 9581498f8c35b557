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

/// One kind of device, and functions to list and open its devices.
struct BackendEntry {
  DeviceKind kind;
  /// The device's name for users. If `isNumbered`, devices are called "NAME:N",
  /// and "NAME" is the first one.
  const char *name;
  bool isNumbered;
  /// Its name in messages: "CUDA device".
  const char *noun;
  /// Whether `listDevices` and `auto` include it.
  bool isPhysical;
  /// Error: the reason why there is none.
  Expected<std::vector<Device>> (*list)();
  Expected<uint64_t> (*freeMemory)(const Device &device);
  Expected<std::unique_ptr<Backend>> (*open)(const Device &device);
};

/// All backends, in the order in which `auto` prefers them.
const std::vector<BackendEntry> &backendEntries();
const BackendEntry &backendEntry(DeviceKind kind);

// The functions in the table, each defined in its backend's folder.
Expected<std::vector<Device>> listCpuDevices();
Expected<std::vector<Device>> listEmulatedDevices();
Expected<uint64_t> freeHostMemory(const Device &device);
Expected<uint64_t> freeCudaMemory(const Device &device);
Expected<std::unique_ptr<Backend>> openCpu(const Device &device);
Expected<std::unique_ptr<Backend>> openCuda(const Device &device);
Expected<std::unique_ptr<Backend>> openEmulator(const Device &device);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_H
