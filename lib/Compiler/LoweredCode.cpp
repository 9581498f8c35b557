//===- LoweredCode.cpp - Keeps the results of lowering on disk ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweredCode.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/DenseMap.h"
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
#include "llvm/TargetParser/Host.h"

#include <elf.h>
#include <link.h>
#include <map>

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Constant;
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

namespace {
/// Writes the parts of an entry.
class EntryWriter {
public:
  explicit EntryWriter(llvm::raw_ostream &stream)
      : stream(stream), writer(stream, llvm::endianness::little) {}

  void write(uint64_t number) { writer.write<uint64_t>(number); }
  void write(llvm::StringRef text) {
    write(text.size());
    stream << text;
  }
  void write(const KernelUse &kernel) {
    write(kernel.name);
    write(kernel.launches.has_value());
    write(kernel.launches.value_or(0));
  }
  void write(const Diagnostic &diagnostic) {
    write(static_cast<uint64_t>(diagnostic.severity));
    write(diagnostic.location.file);
    write(diagnostic.location.line);
    write(diagnostic.location.column);
    write(diagnostic.message);
    write(diagnostic.notes);
  }
  void write(const AllocationBound &bound) {
    write(bound.bytes);
    write(bound.largest.bytes);
    write(bound.largest.shape);
    write(bound.largest.element);
    write(bound.largest.name);
  }
  template <typename T>
  void write(const std::vector<T> &values) {
    write(values.size());
    for (const T &value : values)
      write(value);
  }

private:
  llvm::raw_ostream &stream;
  llvm::support::endian::Writer writer;
};

/// Reads what `EntryWriter` has written. After an entry that is too short,
/// everything is empty.
class EntryReader {
public:
  explicit EntryReader(llvm::StringRef bytes)
      : bytes(bytes), data(bytes, /*IsLittleEndian=*/true, sizeof(void *)) {}
  ~EntryReader() { llvm::consumeError(cursor.takeError()); }

  uint64_t readNumber() { return data.getU64(cursor); }
  void read(int64_t &number) { number = readNumber(); }
  void read(std::string &text) {
    text = data.getBytes(cursor, readNumber()).str();
  }
  void read(KernelUse &kernel) {
    read(kernel.name);
    bool isKnown = readNumber();
    if (uint64_t launches = readNumber(); isKnown)
      kernel.launches = launches;
  }
  void read(Diagnostic &diagnostic) {
    diagnostic.severity = static_cast<Severity>(readNumber());
    read(diagnostic.location.file);
    diagnostic.location.line = readNumber();
    diagnostic.location.column = readNumber();
    read(diagnostic.message);
    read(diagnostic.notes);
  }
  void read(AllocationBound &bound) {
    bound.bytes = readNumber();
    bound.largest.bytes = readNumber();
    read(bound.largest.shape);
    read(bound.largest.element);
    read(bound.largest.name);
  }
  template <typename T>
  void read(std::vector<T> &values) {
    for (uint64_t i = 0, end = readNumber(); i < end && cursor; ++i)
      read(values.emplace_back());
  }

  bool isValid() { return bool(cursor); }

  /// Returns the bytes that are left, or nothing if there were too few.
  std::optional<llvm::StringRef> takeRest() {
    if (!cursor)
      return std::nullopt;
    return bytes.drop_front(cursor.tell());
  }

private:
  llvm::StringRef bytes;
  llvm::DataExtractor data;
  llvm::DataExtractor::Cursor cursor{0};
};
} // namespace

static void write(EntryWriter &writer, const ProgramConstants &constants) {
  writer.write(constants.alignment);
  writer.write(constants.constants.size());
  llvm::DenseMap<const void *, uint64_t> indices;
  for (auto [i, constant] : llvm::enumerate(constants.constants)) {
    indices[constant->variable()] = i;
    const auto *bytes = static_cast<const char *>(constant->bytes());
    if (bytes)
      indices[bytes] = i;
    writer.write(constant->size());
    writer.write(llvm::StringRef(bytes, bytes ? constant->size() : 0));
  }
  writer.write(constants.symbols.size());
  for (const auto &[name, address] : constants.symbols) {
    uint64_t index = indices.lookup(address);
    writer.write(name);
    writer.write(index);
    // Or else the elements.
    writer.write(address == constants.constants[index]->variable());
  }
}

/// Returns false if an entry is not valid.
static bool read(EntryReader &reader, ProgramConstants &constants) {
  constants.alignment = reader.readNumber();
  if (!llvm::isPowerOf2_64(constants.alignment))
    return false;
  for (uint64_t i = 0, end = reader.readNumber(); i < end; ++i) {
    uint64_t size = reader.readNumber();
    std::string bytes;
    reader.read(bytes);
    if (!reader.isValid() || (!bytes.empty() && bytes.size() != size))
      return false;
    std::shared_ptr<char> memory;
    if (!bytes.empty()) {
      memory = allocateConstant(size, constants.alignment);
      std::memcpy(memory.get(), bytes.data(), size);
    }
    constants.constants.push_back(
        std::make_shared<Constant>(std::move(memory), size));
  }
  for (uint64_t i = 0, end = reader.readNumber(); i < end; ++i) {
    std::string name;
    reader.read(name);
    uint64_t index = reader.readNumber();
    bool isVariable = reader.readNumber();
    if (!reader.isValid() || index >= constants.constants.size())
      return false;
    Constant &constant = *constants.constants[index];
    constants.symbols.emplace_back(
        name, isVariable ? constant.variable()
                         : const_cast<void *>(constant.bytes()));
  }
  return true;
}

static std::string serialize(const LoweredCode &code) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EntryWriter writer(stream);
  writer.write(code.compilation.image);
  writer.write(code.compilation.kernels);
  writer.write(code.compilation.diagnostics);
  writer.write(code.allocations);
  write(writer, code.constants);
  llvm::WriteBitcodeToFile(*code.module, stream);
  return bytes;
}

/// Returns nothing if the entry cannot be read, which is then written again.
static std::optional<LoweredCode> deserialize(llvm::StringRef bytes) {
  EntryReader reader(bytes);
  LoweredCode code;
  reader.read(code.compilation.image);
  reader.read(code.compilation.kernels);
  reader.read(code.compilation.diagnostics);
  reader.read(code.allocations);
  if (!read(reader, code.constants))
    return std::nullopt;
  std::optional<llvm::StringRef> bitcode = reader.takeRest();
  if (!bitcode)
    return std::nullopt;
  code.context = std::make_unique<llvm::LLVMContext>();
  auto module =
      llvm::parseBitcodeFile({*bitcode, "lowered code"}, *code.context);
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

/// Smaller code takes less than about 20 ms to lower.
static constexpr size_t minBytes = 4 << 10;

/// Larger constants are weights, which should not be stored again.
static constexpr uint64_t maxConstantBytes = 16 << 20;

LoweredCodeCache::LoweredCodeCache(const std::string &source,
                                   llvm::ArrayRef<mlir::PassManager *> passes)
    : disk(DiskCache::folderFromEnvironment(), "bc") {
  std::string build = identifyBuild();
  if (build.empty())
    return;
  std::string text = source;
  llvm::raw_string_ostream stream(text);
  stream << '\n'
         << build << '\n'
         << LLVM_VERSION_STRING << '\n'
         << llvm::sys::getHostCPUName();
  // Passes generate vectors for this machine.
  std::map<llvm::StringRef, bool> features;
  llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
  for (const auto &feature : found)
    features[feature.getKey()] = feature.getValue();
  for (auto [feature, isThere] : features)
    stream << '\n' << (isThere ? '+' : '-') << feature;
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
  uint64_t constantBytes = 0;
  for (const auto &constant : code.constants.constants)
    constantBytes += constant->bytes() ? constant->size() : 0;
  if (!key || constantBytes > maxConstantBytes)
    return;
  std::string bytes = serialize(code);
  if (bytes.size() >= minBytes)
    disk.write(*key, bytes);
}
