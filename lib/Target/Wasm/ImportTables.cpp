//===- ImportTables.cpp - Tables and references----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "NumericOps.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"

using namespace mlir;
using namespace mlir::wasm;

static constexpr ValueType i32 = ValueType::I32;

void FunctionImporter::importTableGet() {
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  ValueType type = module.tables[table].type;
  importOp(type, i32, [&](ArrayRef<Value> values) -> Value {
    return instance::TableGetOp::create(builder, symbols.convert(type),
                                        symbols.tables[table], values[0]);
  });
}

void FunctionImporter::importTableSet() {
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  SmallVector<Value> values = pop({i32, module.tables[table].type});
  if (isReachable())
    instance::TableSetOp::create(builder, values[1], symbols.tables[table],
                                 values[0]);
}

void FunctionImporter::importTableInit() {
  uint32_t elements = readIndex(module.elements.size(), "elem segment");
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  if (module.tables[table].type != module.elements[elements].type)
    fail("type mismatch in table.init: expected " +
         toText(module.tables[table].type) + ", found " +
         toText(module.elements[elements].type));
  SmallVector<Value> values = pop({i32, i32, i32});
  if (isReachable())
    instance::TableInitOp::create(builder, symbols.tables[table], values[0],
                                  symbols.elements[elements], values[1],
                                  values[2]);
}

void FunctionImporter::importTableCopy() {
  uint32_t destination = readIndex(module.tables.size(), "table");
  uint32_t source = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  if (module.tables[destination].type != module.tables[source].type)
    fail("type mismatch in table.copy: expected " +
         toText(module.tables[destination].type) + ", found " +
         toText(module.tables[source].type));
  SmallVector<Value> values = pop({i32, i32, i32});
  if (isReachable())
    instance::TableCopyOp::create(builder, symbols.tables[destination],
                                  values[0], symbols.tables[source], values[1],
                                  values[2]);
}

void FunctionImporter::importTableGrow() {
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  importOp(i32, {module.tables[table].type, i32},
           [&](ArrayRef<Value> values) -> Value {
             return instance::TableGrowOp::create(
                 builder, symbols.tables[table], values[0], values[1]);
           });
}

void FunctionImporter::importTableSize() {
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  importOp(i32, {}, [&](ArrayRef<Value>) -> Value {
    return instance::TableSizeOp::create(builder, symbols.tables[table]);
  });
}

void FunctionImporter::importTableFill() {
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  SmallVector<Value> values = pop({i32, module.tables[table].type, i32});
  if (isReachable())
    instance::TableFillOp::create(builder, symbols.tables[table], values[0],
                                  values[1], values[2]);
}

void FunctionImporter::importElemDrop() {
  uint32_t elements = readIndex(module.elements.size(), "elem segment");
  if (isReachable())
    instance::ElementsDropOp::create(builder, symbols.elements[elements]);
}

void FunctionImporter::importRefNull() {
  ValueType type = readValueType(/*isReference=*/true);
  importOp(type, {}, [&](ArrayRef<Value>) -> Value {
    return instance::RefNullOp::create(builder, symbols.convert(type));
  });
}

void FunctionImporter::importRefIsNull() {
  Operand operand = pop();
  if (!isReference(operand.type) && operand.type != ValueType::Unknown)
    return fail("type mismatch in ref.is_null: expected a reference, found " +
                toText(operand.type));
  Value value;
  if (isReachable())
    value =
        toI32(builder, instance::RefIsNullOp::create(builder, operand.value));
  push(i32, value);
}

void FunctionImporter::importRefFunc() {
  uint32_t index = readIndex(module.functions.size(), "function");
  if (reader.failed())
    return;
  if (!module.referredFunctions.contains(index))
    return fail("undeclared function reference " + llvm::Twine(index));
  importOp(ValueType::FuncRef, {}, [&](ArrayRef<Value>) -> Value {
    return instance::RefFuncOp::create(builder, symbols.functions[index]);
  });
}
