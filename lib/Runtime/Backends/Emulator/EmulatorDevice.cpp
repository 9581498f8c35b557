//===- EmulatorDevice.cpp - The emulated GPU as a device ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Emulator.h"
#include "Zyn/Support/GPULimits.h"

using namespace zyn::runtime;

Device zyn::runtime::emulatorDevice() {
  Device device = hostDevice();
  device.kind = DeviceKind::Emulator;
  device.name = "emulated H200, on " + device.name;
  device.capabilityMajor = 9;
  device.capabilityMinor = 0;
  device.multiprocessors = 132; // H200
  device.warpSize = limits::warpSize;
  device.maxThreadsPerBlock = limits::maxThreadsPerBlock;
  for (int i = 0; i < 3; ++i) {
    device.maxBlock[i] = limits::maxBlockSize[i];
    device.maxGrid[i] = limits::maxGridSize[i];
  }
  device.sharedBytesPerBlock = limits::sharedBytesPerBlock;
  device.registersPerBlock = limits::registersPerBlock;
  device.clockKHz = 0;
  return device;
}
