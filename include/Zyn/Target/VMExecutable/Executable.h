//===- Executable.h - A program that was read ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_EXECUTABLE_H
#define ZYN_TARGET_VMEXECUTABLE_EXECUTABLE_H

#include "Zyn/Target/VMExecutable/Format.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::vm {

/// An executable (docs/vm-machine.md), every index of which is valid: it can be
/// executed without a further check. It is a view: the bytes have to stay.
class Executable {
public:
  struct Instruction {
    uint32_t opcode, d, a, b, immediate, x, y, location;
  };
  struct Matrix {
    uint32_t rows;
    uint32_t nonZeros;
    uint32_t format; // 0 CSR, 1 dense
    uint32_t valueOffset;
    uint32_t structureOffset;
  };
  struct Routine {
    StringRef name;
    uint32_t entry, count, epochs, memory, callDepth, location;
  };
  struct Buffer {
    StringRef name;
    uint32_t kind, role, size, offset, type, firstPhase, lastPhase;
    bool isInput() const { return role & 1; }
    bool isOutput() const { return role & 2; }
  };
  struct Launch {
    uint32_t routine;
    uint32_t instances; // 0 for as many as the run has
    uint32_t location;
  };
  struct Phase {
    StringRef name;
    uint32_t location;
    SmallVector<Launch, 2> launches;
  };

  /// Reads an executable; or nothing, and `error` says in one line what is
  /// wrong with it and where.
  static std::optional<Executable> load(StringRef bytes, std::string &error);

  StringRef getBytes() const { return bytes; }
  uint32_t getHeader(executable::HeaderWord word) const { return word32(word); }
  StringRef getName() const { return getString(getHeader(executable::kName)); }
  bool isFloat() const { return getHeader(executable::kWordType) == 1; }

  /// Records of a section, and its bytes, which begin at a multiple of 4 of the
  /// file's.
  uint32_t getCount(executable::Section section) const {
    return word32(executable::kSections + 2 * section + 1);
  }
  StringRef getSection(executable::Section section) const;

  uint32_t getNumInstructions() const {
    return getCount(executable::kInstructions);
  }
  Instruction getInstruction(uint32_t pc) const;
  Matrix getMatrix(uint32_t number) const;
  uint32_t getValue(uint32_t number) const;
  /// Where a row's elements begin, `row` counted among the stored ones, and the
  /// column of an element, of a CSR matrix.
  uint32_t getRowStart(const Matrix &matrix, uint32_t row) const;
  uint32_t getColumn(const Matrix &matrix, uint32_t element) const;
  Routine getRoutine(uint32_t number) const;
  Buffer getBuffer(uint32_t number) const;
  SmallVector<Phase> getPhases() const;
  StringRef getString(uint32_t offset) const;

  /// The routine that an instruction is of.
  Routine findRoutine(uint32_t pc) const;
  /// `file:line:column` of an instruction, or else `instruction 17 of @main`.
  std::string describe(uint32_t pc) const;
  /// `file:line:column`, or nothing.
  std::string describeLocation(uint32_t location) const;
  struct Location {
    StringRef file;
    uint32_t line, column;
  };
  std::optional<Location> getLocation(uint32_t location) const;

private:
  explicit Executable(StringRef bytes) : bytes(bytes) {}

  uint32_t word32(uint64_t word) const;
  /// A word of a record of a section.
  uint32_t getWord(executable::Section section, uint32_t record,
                   uint32_t word) const;

  StringRef bytes;
  friend class ExecutableValidator;
};

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_EXECUTABLE_H
