//===- ImportControl.cpp - Blocks, branches and calls----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "Intrinsics.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::wasm;

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// A block has no results, one of a type, or a signature.
Signature FunctionImporter::readBlockType() {
  uint8_t code = reader.peekByte();
  if (code == llvm::wasm::WASM_TYPE_NORESULT) {
    reader.readByte();
    return {};
  }
  // One byte with the sign bit of LEB128 is a type.
  if ((code & 0xC0) == 0x40)
    return {{}, {readValueType()}};
  int64_t index = reader.readS33();
  if (index >= 0 && index < static_cast<int64_t>(module.types.size()))
    return module.types[index];
  fail("unknown type " + llvm::Twine(index));
  return {};
}

/// Removes the parameters from the operands and adds them again, as operands of
/// the new block.
void FunctionImporter::pushFrame(Frame::Kind kind, Signature type) {
  Frame frame;
  frame.kind = kind;
  if (!frames.empty())
    frame.arguments = pop(type.parameters);
  frame.parameters = std::move(type.parameters);
  frame.results = std::move(type.results);
  frame.height = operands.size();
  push(frame.parameters, frame.arguments);
  frames.push_back(std::move(frame));
}

/// Checks that the operands are the results, and removes both. `arguments` of
/// the returned frame are the results.
FunctionImporter::Frame FunctionImporter::popFrame() {
  SmallVector<Value> results = pop(frames.back().results);
  if (operands.size() != frames.back().height)
    fail("type mismatch in " + opcodeName + ": " +
         llvm::Twine(operands.size() - frames.back().height) +
         " more operands than results");
  Frame frame = std::move(frames.back());
  frame.arguments = std::move(results);
  frames.pop_back();
  return frame;
}

FunctionImporter::Frame *FunctionImporter::readLabel() {
  uint32_t depth = readIndex(frames.size(), "label");
  return &frames[frames.size() - 1 - depth];
}

mlir::Block *FunctionImporter::getTarget(Frame &frame) {
  if (!frame.target)
    frame.target = createBlock(frame.results);
  return frame.target;
}

void FunctionImporter::branch(Frame &frame, ValueRange values) {
  cf::BranchOp::create(builder, getTarget(frame), values);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void FunctionImporter::importUnreachable() {
  if (isReachable())
    instance::TrapOp::create(builder, instance::TrapKind::unreachable);
  setUnreachable();
}

void FunctionImporter::importBlock() {
  pushFrame(Frame::Block, readBlockType());
}

void FunctionImporter::importLoop() {
  pushFrame(Frame::Loop, readBlockType());
  Frame &frame = frames.back();
  if (!isReachable())
    return;
  frame.target = createBlock(frame.parameters);
  locals->open(frame.target);
  branch(frame, frame.arguments);
  startBlock(frame.target);
  operands.truncate(frame.height);
  push(frame.parameters, frame.target->getArguments());
}

void FunctionImporter::importIf() {
  Value condition = pop(ValueType::I32);
  pushFrame(Frame::If, readBlockType());
  if (!isReachable())
    return;
  mlir::Block *then = createBlock({});
  frames.back().otherwise = createBlock({});
  cf::CondBranchOp::create(builder, toCondition(condition), then,
                           frames.back().otherwise);
  startBlock(then);
}

void FunctionImporter::importElse() {
  if (frames.back().kind != Frame::If) {
    fail("else without an if");
    return;
  }
  SmallVector<Value> arguments = frames.back().arguments;
  Frame frame = popFrame();
  if (reader.failed())
    return;
  if (isReachable())
    branch(frame, frame.arguments);
  frame.kind = Frame::Else;
  frame.isUnreachable = false;
  frame.arguments = std::move(arguments);
  if (frame.otherwise)
    startBlock(frame.otherwise);
  else
    builder.clearInsertionPoint();
  frame.otherwise = nullptr;
  push(frame.parameters, frame.arguments);
  frames.push_back(std::move(frame));
}

void FunctionImporter::importEnd() {
  if (frames.back().kind == Frame::If) {
    if (frames.back().parameters != frames.back().results) {
      fail("type mismatch in if: expected an else, which produces the results");
      return;
    }
    // The missing side returns its operands.
    importElse();
    if (reader.failed())
      return;
  }
  Frame frame = popFrame();
  if (reader.failed())
    return;
  SmallVector<Value> results = std::move(frame.arguments);
  if (frame.kind == Frame::Loop && frame.target) {
    locals->close(frame.target);
  } else if (frame.target) {
    if (isReachable())
      branch(frame, results);
    startBlock(frame.target);
    results.assign(frame.target->args_begin(), frame.target->args_end());
  }
  if (frame.kind != Frame::Function) {
    push(frame.results, isReachable() ? ValueRange(results) : ValueRange());
  } else if (isReachable()) {
    func::ReturnOp::create(builder, results);
    builder.clearInsertionPoint();
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void FunctionImporter::importBr() {
  Frame *frame = readLabel();
  SmallVector<Value> values = pop(frame->getLabelTypes());
  if (isReachable())
    branch(*frame, values);
  setUnreachable();
}

void FunctionImporter::importBrIf() {
  Frame *frame = readLabel();
  Value condition = pop(ValueType::I32);
  SmallVector<Value> values = peek(frame->getLabelTypes());
  if (!isReachable())
    return;
  mlir::Block *next = createBlock({});
  cf::CondBranchOp::create(builder, toCondition(condition), getTarget(*frame),
                           values, next, ValueRange());
  startBlock(next);
}

void FunctionImporter::importBrTable() {
  SmallVector<Frame *> labels;
  uint32_t count = reader.readU32();
  if (count > reader.getNumLeft())
    reader.fail("unexpected end");
  for (uint32_t i = 0; i <= count && !reader.failed(); ++i)
    labels.push_back(readLabel());
  Value index = pop(ValueType::I32);
  if (reader.failed())
    return;
  const ValueTypes &types = labels.back()->getLabelTypes();
  llvm::SmallPtrSet<Frame *, 8> checked;
  for (Frame *label : labels) {
    if (!checked.insert(label).second)
      continue;
    if (label->getLabelTypes().size() != types.size())
      return fail("type mismatch in br_table: labels with " +
                  llvm::Twine(label->getLabelTypes().size()) + " and " +
                  llvm::Twine(types.size()) + " operands");
    // In unreachable code, an operand can have any type for each label.
    SmallVector<Operand> saved(operands);
    pop(label->getLabelTypes());
    operands = std::move(saved);
  }
  SmallVector<Value> values = pop(types);
  if (!isReachable())
    return setUnreachable();

  // Each label has one block that passes the operands, since a table can have
  // many entries.
  llvm::SmallDenseMap<Frame *, mlir::Block *> targets;
  mlir::Block *source = builder.getInsertionBlock();
  auto getBlock = [&](Frame *label) {
    mlir::Block *&block = targets[label];
    if (!block) {
      block = createBlock({});
      startBlock(block);
      branch(*label, values);
    }
    return block;
  };
  SmallVector<mlir::Block *> cases;
  SmallVector<int32_t> numbers;
  for (auto [i, label] : llvm::enumerate(ArrayRef(labels).drop_back())) {
    cases.push_back(getBlock(label));
    numbers.push_back(i);
  }
  mlir::Block *otherwise = getBlock(labels.back());
  startBlock(source);
  SmallVector<ValueRange> noOperands(cases.size());
  cf::SwitchOp::create(builder, index, otherwise, ValueRange(), numbers, cases,
                       noOperands);
  setUnreachable();
}

void FunctionImporter::importReturn() {
  SmallVector<Value> values = pop(frames.front().results);
  if (isReachable())
    func::ReturnOp::create(builder, values);
  setUnreachable();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void FunctionImporter::pushResults(ArrayRef<ValueType> types, Operation *op) {
  push(types, op ? ValueRange(op->getResults()) : ValueRange());
}

void FunctionImporter::importCall() {
  uint32_t index = readIndex(module.functions.size(), "function");
  if (reader.failed())
    return;
  const wasm::Function &callee = module.functions[index];
  const Signature &type = module.getSignature(callee);
  SmallVector<Value> arguments = pop(type.parameters);
  Operation *call = nullptr;
  if (isReachable() && callee.intrinsic) {
    Value result =
        callee.intrinsic->build(builder, symbols.getMemory(), arguments);
    return push(type.results, result ? ValueRange(result) : ValueRange());
  }
  if (isReachable()) {
    SmallVector<Type> results = symbols.convert(type.results);
    if (callee.import)
      call = instance::HostCallOp::create(builder, results,
                                          symbols.functions[index], arguments);
    else
      call = func::CallOp::create(builder, symbols.functions[index], results,
                                  arguments);
  }
  pushResults(type.results, call);
}

void FunctionImporter::importCallIndirect() {
  uint32_t typeIndex = readIndex(module.types.size(), "type");
  uint32_t table = readIndex(module.tables.size(), "table");
  if (reader.failed())
    return;
  if (module.tables[table].type != ValueType::FuncRef)
    return fail("type mismatch in call_indirect: expected a table of funcref");
  const Signature &type = module.types[typeIndex];
  Value index = pop(ValueType::I32);
  SmallVector<Value> arguments = pop(type.parameters);
  Operation *call = nullptr;
  if (isReachable())
    call = instance::CallIndirectOp::create(
        builder, symbols.convert(type.results), symbols.tables[table], index,
        arguments);
  pushResults(type.results, call);
}
