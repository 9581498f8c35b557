//===- SourceLines.cpp - Lines of the source of a module ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "Zyn/Support/Escape.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::wasm;
using llvm::DWARFDebugLine;

SourceLines::SourceLines(const WasmModule &module, StringAttr file)
    : file(file), codeBegin(module.codeBegin) {
  if (!module.debugSections.empty())
    readTables(module);
}

void SourceLines::readTables(const WasmModule &module) {
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> sections;
  for (const auto &[name, bytes] : module.debugSections)
    sections[name] = llvm::MemoryBuffer::getMemBuffer(
        bytes, name, /*RequiresNullTerminator=*/false);
  constexpr uint8_t addressBytes = 4;
  auto context = llvm::DWARFContext::create(
      sections, addressBytes, /*isLittleEndian=*/true, llvm::consumeError,
      llvm::consumeError);
  llvm::MapVector<Attribute, uint32_t> numbers;
  for (const auto &unit : context->compile_units()) {
    const DWARFDebugLine::LineTable *table =
        context->getLineTableForUnit(unit.get());
    if (!table)
      continue;
    llvm::DenseMap<uint64_t, std::optional<uint32_t>> known;
    auto getFile = [&](uint64_t index) {
      auto [place, isNew] = known.insert({index, std::nullopt});
      std::string name;
      if (!isNew ||
          !table->getFileNameByIndex(
              index, unit->getCompilationDir(),
              llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath,
              name))
        return place->second;
      Attribute attribute =
          StringAttr::get(file.getContext(), ::zyn::escape(name));
      uint32_t number = numbers.size();
      return place->second = numbers.insert({attribute, number}).first->second;
    };
    for (const DWARFDebugLine::Row &row : table->Rows) {
      uint64_t address = row.Address.Address;
      // Another sequence may begin where this one ends.
      if (row.EndSequence)
        places.insert({address, Place()});
      else if (std::optional<uint32_t> number = getFile(row.File))
        places[address] = {*number, row.Line, row.Column};
    }
  }
  for (const auto &[attribute, number] : numbers)
    files.push_back(attribute);
}

Location SourceLines::getLoc(uint64_t offset) const {
  auto after = places.upper_bound(offset - codeBegin);
  if (offset < codeBegin || after == places.begin() ||
      std::prev(after)->second.line == 0)
    return FileLineColLoc::get(file, 0, offset);
  const Place &place = std::prev(after)->second;
  return FileLineColLoc::get(cast<StringAttr>(files[place.file]), place.line,
                             place.column);
}
