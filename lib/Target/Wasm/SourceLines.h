//===- SourceLines.h - Lines of the source of a module -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_SOURCELINES_H
#define ZYN_LIB_TARGET_WASM_SOURCELINES_H

#include "WasmModule.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <map>

namespace mlir::wasm {

/// The places of instructions: those in the source where the module has DWARF
/// (https://yurydelendik.github.io/webassembly-dwarf), or else the offsets in
/// the file. Damaged debugging information is ignored.
class SourceLines {
public:
  SourceLines(const WasmModule &module, StringAttr file);

  /// Returns the location of an instruction, by its offset in the file.
  Location getLoc(uint64_t offset) const;

  /// The files of the source.
  ArrayRef<Attribute> getFiles() const { return files; }

private:
  /// Without a line, it is unknown.
  struct Place {
    uint32_t file = 0, line = 0, column = 0;
  };
  void readTables(const WasmModule &module);

  const StringAttr file;
  const uint64_t codeBegin;
  /// The places of instructions from an address on, up to the next one.
  std::map<uint64_t, Place> places;
  SmallVector<Attribute> files;
};

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_SOURCELINES_H
