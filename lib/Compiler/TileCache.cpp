//===- TileCache.cpp - Measured tiles on disk -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCache.h"

#include "llvm/Config/llvm-config.h"

#include <cstring>

using namespace zyn::compiler;
using zyn::runtime::Hash128;

/// Must change whenever kernels of matmuls change.
static constexpr int kernelVersion = 3;

TileCache::TileCache(const std::string &folder, const runtime::Device &device,
                     const std::string &chip)
    : disk(folder, "tiles") {
  for (const std::string &part :
       {device.name, std::to_string(device.driverVersion), chip,
        std::string(ZYN_VERSION), std::string(LLVM_VERSION_STRING),
        std::to_string(kernelVersion)})
    platform += part + '\n';
}

Hash128 TileCache::getKey(const std::string &program,
                          const std::vector<std::string> &tiles) const {
  std::string text = platform;
  for (const std::string &tile : tiles)
    text += tile + '\n';
  text += program;
  return runtime::sipHash128(text.data(), text.size(), {0x7a796e74696c6573, 0});
}

std::optional<std::vector<double>>
TileCache::read(const std::string &program,
                const std::vector<std::string> &tiles) const {
  Hash128 key = getKey(program, tiles);
  std::optional<std::string> bytes = disk.read(key);
  if (!bytes)
    return std::nullopt;
  std::vector<double> times(tiles.size());
  if (bytes->size() != times.size() * sizeof(double))
    return std::nullopt;
  std::memcpy(times.data(), bytes->data(), bytes->size());
  return times;
}

void TileCache::write(const std::string &program,
                      const std::vector<std::string> &tiles,
                      const std::vector<double> &milliseconds) const {
  disk.write(getKey(program, tiles),
             std::string(reinterpret_cast<const char *>(milliseconds.data()),
                         milliseconds.size() * sizeof(double)));
}
