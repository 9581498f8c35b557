//===- BinaryReader.h - Reads primitives of the format -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_BINARYREADER_H
#define ZYN_LIB_TARGET_WASM_BINARYREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <string>

namespace mlir::wasm {

/// What is wrong with a file, and where.
struct ReadError {
  uint64_t offset = 0;
  /// Empty if nothing is wrong.
  std::string message;
};

/// Reads a part of a file. After a failure, there is nothing left to read and
/// all numbers are 0, so that a loop only has to check `atEnd` or `failed`. The
/// first failure is kept in an error that all readers of the file share.
class BinaryReader {
public:
  BinaryReader(llvm::StringRef file, uint64_t begin, uint64_t end,
               ReadError &error)
      : file(file), cursor(begin), end(end), error(&error) {}

  uint64_t getOffset() const { return cursor; }
  uint64_t getNumLeft() const { return failed() ? 0 : end - cursor; }
  bool atEnd() const { return getNumLeft() == 0; }
  bool failed() const { return !error->message.empty(); }

  /// Records a failure at the current offset, or at `offset`.
  void fail(const llvm::Twine &message) { fail(message, cursor); }
  void fail(const llvm::Twine &message, uint64_t offset);

  uint8_t readByte();
  uint8_t peekByte() const { return atEnd() ? 0 : file[cursor]; }
  /// Numbers in LEB128.
  uint32_t readU32() { return static_cast<uint32_t>(readLEB(32, false)); }
  int32_t readS32() { return static_cast<int32_t>(readLEB(32, true)); }
  int64_t readS33() { return static_cast<int64_t>(readLEB(33, true)); }
  int64_t readS64() { return static_cast<int64_t>(readLEB(64, true)); }
  /// Little-endian bits.
  uint32_t readFixed32() { return static_cast<uint32_t>(readFixed(4)); }
  uint64_t readFixed64() { return readFixed(8); }

  llvm::StringRef readBytes(uint64_t size);
  /// Reads a name, which must be UTF-8, preceded by its size.
  llvm::StringRef readName();
  /// Returns a reader of the next `size` bytes and skips them.
  BinaryReader readPart(uint64_t size);
  /// Returns a reader of the rest with a different error.
  BinaryReader withError(ReadError &other) const {
    return BinaryReader(file, cursor, end, other);
  }

private:
  uint64_t readLEB(unsigned bits, bool isSigned);
  uint64_t readFixed(unsigned size);

  llvm::StringRef file;
  uint64_t cursor;
  uint64_t end;
  ReadError *error;
};

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_BINARYREADER_H
