//===- Device.h - The machines that code can run on -------------*- C++ -*-===//
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

/// One device and its limits. Fields that a CPU does not have are 0; the
/// emulator has those of the GPU that it stands for.
struct Device {
  DeviceKind kind = DeviceKind::CPU;
  /// N of `cuda:N`; 0 for the CPU.
  int ordinal = 0;
  std::string name;
  /// Compute capability, such as 9 and 0.
  int capabilityMajor = 0, capabilityMinor = 0;
  /// All of its memory, in bytes.
  uint64_t memoryBytes = 0;
  /// Multiprocessors of a GPU, hardware threads of a CPU.
  int multiprocessors = 0;
  int warpSize = 0;
  int maxThreadsPerBlock = 0;
  int maxBlock[3] = {0, 0, 0};
  int maxGrid[3] = {0, 0, 0};
  /// Shared memory that one block can opt in to, in bytes.
  int sharedBytesPerBlock = 0;
  /// 32-bit registers of one block.
  int registersPerBlock = 0;
  /// 0 where it is not known.
  int clockKHz = 0;

  /// The name that `findDevice` takes: "cuda:0", "cpu" or "emulate".
  std::string label() const;
};

/// This machine's CPU: its name from /proc/cpuinfo, the hardware threads that
/// this process may use, and the memory it may use (the smaller of the
/// machine's and the control group's).
Device hostDevice();

/// Bytes of host memory that can be had without swapping, now.
uint64_t availableHostMemory();

/// The CUDA devices in the driver's order. A machine with no driver or no
/// device gives an Error that says which.
Expected<std::vector<Device>> listCudaDevices();

/// All devices: the CUDA devices, if any, and then the CPU.
std::vector<Device> listDevices();

/// Bytes of the device's memory that nobody uses, now. For a GPU this starts
/// the driver on it, which takes a fraction of a second the first time.
Expected<uint64_t> freeDeviceMemory(const Device &device);

/// The device called `name`: `cuda:N`, `cuda` (the first GPU), `cpu`, `emulate`
/// (a GPU emulated on the CPU), or `auto` (the first GPU, or else the CPU).
/// Errors: a GPU that is not there, a name that is not legal.
Expected<Device> findDevice(const std::string &name);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_DEVICE_H
