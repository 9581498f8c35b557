//===- Device.h - Devices that code can run on ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_DEVICE_H
#define ZYN_RUNTIME_DEVICE_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace zyn::runtime {

enum class DeviceKind { CPU, CUDA, Emulator };

/// A device and its limits. Fields that do not apply to a CPU are 0; the
/// emulator has the limits of the GPU that it emulates.
struct Device {
  DeviceKind kind = DeviceKind::CPU;
  /// N of `cuda:N`; 0 for the CPU.
  int ordinal = 0;
  std::string name;
  /// Compute capability, such as 9 and 0.
  int capabilityMajor = 0, capabilityMinor = 0;
  /// Total memory in bytes.
  uint64_t memoryBytes = 0;
  /// Multiprocessors of a GPU, hardware threads of a CPU.
  int multiprocessors = 0;
  int warpSize = 0;
  int maxThreadsPerBlock = 0;
  int maxBlock[3] = {0, 0, 0};
  int maxGrid[3] = {0, 0, 0};
  /// The shared memory that one block can opt in to, in bytes.
  int sharedBytesPerBlock = 0;
  /// The number of 32-bit registers of one block.
  int registersPerBlock = 0;
  /// 0 if unknown.
  int clockKHz = 0;
  /// The version of the driver of a GPU, such as 12080 for 12.8.
  int driverVersion = 0;

  /// The name that `findDevice` takes: "cuda:0", "cpu" or "emulate".
  std::string label() const;
};

/// Returns this machine's CPU: its name from /proc/cpuinfo, the hardware
/// threads that this process may use, and the memory that it may use (the
/// minimum of the machine's and the control group's).
Device hostDevice();

/// Returns how many bytes of host memory are currently available without
/// swapping.
uint64_t availableHostMemory();

/// Returns the CUDA devices in the driver's order. Errors: no driver, no
/// device.
Expected<std::vector<Device>> listCudaDevices();

/// Returns all devices: the CUDA devices, if any, followed by the CPU.
std::vector<Device> listDevices();

/// Returns how many bytes of the device's memory are currently free. For a GPU,
/// this initializes the driver for it, which takes a fraction of a second the
/// first time.
Expected<uint64_t> freeDeviceMemory(const Device &device);

/// Returns the device called `name`: `cuda:N`, `cuda` (the first GPU), `cpu`,
/// `emulate` (a GPU emulated on the CPU), or `auto` (the first GPU, or else the
/// CPU). Errors: a GPU that does not exist, an invalid name.
Expected<Device> findDevice(const std::string &name);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_DEVICE_H
