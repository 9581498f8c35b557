//===- Backends.cpp - The table of backends -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"

#include <algorithm>

using namespace zyn::runtime;

const std::vector<BackendEntry> &zyn::runtime::backendEntries() {
  static const std::vector<BackendEntry> *entries =
      new std::vector<BackendEntry>{
          {DeviceKind::CUDA, "cuda", /*isNumbered=*/true, "CUDA device",
           /*isPhysical=*/true, listCudaDevices, freeCudaMemory, openCuda},
          {DeviceKind::CPU, "cpu", /*isNumbered=*/false, "CPU",
           /*isPhysical=*/true, listCpuDevices, freeHostMemory, openCpu},
          {DeviceKind::Emulator, "emulate", /*isNumbered=*/false,
           "emulated GPU", /*isPhysical=*/false, listEmulatedDevices,
           freeHostMemory, openEmulator}};
  return *entries;
}

const BackendEntry &zyn::runtime::backendEntry(DeviceKind kind) {
  const std::vector<BackendEntry> &entries = backendEntries();
  return *std::find_if(
      entries.begin(), entries.end(),
      [kind](const BackendEntry &entry) { return entry.kind == kind; });
}

Error zyn::runtime::wrongFormat(const Device &device, const char *expected,
                                const Image &image) {
  return Error(device.label() + ": expected " + expected +
               ", found an image of format '" + std::string(image.format) +
               "'");
}
