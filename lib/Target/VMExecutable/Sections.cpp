//===- Sections.cpp - Sections of an executable ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

void Sections::addWords(Section section, ArrayRef<uint32_t> words) {
  for (uint32_t word : words) {
    char bytes[4];
    llvm::support::endian::write32le(bytes, word);
    addBytes(section, bytes);
  }
}

void Sections::addBytes(Section section, ArrayRef<char> bytes) {
  llvm::append_range(contents[section], bytes);
}

uint32_t Sections::addString(StringRef string) {
  // Strings are null-terminated, so what follows a null byte would be lost.
  string = string.take_until([](char c) { return c == 0; });
  auto [entry, isNew] = strings.insert({string, getBytes(kStrings)});
  if (isNew) {
    addBytes(kStrings, ArrayRef(string.data(), string.size()));
    addBytes(kStrings, '\0');
  }
  return entry->second;
}

uint32_t Sections::addLocation(Location location) {
  FileLineColRange file;
  location->walk([&](Location inner) {
    file = dyn_cast<FileLineColRange>(inner);
    return file ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!file)
    return kNoLocation;
  uint32_t name = addString(file.getFilename());
  uint32_t line = file.getStartLine(), column = file.getStartColumn();
  auto [entry, isNew] = locations.insert(
      {{name, uint64_t(line) << 32 | column}, locations.size()});
  if (isNew)
    addWords(kLocations, {name, line, column});
  return entry->second;
}

std::optional<SmallVector<char>> Sections::assemble(ArrayRef<uint32_t> header) {
  SmallVector<uint32_t> words(header);
  words.resize(kHeaderWords);
  uint64_t size = kHeaderWords * 4;
  for (uint32_t section = 0; section < kNumSections; ++section) {
    SmallVector<char> &bytes = contents[section];
    bytes.resize(llvm::alignTo(bytes.size(), 4));
    words[kSections + 2 * section] = size;
    words[kSections + 2 * section + 1] = bytes.size() / kRecordBytes[section];
    size += bytes.size();
  }
  if (size > std::numeric_limits<uint32_t>::max())
    return std::nullopt;
  words[kFileBytes] = size;
  words[kChecksum] = 0;

  SmallVector<char> file;
  file.reserve(size);
  file.resize(kHeaderWords * 4);
  for (auto [i, word] : llvm::enumerate(words))
    llvm::support::endian::write32le(&file[4 * i], word);
  for (const SmallVector<char> &bytes : contents)
    llvm::append_range(file, bytes);
  llvm::support::endian::write32le(
      &file[4 * kChecksum],
      llvm::crc32(ArrayRef(reinterpret_cast<const uint8_t *>(file.data()),
                           file.size())));
  return file;
}
