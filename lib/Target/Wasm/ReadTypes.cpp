//===- ReadTypes.cpp - Types, imports, exports and names-------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "SectionReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm::wasm;
using namespace mlir::wasm;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the proposal that a type belongs to, or null.
static const char *findProposal(uint8_t type) {
  if (type == WASM_TYPE_V128)
    return "v128 needs the SIMD proposal, which is not supported: build with "
           "-mno-simd128";
  if (type >= 0x63 && type <= 0x74)
    return "typed references need the GC or the exception handling proposal, "
           "which are not supported";
  return nullptr;
}

ValueType SectionReader::readValueType() {
  uint64_t offset = reader.getOffset();
  uint8_t code = reader.readByte();
  switch (auto type = static_cast<ValueType>(code)) {
  case ValueType::I32:
  case ValueType::I64:
  case ValueType::F32:
  case ValueType::F64:
  case ValueType::FuncRef:
  case ValueType::ExternRef:
    return type;
  default:
    break;
  }
  if (const char *message = findProposal(code))
    reader.fail(message, offset);
  else
    reader.fail("malformed value type 0x" + llvm::utohexstr(code, true),
                offset);
  return ValueType::I32;
}

ValueType SectionReader::readReferenceType() {
  uint64_t offset = reader.getOffset();
  ValueType type = readValueType();
  if (!isReference(type))
    reader.fail("malformed reference type: found " + toText(type), offset);
  return type;
}

ValueTypes SectionReader::readValueTypes() {
  ValueTypes types;
  readVector([&] { types.push_back(readValueType()); });
  return types;
}

void SectionReader::readTypes() {
  readVector([&] {
    uint64_t offset = reader.getOffset();
    uint8_t form = reader.readByte();
    if (form == 0x4E || form == 0x4F || form == 0x50 || form == 0x5E ||
        form == 0x5F)
      reader.fail("types of structures and arrays need the GC proposal, which "
                  "is not supported",
                  offset);
    else if (form != WASM_TYPE_FUNC)
      reader.fail("malformed type 0x" + llvm::utohexstr(form, true), offset);
    ValueTypes parameters = readValueTypes();
    module.types.push_back({std::move(parameters), readValueTypes()});
  });
}

Limits SectionReader::readLimits(uint64_t largest, const char *message) {
  uint64_t offset = reader.getOffset();
  unsigned flags = reader.readByte();
  if (flags & WASM_LIMITS_FLAG_IS_64)
    reader.fail("64-bit memories and tables need the memory64 proposal, which "
                "is not supported: build for wasm32",
                offset);
  else if (flags & WASM_LIMITS_FLAG_IS_SHARED)
    reader.fail("shared memories need the threads proposal, which is not "
                "supported: build without -pthread",
                offset);
  else if (flags > 1)
    reader.fail("malformed limits flags " + llvm::Twine(flags), offset);
  Limits limits;
  limits.minimum = reader.readU32();
  if (flags & WASM_LIMITS_FLAG_HAS_MAX)
    limits.maximum = reader.readU32();
  if (limits.minimum > largest || limits.maximum.value_or(0) > largest)
    reader.fail(message, offset);
  if (limits.maximum.value_or(limits.minimum) < limits.minimum)
    reader.fail("size minimum must not be greater than maximum", offset);
  return limits;
}

Table SectionReader::readTableType() {
  Table table;
  table.type = readReferenceType();
  table.limits = readLimits(UINT32_MAX, "");
  return table;
}

Memory SectionReader::readMemoryType() {
  return {readLimits(65536, "memory size must be at most 65536 pages (4 GiB)"),
          {}};
}

Global SectionReader::readGlobalType() {
  Global global;
  global.type = readValueType();
  uint64_t offset = reader.getOffset();
  unsigned mutability = reader.readByte();
  if (mutability > 1)
    reader.fail("malformed mutability " + llvm::Twine(mutability), offset);
  global.isMutable = mutability;
  return global;
}

uint32_t SectionReader::readIndex(uint64_t count, const char *kind) {
  uint64_t offset = reader.getOffset();
  uint32_t index = reader.readU32();
  if (index < count || reader.failed())
    return index;
  reader.fail(llvm::Twine("unknown ") + kind + " " + llvm::Twine(index),
              offset);
  return 0;
}

//===----------------------------------------------------------------------===//
// Imports and exports
//===----------------------------------------------------------------------===//

void SectionReader::checkIntrinsic(const Function &function, uint64_t offset) {
  if (!function.intrinsic || reader.failed())
    return;
  const Signature &found = module.getSignature(function),
                  &expected = function.intrinsic->signature;
  if (found.parameters != expected.parameters ||
      found.results != expected.results)
    reader.fail("incompatible import type of 'zyn' '" + function.import->name +
                    "': expected a function of type " + toText(expected) +
                    ", found " + toText(found),
                offset);
}

void SectionReader::readImports() {
  readVector([&] {
    Import import;
    import.module = reader.readName();
    import.name = reader.readName();
    uint64_t offset = reader.getOffset();
    unsigned kind = reader.readByte();
    switch (kind) {
    case WASM_EXTERNAL_FUNCTION: {
      Function function;
      function.type = readIndex(module.types.size(), "type");
      function.import = import;
      function.intrinsic = findIntrinsic(import);
      checkIntrinsic(function, offset);
      module.functions.push_back(function);
      break;
    }
    case WASM_EXTERNAL_TABLE:
      module.tables.push_back(readTableType());
      module.tables.back().import = import;
      break;
    case WASM_EXTERNAL_MEMORY:
      module.memories.push_back(readMemoryType());
      module.memories.back().import = import;
      break;
    case WASM_EXTERNAL_GLOBAL:
      module.globals.push_back(readGlobalType());
      module.globals.back().import = import;
      break;
    case WASM_EXTERNAL_TAG:
      reader.fail("tags need the exception handling proposal, which is not "
                  "supported: build without -fwasm-exceptions",
                  offset);
      break;
    default:
      reader.fail("malformed import kind " + llvm::Twine(kind), offset);
    }
  });
  if (module.memories.size() > 1)
    reader.fail("multiple memories need the multi-memory proposal, which is "
                "not supported");
}

void SectionReader::readExports() {
  llvm::StringSet<> names;
  readVector([&] {
    Export entry;
    uint64_t offset = reader.getOffset();
    entry.name = reader.readName();
    if (!names.insert(entry.name).second)
      reader.fail("duplicate export name '" + entry.name + "'", offset);
    offset = reader.getOffset();
    entry.kind = reader.readByte();
    switch (entry.kind) {
    case WASM_EXTERNAL_FUNCTION:
      entry.index = readIndex(module.functions.size(), "function");
      module.referredFunctions.insert(entry.index);
      break;
    case WASM_EXTERNAL_TABLE:
      entry.index = readIndex(module.tables.size(), "table");
      break;
    case WASM_EXTERNAL_MEMORY:
      entry.index = readIndex(module.memories.size(), "memory");
      break;
    case WASM_EXTERNAL_GLOBAL:
      entry.index = readIndex(module.globals.size(), "global");
      break;
    default:
      reader.fail("malformed export kind " + llvm::Twine(unsigned(entry.kind)),
                  offset);
    }
    module.exports.push_back(entry);
  });
}

void SectionReader::readStart() {
  uint64_t offset = reader.getOffset();
  module.start = readIndex(module.functions.size(), "function");
  if (reader.failed())
    return;
  const Signature &type = module.getSignature(module.functions[*module.start]);
  if (!type.parameters.empty() || !type.results.empty())
    reader.fail("start function: expected a function without parameters and "
                "results",
                offset);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void SectionReader::readFunctionNames(BinaryReader part) {
  while (!part.atEnd()) {
    uint8_t kind = part.readByte();
    BinaryReader names = part.readPart(part.readU32());
    if (kind != WASM_NAMES_FUNCTION)
      continue;
    uint32_t count = names.readU32();
    for (uint32_t i = 0; i < count && !names.failed(); ++i) {
      uint32_t index = names.readU32();
      llvm::StringRef name = names.readName();
      if (index < module.functions.size())
        module.functions[index].name = name;
    }
  }
}

/// Custom sections do not affect the validity of a module, except that their
/// own names must be valid. Errors in the name section are ignored.
void SectionReader::readCustom() {
  llvm::StringRef name = reader.readName();
  ReadError ignored;
  if (name == "name")
    readFunctionNames(reader.withError(ignored));
  if (name.starts_with(".debug_"))
    module.debugSections.emplace_back(name.drop_front(),
                                      reader.readBytes(reader.getNumLeft()));
}
