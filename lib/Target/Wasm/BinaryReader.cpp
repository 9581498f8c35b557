//===- BinaryReader.cpp - Reads the primitives of the binary format--------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BinaryReader.h"

#include "llvm/Support/ConvertUTF.h"

using namespace mlir::wasm;
using llvm::StringRef;

void BinaryReader::fail(const llvm::Twine &message, uint64_t offset) {
  if (failed())
    return;
  error->offset = offset;
  error->message = message.str();
}

uint8_t BinaryReader::readByte() {
  if (atEnd()) {
    fail("unexpected end");
    return 0;
  }
  return file[cursor++];
}

uint64_t BinaryReader::readLEB(unsigned bits, bool isSigned) {
  uint64_t begin = cursor, value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (shift >= bits) {
      fail("integer representation too long", begin);
      return 0;
    }
    uint8_t byte = readByte();
    if (failed())
      return 0;
    unsigned numUsed = std::min(7u, bits - shift);
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    // The bits of the last byte that the number does not have must be those of
    // its sign.
    if (numUsed < 7) {
      uint8_t rest = (byte & 0x7F) >> (numUsed - isSigned);
      uint8_t ones = 0x7F >> (numUsed - isSigned);
      if (!(byte & 0x80) && rest != 0 && !(isSigned && rest == ones)) {
        fail("integer too large", begin);
        return 0;
      }
    }
    if (byte & 0x80)
      continue;
    unsigned width = shift + 7;
    if (isSigned && (byte & 0x40) && width < 64)
      value |= ~uint64_t(0) << width;
    return value;
  }
}

uint64_t BinaryReader::readFixed(unsigned size) {
  uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i)
    value |= static_cast<uint64_t>(readByte()) << (8 * i);
  return value;
}

StringRef BinaryReader::readBytes(uint64_t size) {
  if (size > getNumLeft()) {
    fail("length out of bounds");
    return {};
  }
  StringRef bytes = file.substr(cursor, size);
  cursor += size;
  return bytes;
}

StringRef BinaryReader::readName() {
  uint32_t size = readU32();
  uint64_t begin = cursor;
  StringRef name = readBytes(size);
  const auto *utf8 = reinterpret_cast<const llvm::UTF8 *>(name.data());
  if (!name.empty() && !llvm::isLegalUTF8String(&utf8, utf8 + name.size())) {
    fail("malformed UTF-8 encoding", begin);
    return {};
  }
  return name;
}

BinaryReader BinaryReader::readPart(uint64_t size) {
  uint64_t begin = cursor;
  readBytes(size);
  return BinaryReader(file, begin, failed() ? begin : begin + size, *error);
}
