//===- SectionReader.h - Reads and validates sections --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_SECTIONREADER_H
#define ZYN_LIB_TARGET_WASM_SECTIONREADER_H

#include "BinaryReader.h"
#include "WasmModule.h"

namespace mlir::wasm {

/// Reads a module and validates everything except for the bodies of its
/// functions.
class SectionReader {
public:
  SectionReader(llvm::StringRef file, WasmModule &module, ReadError &error)
      : reader(file, 0, file.size(), error), module(module) {}

  void read();

private:
  void readHeader();
  void readSection(unsigned id);
  void checkOrder(unsigned id, uint64_t offset);
  void checkAll();

  // One for each section.
  void readCustom();
  void readTypes();
  void readImports();
  void readFunctions();
  void readTables();
  void readMemories();
  void readGlobals();
  void readExports();
  void readStart();
  void readElements();
  void readCode();
  void readData();

  // Parts of sections.
  void readFunctionNames(BinaryReader part);
  ValueTypes readValueTypes();
  ValueType readValueType();
  ValueType readReferenceType();
  Limits readLimits(uint64_t largest, const char *message);
  Table readTableType();
  Memory readMemoryType();
  Global readGlobalType();
  /// Checks the type of a function of the module `zyn`.
  void checkIntrinsic(const Function &function, uint64_t offset);
  uint32_t readIndex(uint64_t count, const char *kind);
  ConstantExpression readConstantExpression(ValueType type);
  void readElementSegment();
  template <typename Function>
  void readVector(Function readElement);

  BinaryReader reader;
  WasmModule &module;
  unsigned lastOrder = 0;
  uint64_t numBodies = 0;
};

/// Reads one element after the other, as many as the number that precedes them.
template <typename Function>
void SectionReader::readVector(Function readElement) {
  uint32_t count = reader.readU32();
  for (uint32_t i = 0; i < count && !reader.failed(); ++i)
    readElement();
}

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_SECTIONREADER_H
