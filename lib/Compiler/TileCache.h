//===- TileCache.h - Measured tiles on disk ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_TILECACHE_H
#define ZYN_LIB_COMPILER_TILECACHE_H

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/DiskCache.h"

#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// Measurements of the candidates of a matmul on a device.
class TileCache {
public:
  TileCache(const std::string &folder, const runtime::Device &device,
            const std::string &chip);

  /// Returns the milliseconds of each of `tiles` for the matmul that `program`
  /// computes, if all of them are known.
  std::optional<std::vector<double>>
  read(const std::string &program, const std::vector<std::string> &tiles) const;
  void write(const std::string &program, const std::vector<std::string> &tiles,
             const std::vector<double> &milliseconds) const;

private:
  runtime::Hash128 getKey(const std::string &program,
                          const std::vector<std::string> &tiles) const;

  const runtime::DiskCache disk;
  /// What measurements depend on besides the program.
  std::string platform;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_TILECACHE_H
