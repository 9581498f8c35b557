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

/// The sections of an executable that is being written.
class Sections {
public:
  /// Appends words of 4 bytes to a section.
  void addWords(Section section, ArrayRef<uint32_t> words);
  void addBytes(Section section, ArrayRef<char> bytes);
  uint32_t getBytes(Section section) const { return contents[section].size(); }

  /// Adds a string unless it exists and returns its offset.
  uint32_t addString(StringRef string);
  /// Returns the index of the first file location within `location`, or
  /// `kNoLocation` if there is none.
  uint32_t addLocation(Location location);

  /// Returns the whole file, or nullopt if it would exceed 4 GB. `header` has
  /// the first words of the header; sizes, offsets and the checksum are added.
  std::optional<SmallVector<char>> assemble(ArrayRef<uint32_t> header);

private:
  SmallVector<char> contents[kNumSections];
  llvm::StringMap<uint32_t> strings;
  DenseMap<std::pair<uint32_t, uint64_t>, uint32_t> locations;
};

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_SECTIONS_H
