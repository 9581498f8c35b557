//===- ImportVariables.cpp - Constants, variables and select---------------===//
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

void FunctionImporter::importConstant(ValueType type) {
  uint64_t bits = 0;
  switch (type) {
  case ValueType::I32:
    bits = reader.readS32();
    break;
  case ValueType::I64:
    bits = reader.readS64();
    break;
  case ValueType::F32:
    bits = reader.readFixed32();
    break;
  default:
    bits = reader.readFixed64();
    break;
  }
  Value value;
  if (isReachable()) {
    Type irType = symbols.convert(type);
    if (auto floatType = dyn_cast<FloatType>(irType))
      value = buildFloat(builder, floatType, bits);
    else
      value = arith::ConstantOp::create(
          builder, builder.getIntegerAttr(irType, static_cast<int64_t>(bits)));
  }
  push(type, value);
}

void FunctionImporter::buildSelect(ValueType type, Value condition, Value lhs,
                                   Value rhs) {
  Value value;
  if (isReachable())
    value = arith::SelectOp::create(builder, toCondition(condition), lhs, rhs);
  push(type, value);
}

/// Without a type, the operands are numbers.
void FunctionImporter::importSelect() {
  Value condition = pop(ValueType::I32);
  Operand rhs = pop(), lhs = pop();
  if (isReference(lhs.type) || isReference(rhs.type))
    return fail("type mismatch in select: references need a select with a "
                "type");
  if (lhs.type != rhs.type && lhs.type != ValueType::Unknown &&
      rhs.type != ValueType::Unknown)
    return fail("type mismatch in select: found " + toText(lhs.type) + " and " +
                toText(rhs.type));
  buildSelect(lhs.type == ValueType::Unknown ? rhs.type : lhs.type, condition,
              lhs.value, rhs.value);
}

void FunctionImporter::importTypedSelect() {
  uint32_t count = reader.readU32();
  if (count != 1)
    return fail("invalid result arity: expected a select with one type");
  ValueType type = readValueType();
  Value condition = pop(ValueType::I32);
  Value rhs = pop(type), lhs = pop(type);
  buildSelect(type, condition, lhs, rhs);
}

void FunctionImporter::importLocalGet() {
  uint32_t local = readIndex(localTypes.size(), "local");
  if (reader.failed())
    return;
  push(localTypes[local], isReachable()
                              ? locals->read(builder.getInsertionBlock(), local)
                              : Value());
}

void FunctionImporter::importLocalSet() {
  uint32_t local = readIndex(localTypes.size(), "local");
  if (reader.failed())
    return;
  Value value = pop(localTypes[local]);
  if (isReachable())
    locals->write(builder.getInsertionBlock(), local, value);
}

void FunctionImporter::importLocalTee() {
  uint32_t local = readIndex(localTypes.size(), "local");
  if (reader.failed())
    return;
  Value value = pop(localTypes[local]);
  if (isReachable())
    locals->write(builder.getInsertionBlock(), local, value);
  push(localTypes[local], value);
}

void FunctionImporter::importGlobalGet() {
  uint32_t index = readIndex(module.globals.size(), "global");
  if (reader.failed())
    return;
  ValueType type = module.globals[index].type;
  Value value;
  if (isReachable())
    value = instance::GlobalGetOp::create(builder, symbols.convert(type),
                                          symbols.globals[index]);
  push(type, value);
}

void FunctionImporter::importGlobalSet() {
  uint32_t index = readIndex(module.globals.size(), "global");
  if (reader.failed())
    return;
  if (!module.globals[index].isMutable)
    return fail("global is immutable");
  Value value = pop(module.globals[index].type);
  if (isReachable())
    instance::GlobalSetOp::create(builder, value, symbols.globals[index]);
}
