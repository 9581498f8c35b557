//===- ListDevices.cpp - The output of zyn-run --list-devices -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Zyn/Runtime/ByteSize.h"

#include <algorithm>
#include <array>
#include <cstdio>

using zyn::runtime::Device;

using Row = std::array<std::string, 9>;

static std::string orDash(int value) {
  return value ? std::to_string(value) : "-";
}

static Row describe(const Device &device) {
  bool isGPU = device.warpSize != 0;
  return {device.label(),
          device.name,
          isGPU ? std::to_string(device.capabilityMajor) + "." +
                      std::to_string(device.capabilityMinor)
                : "-",
          zyn::runtime::formatBytes(device.memoryBytes),
          std::to_string(device.multiprocessors) + (isGPU ? "" : " threads"),
          orDash(device.maxThreadsPerBlock),
          orDash(device.warpSize),
          isGPU ? zyn::runtime::formatBytes(device.sharedBytesPerBlock) : "-",
          orDash(device.registersPerBlock)};
}

void zyn::tools::printDevices() {
  std::vector<Row> rows = {{"device", "name", "capability", "memory",
                            "multiprocessors", "threads/block", "warp",
                            "shared/block", "registers/block"}};
  for (const Device &device : runtime::listDevices())
    rows.push_back(describe(device));
  std::array<size_t, std::tuple_size_v<Row>> widths = {};
  for (const Row &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  for (const Row &row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size())
        line.append(widths[i] - row[i].size() + 2, ' ');
    }
    std::printf("%s\n", line.c_str());
  }
}
