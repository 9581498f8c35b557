//===- SourcePlaces.h - Lines of machine code ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_SOURCEPLACES_H
#define ZYN_LIB_TARGET_HOST_SOURCEPLACES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"

#include <memory>
#include <string>

namespace zyn::compiler {

/// A place in a source file. Without a file if it is not known.
struct SourcePlace {
  std::string file;
  unsigned line = 0, column = 0;
};

/// The debug information of an object file about lines.
class SourcePlaces {
public:
  explicit SourcePlaces(const llvm::object::ObjectFile &object);

  /// Returns where the instruction at `offset` of a section comes from.
  SourcePlace find(llvm::object::SectionRef section, uint64_t offset) const;

private:
  struct Table {
    const llvm::DWARFDebugLine::LineTable *lines;
    const char *directory;
  };

  std::unique_ptr<llvm::DWARFContext> context;
  llvm::SmallVector<Table, 1> tables;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_SOURCEPLACES_H
