//===- LoweredCode.cpp - Keeps the results of lowering on disk ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweredCode.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <elf.h>
#include <link.h>

using zyn::compiler::Compilation;
using zyn::compiler::KernelUse;
using zyn::compiler::LoweredCode;
using zyn::compiler::LoweredCodeCache;
using zyn::runtime::DiskCache;

//===----------------------------------------------------------------------===//
// The build of this library
//===----------------------------------------------------------------------===//

namespace {
/// Finds the build ID of the object file that contains `address`.
struct BuildSearch {
  uintptr_t address;
  std::string build;
};
} // namespace

/// Returns the description of the note NT_GNU_BUILD_ID (`ld --build-id`).
static std::string findBuildID(llvm::StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
    uint64_t name = llvm::alignTo(note->n_namesz, 4),
             description = llvm::alignTo(note->n_descsz, 4);
    notes = notes.drop_front(sizeof(*note));
    if (name + description > notes.size())
      break;
    if (note->n_type == NT_GNU_BUILD_ID &&
        notes.starts_with(llvm::StringRef(ELF_NOTE_GNU, 4)))
      return notes.substr(name, note->n_descsz).str();
    notes = notes.drop_front(name + description);
  }
  return "";
}

static int visitObject(dl_phdr_info *object, size_t, void *data) {
  auto &search = *static_cast<BuildSearch *>(data);
  llvm::ArrayRef segments(object->dlpi_phdr, object->dlpi_phnum);
  auto getBegin = [&](const ElfW(Phdr) & segment) {
    return static_cast<uintptr_t>(object->dlpi_addr + segment.p_vaddr);
  };
  bool isThis = llvm::any_of(segments, [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD &&
           search.address - getBegin(segment) < segment.p_memsz;
  });
  if (!isThis)
    return 0;
  for (const ElfW(Phdr) &segment : segments)
    if (segment.p_type == PT_NOTE && search.build.empty())
      search.build =
          findBuildID({reinterpret_cast<const char *>(getBegin(segment)),
                       static_cast<size_t>(segment.p_memsz)});
  return 1;
}

/// Returns bytes that differ between builds of this library; none if the linker
/// did not create any.
static std::string identifyBuild() {
  BuildSearch search{reinterpret_cast<uintptr_t>(&visitObject), ""};
  ::dl_iterate_phdr(visitObject, &search);
  return search.build;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

static std::string serialize(const LoweredCode &code) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::support::endian::Writer writer(stream, llvm::endianness::little);
  auto writeText = [&](llvm::StringRef text) {
    writer.write<uint64_t>(text.size());
    stream << text;
  };
  const Compilation &compilation = code.compilation;
  writeText(compilation.image);
  writer.write<uint64_t>(compilation.kernels.size());
  for (const KernelUse &kernel : compilation.kernels) {
    writeText(kernel.name);
    writer.write<uint8_t>(kernel.launches.has_value());
    writer.write<uint64_t>(kernel.launches.value_or(0));
  }
  llvm::WriteBitcodeToFile(*code.module, stream);
  return bytes;
}

/// Returns nothing if the entry cannot be read, which is then written again.
static std::optional<LoweredCode> deserialize(llvm::StringRef bytes) {
  llvm::DataExtractor data(bytes, /*IsLittleEndian=*/true, sizeof(void *));
  llvm::DataExtractor::Cursor cursor(0);
  auto stop = llvm::scope_exit([&] { llvm::consumeError(cursor.takeError()); });
  auto readText = [&] {
    return data.getBytes(cursor, data.getU64(cursor)).str();
  };
  LoweredCode code;
  code.compilation.image = readText();
  for (uint64_t i = 0, e = data.getU64(cursor); i < e && cursor; ++i) {
    KernelUse kernel{readText(), std::nullopt};
    bool isKnown = data.getU8(cursor);
    if (uint64_t launches = data.getU64(cursor); isKnown)
      kernel.launches = launches;
    code.compilation.kernels.push_back(std::move(kernel));
  }
  if (!cursor)
    return std::nullopt;
  code.context = std::make_unique<llvm::LLVMContext>();
  auto module = llvm::parseBitcodeFile(
      {bytes.drop_front(cursor.tell()), "lowered code"}, *code.context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return std::nullopt;
  }
  code.module = std::move(*module);
  return code;
}

//===----------------------------------------------------------------------===//
// LoweredCodeCache
//===----------------------------------------------------------------------===//

LoweredCodeCache::LoweredCodeCache(const std::string &source,
                                   llvm::ArrayRef<mlir::PassManager *> passes)
    : disk(DiskCache::folderFromEnvironment(), "bc") {
  std::string build = identifyBuild();
  if (build.empty())
    return;
  std::string text = source;
  llvm::raw_string_ostream stream(text);
  stream << '\n' << build << '\n' << LLVM_VERSION_STRING;
  for (mlir::PassManager *pass : passes) {
    stream << '\n';
    pass->printAsTextualPipeline(stream);
  }
  key = runtime::sipHash128(text.data(), text.size(), {0x7a796e6c6f77, 0});
}

std::optional<LoweredCode> LoweredCodeCache::read() const {
  if (!key)
    return std::nullopt;
  std::optional<std::string> bytes = disk.read(*key);
  return bytes ? deserialize(*bytes) : std::nullopt;
}

void LoweredCodeCache::write(const LoweredCode &code) const {
  if (key && code.compilation.diagnostics.empty() &&
      code.constants.symbols.empty())
    disk.write(*key, serialize(code));
}
