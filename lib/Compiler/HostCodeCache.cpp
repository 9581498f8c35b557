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
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using zyn::compiler::HostCodeCache;
using zyn::runtime::DiskCache;

/// Smaller modules take less than about 20 ms to compile.
static constexpr size_t minBitcodeBytes = 4 << 10;

/// The format of an entry: an archive of object files.
static constexpr uint64_t entryFormat = 1;

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
  key = runtime::sipHash128(text.data(), text.size(),
                            {0x7a796e686f7374, entryFormat});
}

HostCodeCache::Objects HostCodeCache::read() const {
  std::optional<std::string> bytes;
  if (key)
    bytes = disk.read(*key);
  if (!bytes)
    return {};
  auto archive =
      llvm::object::Archive::create(llvm::MemoryBufferRef(*bytes, "code"));
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return {};
  }
  Objects objects;
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child &member :
       (*archive)->children(error)) {
    auto object = member.getMemoryBufferRef();
    if (!object) {
      error = llvm::joinErrors(std::move(error), object.takeError());
      break;
    }
    objects.push_back(llvm::MemoryBuffer::getMemBufferCopy(
        object->getBuffer(), object->getBufferIdentifier()));
  }
  if (error) {
    llvm::consumeError(std::move(error));
    return {};
  }
  return objects;
}

void HostCodeCache::write(const Objects &objects) const {
  if (!key)
    return;
  std::vector<llvm::NewArchiveMember> members;
  for (const auto &object : objects)
    members.emplace_back(object->getMemBufferRef());
  auto archive = llvm::writeArchiveToBuffer(
      members, llvm::SymtabWritingMode::NoSymtab, llvm::object::Archive::K_GNU,
      /*Deterministic=*/true, /*Thin=*/false);
  if (archive)
    disk.write(*key, (*archive)->getBuffer().str());
  else
    llvm::consumeError(archive.takeError());
}
