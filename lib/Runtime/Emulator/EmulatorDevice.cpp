//===- EmulatorDevice.cpp - The emulated GPU as a device ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Emulator.h"

using namespace zyn::runtime;

Device zyn::runtime::emulatorDevice() {
  Device device = hostDevice();
  device.kind = DeviceKind::Emulator;
  device.name = "emulated H200, on " + device.name;
  device.capabilityMajor = 9;
  device.capabilityMinor = 0;
  device.multiprocessors = 132;
  device.warpSize = 32;
  device.maxThreadsPerBlock = 1024;
  const int block[] = {1024, 1024, 64}, grid[] = {2147483647, 65535, 65535};
  for (int i = 0; i < 3; ++i) {
    device.maxBlock[i] = block[i];
    device.maxGrid[i] = grid[i];
  }
  device.sharedBytesPerBlock = 227 << 10;
  device.registersPerBlock = 65536;
  device.clockKHz = 0;
  return device;
}
