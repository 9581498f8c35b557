//===- SectionReader.cpp - The order of sections---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SectionReader.h"
#include "Intrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm::wasm;
using namespace mlir::wasm;

llvm::StringRef mlir::wasm::toText(ValueType type) {
  switch (type) {
  case ValueType::Unknown:
    return "any type";
  case ValueType::I32:
    return "i32";
  case ValueType::I64:
    return "i64";
  case ValueType::F32:
    return "f32";
  case ValueType::F64:
    return "f64";
  case ValueType::FuncRef:
    return "funcref";
  case ValueType::ExternRef:
    return "externref";
  }
  llvm_unreachable("unknown type");
}

void SectionReader::readHeader() {
  if (reader.readFixed32() != 0x6D736100) {
    reader.fail("magic header not detected: expected a WebAssembly module", 0);
    return;
  }
  uint64_t offset = reader.getOffset();
  uint32_t version = reader.readFixed32();
  if (reader.failed() || version == 1)
    return;
  if (version >> 16 == 1)
    reader.fail("components (the component model) are not supported: build a "
                "core module instead, for example for wasm32-wasip1",
                offset);
  else
    reader.fail("unknown binary version " + llvm::Twine(version) +
                    ": expected 1",
                offset);
}

/// Sections occur once and in this order; the number of data segments precedes
/// the code, and custom sections can be anywhere.
void SectionReader::checkOrder(unsigned id, uint64_t offset) {
  static constexpr uint8_t order[] = {
      WASM_SEC_TYPE,   WASM_SEC_IMPORT,    WASM_SEC_FUNCTION, WASM_SEC_TABLE,
      WASM_SEC_MEMORY, WASM_SEC_GLOBAL,    WASM_SEC_EXPORT,   WASM_SEC_START,
      WASM_SEC_ELEM,   WASM_SEC_DATACOUNT, WASM_SEC_CODE,     WASM_SEC_DATA};
  if (id == WASM_SEC_TAG) {
    reader.fail("tags need the exception handling proposal, which is not "
                "supported: build without -fwasm-exceptions",
                offset);
    return;
  }
  const auto *found = std::find(std::begin(order), std::end(order), id);
  if (found == std::end(order)) {
    reader.fail("malformed section id " + llvm::Twine(id), offset);
    return;
  }
  unsigned position = found - std::begin(order) + 1;
  if (position <= lastOrder)
    reader.fail("unexpected content after last section: section " +
                    llvm::Twine(id) + " is repeated or out of order",
                offset);
  lastOrder = position;
}

void SectionReader::readSection(unsigned id) {
  switch (id) {
  case WASM_SEC_TYPE:
    return readTypes();
  case WASM_SEC_IMPORT:
    return readImports();
  case WASM_SEC_FUNCTION:
    return readFunctions();
  case WASM_SEC_TABLE:
    return readTables();
  case WASM_SEC_MEMORY:
    return readMemories();
  case WASM_SEC_GLOBAL:
    return readGlobals();
  case WASM_SEC_EXPORT:
    return readExports();
  case WASM_SEC_START:
    return readStart();
  case WASM_SEC_ELEM:
    return readElements();
  case WASM_SEC_DATACOUNT:
    module.dataCount = reader.readU32();
    return;
  case WASM_SEC_CODE:
    return readCode();
  case WASM_SEC_DATA:
    return readData();
  }
}

void SectionReader::read() {
  readHeader();
  while (!reader.atEnd()) {
    uint64_t offset = reader.getOffset();
    unsigned id = reader.readByte();
    BinaryReader section = reader.readPart(reader.readU32());
    std::swap(reader, section);
    if (id == WASM_SEC_CUSTOM) {
      readCustom();
    } else {
      checkOrder(id, offset);
      if (!reader.failed())
        readSection(id);
      if (!reader.atEnd())
        reader.fail("section size mismatch: section " + llvm::Twine(id) +
                    " is longer than its contents");
    }
    std::swap(reader, section);
  }
  checkAll();
}

/// Checks what depends on several sections.
void SectionReader::checkAll() {
  uint64_t numDefined = llvm::count_if(
      module.functions, [](const Function &f) { return !f.import; });
  if (numDefined != numBodies)
    reader.fail("function and code section have inconsistent lengths: " +
                llvm::Twine(numDefined) + " and " + llvm::Twine(numBodies));
  for (const Function &function : module.functions)
    if (function.intrinsic && function.intrinsic->usesMemory &&
        module.memories.empty())
      reader.fail("function 'zyn' '" + function.import->name +
                  "' needs a memory, and the module has none");
  if (module.dataCount.value_or(module.data.size()) != module.data.size())
    reader.fail("data count and data section have inconsistent lengths: " +
                llvm::Twine(*module.dataCount) + " and " +
                llvm::Twine(module.data.size()));
}
