//===- Executable.h - View of an executable ------------------- -*- C++ -*-===//
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

/// Returns `text` with control characters replaced by their hexadecimal codes.
std::string escape(StringRef text);

/// A validated executable (docs/vm-machine.md): all indices in it are in range,
/// so that it can be executed without further checks. It does not own the
/// bytes, which must outlive it.
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
    uint32_t instances; // 0: the number of instances of the run
    uint32_t location;
  };
  struct Phase {
    StringRef name;
    uint32_t location;
    SmallVector<Launch, 2> launches;
  };

  /// Validates an executable. Returns nullopt if it is invalid and sets `error`
  /// to a one-line description.
  static std::optional<Executable> load(StringRef bytes, std::string &error);

  StringRef getBytes() const { return bytes; }
  uint32_t getHeader(executable::HeaderWord word) const { return word32(word); }
  StringRef getName() const { return getString(getHeader(executable::kName)); }
  bool isFloat() const { return getHeader(executable::kWordType) == 1; }

  /// Returns the number of records of a section.
  uint32_t getCount(executable::Section section) const {
    return word32(executable::kSections + 2 * section + 1);
  }
  /// Returns the bytes of a section; its offset in the file is a multiple of 4.
  StringRef getSection(executable::Section section) const;

  uint32_t getNumInstructions() const {
    return getCount(executable::kInstructions);
  }
  Instruction getInstruction(uint32_t pc) const;
  Matrix getMatrix(uint32_t number) const;
  uint32_t getValue(uint32_t number) const;
  /// Returns the index of the first element of a row of a CSR matrix; `row`
  /// counts stored rows only.
  uint32_t getRowStart(const Matrix &matrix, uint32_t row) const;
  /// Returns the column of an element of a CSR matrix.
  uint32_t getColumn(const Matrix &matrix, uint32_t element) const;
  Routine getRoutine(uint32_t number) const;
  Buffer getBuffer(uint32_t number) const;
  SmallVector<Phase> getPhases() const;
  StringRef getString(uint32_t offset) const;

  /// Returns the routine that contains an instruction.
  Routine findRoutine(uint32_t pc) const;
  /// Returns `file:line:column` of an instruction, or a description such as
  /// `instruction 17 of @main` if it has no location.
  std::string describe(uint32_t pc) const;
  /// Returns `file:line:column`, or an empty string if there is no location.
  std::string describeLocation(uint32_t location) const;
  struct Location {
    StringRef file;
    uint32_t line, column;
  };
  std::optional<Location> getLocation(uint32_t location) const;

private:
  explicit Executable(StringRef bytes) : bytes(bytes) {}

  uint32_t word32(uint64_t word) const;
  /// Returns a word of a record of a section.
  uint32_t getWord(executable::Section section, uint32_t record,
                   uint32_t word) const;

  StringRef bytes;
  friend class ExecutableValidator;
};

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_EXECUTABLE_H
