//===- Sections.h - Sections of an executable ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_SECTIONS_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_SECTIONS_H

#include "Zyn/Target/VMExecutable/Format.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::vm::executable {

/// What is written so far, section by section.
class Sections {
public:
  /// Appends words of 4 bytes to a section.
  void addWords(Section section, ArrayRef<uint32_t> words);
  void addBytes(Section section, ArrayRef<char> bytes);
  uint32_t getBytes(Section section) const { return contents[section].size(); }

  /// The place of a string, which is stored once.
  uint32_t addString(StringRef string);
  /// The number of the first location of a file and a line in `location`, or
  /// `kNoLocation`.
  uint32_t addLocation(Location location);

  /// The whole file; nothing where it would be larger than 4 GB. `header` are
  /// the words that no file begins without.
  std::optional<SmallVector<char>> assemble(ArrayRef<uint32_t> header);

private:
  SmallVector<char> contents[kNumSections];
  llvm::StringMap<uint32_t> strings;
  DenseMap<std::pair<uint32_t, uint64_t>, uint32_t> locations;
};

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_SECTIONS_H
