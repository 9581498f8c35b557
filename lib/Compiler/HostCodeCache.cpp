//===- HostCodeCache.cpp - Keeps machine code of the host on disk ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCodeCache.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using zyn::compiler::HostCodeCache;
using zyn::runtime::DiskCache;

/// Smaller modules take less than about 20 ms to compile.
static constexpr size_t minBitcodeBytes = 4 << 10;

HostCodeCache::HostCodeCache(const llvm::Module &module,
                             const llvm::TargetMachine &machine, bool optimize)
    : disk(DiskCache::folderFromEnvironment(), "o") {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::WriteBitcodeToFile(module, stream);
  if (text.size() < minBitcodeBytes)
    return;
  stream << '\n'
         << machine.getTargetCPU() << '\n'
         << machine.getTargetFeatureString() << '\n'
         << ZYN_VERSION << '\n'
         << LLVM_VERSION_STRING << '\n'
         << optimize;
  key = runtime::sipHash128(text.data(), text.size(), {0x7a796e686f7374, 0});
}

std::unique_ptr<llvm::MemoryBuffer>
HostCodeCache::getObject(const llvm::Module *) {
  if (!key)
    return nullptr;
  std::optional<std::string> object = disk.read(*key);
  return object ? llvm::MemoryBuffer::getMemBufferCopy(*object) : nullptr;
}

void HostCodeCache::notifyObjectCompiled(const llvm::Module *,
                                         llvm::MemoryBufferRef object) {
  if (key)
    disk.write(*key, object.getBuffer().str());
}
