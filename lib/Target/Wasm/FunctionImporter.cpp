//===- FunctionImporter.cpp - Validates a function and builds its IR-------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "NumericOps.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Location.h"

using namespace mlir;
using namespace mlir::wasm;

/// As in other engines, so that a small file cannot need much memory.
static constexpr uint64_t maxLocals = 50000;

FunctionImporter::FunctionImporter(const WasmModule &module,
                                   ModuleSymbols &symbols,
                                   const wasm::Function &function,
                                   BinaryReader body, func::FuncOp op,
                                   const SourceLines &lines)
    : module(module), symbols(symbols), function(function), reader(body),
      op(op), lines(lines), builder(op.getLoc(), op.getContext()) {}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void FunctionImporter::push(ArrayRef<ValueType> types, ValueRange values) {
  for (size_t i = 0; i < types.size(); ++i)
    push(types[i], values.empty() ? Value() : values[i]);
}

FunctionImporter::Operand FunctionImporter::pop() {
  const Frame &frame = frames.back();
  if (operands.size() > frame.height)
    return operands.pop_back_val();
  if (!frame.isUnreachable)
    fail("type mismatch in " + opcodeName +
         ": expected an operand, found none in this block");
  return {ValueType::Unknown, {}};
}

Value FunctionImporter::pop(ValueType type) {
  Operand operand = pop();
  if (operand.type != type && operand.type != ValueType::Unknown &&
      type != ValueType::Unknown)
    fail("type mismatch in " + opcodeName + ": expected " + toText(type) +
         ", found " + toText(operand.type));
  return operand.value;
}

SmallVector<Value> FunctionImporter::pop(ArrayRef<ValueType> types) {
  SmallVector<Value> values(types.size());
  for (size_t i = types.size(); i-- > 0;)
    values[i] = pop(types[i]);
  return values;
}

SmallVector<Value> FunctionImporter::peek(ArrayRef<ValueType> types) {
  SmallVector<Value> values = pop(types);
  push(types, values);
  return values;
}

void FunctionImporter::setUnreachable() {
  operands.truncate(frames.back().height);
  frames.back().isUnreachable = true;
  builder.clearInsertionPoint();
}

//===----------------------------------------------------------------------===//
// Immediates
//===----------------------------------------------------------------------===//

uint32_t FunctionImporter::readIndex(uint64_t count, const char *kind) {
  uint32_t index = reader.readU32();
  if (index < count)
    return index;
  fail(llvm::Twine("unknown ") + kind + " " + llvm::Twine(index));
  return 0;
}

ValueType FunctionImporter::readValueType(bool isReference) {
  uint8_t code = reader.readByte();
  switch (auto type = static_cast<ValueType>(code)) {
  case ValueType::I32:
  case ValueType::I64:
  case ValueType::F32:
  case ValueType::F64:
    if (!isReference)
      return type;
    break;
  case ValueType::FuncRef:
  case ValueType::ExternRef:
    return type;
  default:
    break;
  }
  if (code == llvm::wasm::WASM_TYPE_V128)
    fail("v128 needs the SIMD proposal, which is not supported: build with "
         "-mno-simd128");
  else
    fail(isReference ? "malformed reference type" : "malformed value type");
  return ValueType::FuncRef;
}

void FunctionImporter::readLocals() {
  localTypes = module.getSignature(function).parameters;
  uint32_t numGroups = reader.readU32();
  for (uint32_t i = 0; i < numGroups && !reader.failed(); ++i) {
    opcodeOffset = reader.getOffset();
    uint64_t count = reader.readU32();
    ValueType type = readValueType();
    if (localTypes.size() + count > maxLocals)
      fail("too many locals: expected at most " + llvm::Twine(maxLocals));
    else
      localTypes.append(count, type);
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void FunctionImporter::startBlock(mlir::Block *block) {
  builder.setInsertionPointToEnd(block);
}

mlir::Block *FunctionImporter::createBlock(ArrayRef<ValueType> arguments) {
  auto *block = new mlir::Block();
  op.getBody().push_back(block);
  for (ValueType type : arguments)
    block->addArgument(symbols.convert(type), builder.getLoc());
  return block;
}

/// Most conditions are results of comparisons, which are i1 in MLIR.
Value FunctionImporter::toCondition(Value value) {
  if (auto extension = value.getDefiningOp<arith::ExtUIOp>())
    if (extension.getIn().getType().isInteger(1))
      return extension.getIn();
  Value zero = arith::ConstantOp::create(
      builder, builder.getIntegerAttr(value.getType(), 0));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, value, zero);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// Call a function of NumericOps.h, which takes one or two operands, or an
// operand and the type of the result.
static Value callBuilder(Value (*build)(ImplicitLocOpBuilder &, Value),
                         ImplicitLocOpBuilder &builder, Type,
                         ArrayRef<Value> values) {
  return build(builder, values[0]);
}
static Value callBuilder(Value (*build)(ImplicitLocOpBuilder &, Value, Value),
                         ImplicitLocOpBuilder &builder, Type,
                         ArrayRef<Value> values) {
  return build(builder, values[0], values[1]);
}
static Value callBuilder(Value (*build)(ImplicitLocOpBuilder &, Type, Value),
                         ImplicitLocOpBuilder &builder, Type type,
                         ArrayRef<Value> values) {
  return build(builder, type, values[0]);
}

void FunctionImporter::importInstruction(uint32_t opcode) {
  using None = void;
  using Kind = ValueType;
  switch (opcode) {
#define WASM_CONTROL(CODE, NAME, METHOD)                                       \
  case CODE:                                                                   \
    return METHOD();
#define WASM_CONSTANT(CODE, NAME, TYPE)                                        \
  case CODE:                                                                   \
    return importConstant(Kind::TYPE);
#define WASM_UNARY(CODE, NAME, TYPE, OP)                                       \
  case CODE:                                                                   \
    return importOp(Kind::TYPE, Kind::TYPE,                                    \
                    [&](ArrayRef<Value> values) -> Value {                     \
                      return OP::create(builder, values[0]);                   \
                    });
#define WASM_BINARY(CODE, NAME, TYPE, OP)                                      \
  case CODE:                                                                   \
    return importOp(Kind::TYPE, {Kind::TYPE, Kind::TYPE},                      \
                    [&](ArrayRef<Value> values) -> Value {                     \
                      return OP::create(builder, values[0], values[1]);        \
                    });
#define WASM_COMPARE(CODE, NAME, TYPE, OP, PREDICATE)                          \
  case CODE:                                                                   \
    return importOp(Kind::I32, {Kind::TYPE, Kind::TYPE},                       \
                    [&](ArrayRef<Value> values) -> Value {                     \
                      return toI32(builder, OP::create(builder, PREDICATE,     \
                                                       values[0], values[1])); \
                    });
#define WASM_CONVERT(CODE, NAME, RESULT, TYPE, OP)                             \
  case CODE:                                                                   \
    return importOp(Kind::RESULT, Kind::TYPE,                                  \
                    [&](ArrayRef<Value> values) -> Value {                     \
                      return OP::create(                                       \
                          builder, symbols.convert(Kind::RESULT), values[0]);  \
                    });
#define WASM_NUMERIC(CODE, NAME, RESULT, TYPE, COUNT, FUNCTION)                \
  case CODE:                                                                   \
    return importOp(Kind::RESULT, ValueTypes(COUNT, Kind::TYPE),               \
                    [&](ArrayRef<Value> values) -> Value {                     \
                      return callBuilder(FUNCTION, builder,                    \
                                         symbols.convert(Kind::RESULT),        \
                                         values);                              \
                    });
#define WASM_LOAD(CODE, NAME, TYPE, BITS, EXTEND)                              \
  case CODE:                                                                   \
    return importLoad<EXTEND>(Kind::TYPE, BITS);
#define WASM_STORE(CODE, NAME, TYPE, BITS)                                     \
  case CODE:                                                                   \
    return importStore(Kind::TYPE, BITS);
#include "Opcodes.def"
  default:
    fail(explainOpcode(opcode));
  }
}

bool FunctionImporter::run() {
  opcodeName = "function";
  readLocals();
  if (reader.failed())
    return false;
  const Signature &signature = module.getSignature(function);
  mlir::Block *entry = op.addEntryBlock();
  startBlock(entry);
  localIRTypes = symbols.convert(localTypes);
  locals.emplace(entry, localIRTypes, [this, entry](Type type) -> Value {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entry);
    if (instance::isReference(type))
      return instance::RefNullOp::create(builder, op.getLoc(), type);
    return arith::ConstantOp::create(builder, op.getLoc(),
                                     builder.getZeroAttr(type));
  });
  for (auto [i, argument] : llvm::enumerate(entry->getArguments()))
    locals->write(entry, i, argument);
  pushFrame(Frame::Function, {{}, signature.results});

  while (!frames.empty() && !reader.failed()) {
    opcodeOffset = reader.getOffset();
    uint32_t opcode = reader.readByte();
    if (opcode == 0xFC)
      opcode = 0xFC00 | std::min(reader.readU32(), 0xFFu);
    builder.setLoc(lines.getLoc(opcodeOffset));
    opcodeName = getOpcodeName(opcode);
    importInstruction(opcode);
  }
  if (!reader.failed() && !reader.atEnd())
    reader.fail("END opcode expected: the function continues after its end");
  if (reader.failed())
    return false;
  locals->finish();
  return true;
}
