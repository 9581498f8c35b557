//===- SourcePlaces.cpp - Lines of machine code ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourcePlaces.h"

#include "llvm/DebugInfo/DWARF/DWARFUnit.h"

using namespace zyn::compiler;

SourcePlaces::SourcePlaces(const llvm::object::ObjectFile &object)
    // Instructions without a place are common, and damaged ones like them.
    : context(llvm::DWARFContext::create(
          object, llvm::DWARFContext::ProcessDebugRelocations::Process,
          /*L=*/nullptr, /*DWPName=*/"", llvm::consumeError,
          llvm::consumeError)) {
  for (const auto &unit : context->compile_units())
    if (const auto *lines = context->getLineTableForUnit(unit.get()))
      tables.push_back({lines, unit->getCompilationDir()});
}

SourcePlace SourcePlaces::find(llvm::object::SectionRef section,
                               uint64_t offset) const {
  // `DWARFContext::getLineInfoForAddress` does not care about sections, and
  // also searches for the subprogram, which may be slow.
  llvm::object::SectionedAddress address{section.getAddress() + offset,
                                         section.getIndex()};
  llvm::DILineInfo found;
  for (const Table &table : tables)
    if (table.lines->getFileLineInfoForAddress(
            address, /*Approximate=*/false, table.directory,
            llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue, found) &&
        found.Line)
      return {found.FileName, found.Line, found.Column};
  return {};
}
