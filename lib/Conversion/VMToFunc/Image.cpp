//===- Image.cpp - Access to the executable -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;
namespace format = mlir::vm::executable;

Image::Image(ImplicitLocOpBuilder &b, const MachineMemory &memory)
    : bytes(memory.image) {
  Value zero = constantIndex(b, 0);
  Value size = memref::DimOp::create(b, bytes, zero);
  Value numWords = arith::DivUIOp::create(b, size, constantIndex(b, 4));
  words = memref::ViewOp::create(
      b, MemRefType::get({ShapedType::kDynamic}, b.getI32Type()), bytes, zero,
      numWords);
  auto header = [&](unsigned word) -> Value {
    return memref::LoadOp::create(b, words, constantIndex(b, word));
  };
  for (unsigned section = 0; section < format::kNumSections; ++section)
    sections.push_back(arith::ShRUIOp::create(
        b, header(format::kSections + 2 * section), constantI32(b, 2)));
  stackDepth = header(format::kStackDepth);
  sharedWords = header(format::kSharedWords);
}

Value Image::loadRecord(ImplicitLocOpBuilder &b, format::Section section,
                        Value record, unsigned word) {
  Value size = constantI32(b, format::kRecordBytes[section] / 4);
  Value offset = arith::MulIOp::create(b, record, size);
  Value first = arith::AddIOp::create(b, sections[section], offset);
  Value index =
      arith::AddIOp::create(b, toIndex(b, first), constantIndex(b, word));
  return memref::LoadOp::create(b, words, index);
}

Value Image::loadInstruction(ImplicitLocOpBuilder &b, Value pc,
                             format::InstructionWord word) {
  return loadRecord(b, format::kInstructions, pc, word);
}

Value Image::loadMatrix(ImplicitLocOpBuilder &b, Value matrix,
                        format::MatrixWord word) {
  return loadRecord(b, format::kMatrices, matrix, word);
}

Value Image::loadValue(ImplicitLocOpBuilder &b, Value number) {
  Value index = arith::AddIOp::create(b, sections[format::kValues], number);
  return memref::LoadOp::create(b, words, toIndex(b, index));
}

Value Image::loadByte(ImplicitLocOpBuilder &b, Value byte) {
  Value first =
      arith::ShLIOp::create(b, sections[format::kStructure], constantI32(b, 2));
  Value index = arith::AddIOp::create(b, first, byte);
  Value loaded = memref::LoadOp::create(b, bytes, toIndex(b, index));
  return arith::ExtUIOp::create(b, b.getI32Type(), loaded);
}

Value Image::loadColumn(ImplicitLocOpBuilder &b, Value byte) {
  return loadByte(b, byte);
}

Value Image::loadRowStart(ImplicitLocOpBuilder &b, Value byte) {
  Value low = loadByte(b, byte);
  Value high = loadByte(b, arith::AddIOp::create(b, byte, constantI32(b, 1)));
  high = arith::ShLIOp::create(b, high, constantI32(b, 8));
  return arith::OrIOp::create(b, low, high);
}

BufferView Image::loadBufferView(ImplicitLocOpBuilder &b, Value buffer,
                                 const MachineMemory &memory, Value lane) {
  auto load = [&](format::BufferWord word) {
    return loadRecord(b, format::kBuffers, buffer, word);
  };
  Value offset = toIndex(b, load(format::kBufferOffset));
  Value isInstance = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, load(format::kBufferKind),
      constantI32(b, static_cast<uint32_t>(vm::BufferKind::instance)));
  Value base = arith::MulIOp::create(b, offset, memory.lanes);
  base = arith::AddIOp::create(b, base, toIndex(b, sharedWords));
  base = arith::AddIOp::create(b, base, lane);
  auto choose = [&](Value instance, Value other) -> Value {
    return arith::SelectOp::create(b, isInstance, instance, other);
  };
  return {load(format::kBufferSize), choose(base, offset),
          choose(memory.lanes, constantIndex(b, 1))};
}
