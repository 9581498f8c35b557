//===- HostCodeCache.h - Keeps machine code of the host ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_HOSTCODECACHE_H
#define ZYN_LIB_COMPILER_HOSTCODECACHE_H

#include "Zyn/Runtime/DiskCache.h"

#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
} // namespace llvm

namespace zyn::compiler {

/// The object files of one module, in the folder of compiled kernels. The key
/// is the module before optimization, the processor, and the versions.
class HostCodeCache {
public:
  using Objects = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

  HostCodeCache(const llvm::Module &module, const llvm::TargetMachine &machine,
                bool optimize);

  /// Returns the object files, or none if they have to be compiled.
  Objects read() const;
  void write(const Objects &objects) const;

private:
  const runtime::DiskCache disk;
  /// Nothing for a module that is small enough to be compiled each time.
  std::optional<runtime::Hash128> key;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_HOSTCODECACHE_H
