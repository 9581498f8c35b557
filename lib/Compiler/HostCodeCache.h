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
#include "llvm/ExecutionEngine/ObjectCache.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace zyn::compiler {

/// The machine code of one module, in the folder of compiled kernels. The key
/// is the module before optimization, the processor, and the versions.
class HostCodeCache : public llvm::ObjectCache {
public:
  HostCodeCache(const llvm::Module &module, const llvm::TargetMachine &machine,
                bool optimize);

  /// Returns the object file, or null if it has to be compiled.
  std::unique_ptr<llvm::MemoryBuffer>
  getObject(const llvm::Module *module) override;
  void notifyObjectCompiled(const llvm::Module *module,
                            llvm::MemoryBufferRef object) override;

private:
  const runtime::DiskCache disk;
  /// Nothing for a module that is small enough to be compiled each time.
  std::optional<runtime::Hash128> key;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_HOSTCODECACHE_H
