//===- ReadDefinitions.cpp - Functions, globals and segments---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SectionReader.h"

using namespace llvm::wasm;
using namespace mlir::wasm;

void SectionReader::readFunctions() {
  readVector([&] {
    Function function;
    function.type = readIndex(module.types.size(), "type");
    module.functions.push_back(function);
  });
}

void SectionReader::readTables() {
  readVector([&] {
    if (reader.peekByte() == 0x40)
      reader.fail("tables with initial values need the GC proposal, which is "
                  "not supported");
    module.tables.push_back(readTableType());
  });
}

void SectionReader::readMemories() {
  readVector([&] { module.memories.push_back(readMemoryType()); });
  if (module.memories.size() > 1)
    reader.fail("multiple memories need the multi-memory proposal, which is "
                "not supported");
}

void SectionReader::readGlobals() {
  readVector([&] {
    Global global = readGlobalType();
    global.value = readConstantExpression(global.type);
    module.globals.push_back(global);
  });
}

void SectionReader::readCode() {
  module.codeBegin = reader.getOffset();
  uint64_t next = 0;
  readVector([&] {
    while (next < module.functions.size() && module.functions[next].import)
      ++next;
    uint64_t size = reader.readU32();
    uint64_t begin = reader.getOffset();
    reader.readBytes(size);
    ++numBodies;
    if (next < module.functions.size()) {
      module.functions[next].bodyBegin = begin;
      module.functions[next].bodyEnd = begin + size;
      ++next;
    }
  });
}

//===----------------------------------------------------------------------===//
// Constant expressions
//===----------------------------------------------------------------------===//

ConstantExpression SectionReader::readConstantExpression(ValueType type) {
  ConstantExpression value;
  value.offset = reader.getOffset();
  unsigned count = 0;
  while (!reader.failed()) {
    uint64_t offset = reader.getOffset();
    uint8_t opcode = reader.readByte();
    if (opcode == WASM_OPCODE_END)
      break;
    ++count;
    switch (opcode) {
    case WASM_OPCODE_I32_CONST:
      value.type = ValueType::I32;
      value.bits = static_cast<uint32_t>(reader.readS32());
      break;
    case WASM_OPCODE_I64_CONST:
      value.type = ValueType::I64;
      value.bits = reader.readS64();
      break;
    case WASM_OPCODE_F32_CONST:
      value.type = ValueType::F32;
      value.bits = reader.readFixed32();
      break;
    case WASM_OPCODE_F64_CONST:
      value.type = ValueType::F64;
      value.bits = reader.readFixed64();
      break;
    case WASM_OPCODE_GLOBAL_GET: {
      value.kind = ConstantExpression::GlobalGet;
      value.index = readIndex(module.globals.size(), "global");
      if (reader.failed())
        break;
      const Global &global = module.globals[value.index];
      if (!global.import)
        reader.fail("unknown global " + llvm::Twine(value.index) +
                        ": a constant expression can only use imported globals",
                    offset);
      else if (global.isMutable)
        reader.fail("constant expression required: found a mutable global",
                    offset);
      value.type = global.type;
      break;
    }
    case 0xD0: // ref.null
      value.kind = ConstantExpression::RefNull;
      value.type = readReferenceType();
      break;
    case 0xD2: // ref.func
      value.kind = ConstantExpression::RefFunc;
      value.index = readIndex(module.functions.size(), "function");
      value.type = ValueType::FuncRef;
      module.referredFunctions.insert(value.index);
      break;
    default:
      reader.fail("constant expression required", offset);
    }
  }
  if (reader.failed())
    return value;
  if (count != 1)
    reader.fail("type mismatch: expected a constant expression with one value, "
                "found " +
                    llvm::Twine(count),
                value.offset);
  else if (value.type != type)
    reader.fail("type mismatch: expected " + toText(type) + ", found " +
                    toText(value.type),
                value.offset);
  return value;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void SectionReader::readElementSegment() {
  enum { IsNotActive = 1, HasTable = 2, HasExpressions = 4 };
  uint64_t begin = reader.getOffset();
  uint32_t flags = reader.readU32();
  if (flags > 7) {
    reader.fail("malformed elements segment kind " + llvm::Twine(flags), begin);
    return;
  }
  ElementSegment segment;
  if (flags & IsNotActive) {
    segment.mode = flags & HasTable ? Segment::Declarative : Segment::Passive;
  } else {
    if (flags & HasTable)
      segment.target = readIndex(module.tables.size(), "table");
    else if (module.tables.empty())
      reader.fail("unknown table 0", begin);
    segment.offset = readConstantExpression(ValueType::I32);
  }
  if (flags & (IsNotActive | HasTable)) {
    uint64_t offset = reader.getOffset();
    if (flags & HasExpressions)
      segment.type = readReferenceType();
    else if (reader.readByte() != 0)
      reader.fail("malformed element kind", offset);
  }
  readVector([&] {
    if (flags & HasExpressions) {
      segment.values.push_back(readConstantExpression(segment.type));
      return;
    }
    ConstantExpression value;
    value.kind = ConstantExpression::RefFunc;
    value.type = ValueType::FuncRef;
    value.index = readIndex(module.functions.size(), "function");
    module.referredFunctions.insert(value.index);
    segment.values.push_back(value);
  });
  if (segment.mode == Segment::Active && !reader.failed() &&
      module.tables[segment.target].type != segment.type)
    reader.fail("type mismatch: expected elements of " +
                    toText(module.tables[segment.target].type) + ", found " +
                    toText(segment.type),
                begin);
  module.elements.push_back(std::move(segment));
}

void SectionReader::readElements() {
  readVector([&] { readElementSegment(); });
}

void SectionReader::readData() {
  readVector([&] {
    uint64_t begin = reader.getOffset();
    uint32_t flags = reader.readU32();
    DataSegment segment;
    if (flags > 2)
      reader.fail("malformed data segment kind " + llvm::Twine(flags), begin);
    if (flags == 1) {
      segment.mode = Segment::Passive;
    } else {
      if (flags == 2)
        segment.target = readIndex(module.memories.size(), "memory");
      else if (module.memories.empty())
        reader.fail("unknown memory 0", begin);
      segment.offset = readConstantExpression(ValueType::I32);
    }
    segment.bytes = reader.readBytes(reader.readU32());
    module.data.push_back(segment);
  });
}
