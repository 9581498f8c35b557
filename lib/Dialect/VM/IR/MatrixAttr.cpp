//===- MatrixAttr.cpp - Matrix attribute ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;

Matrix MatrixAttr::toMatrix() const {
  Matrix matrix(getWordType());
  for (unsigned row = 0; row < kNumWords; ++row)
    if (getRows() >> row & 1)
      matrix.clearRow(row);
  for (auto [position, element] : llvm::zip(getPositions(), getBits()))
    matrix.at(position / kNumWords, position % kNumWords) = element;
  return matrix;
}

int64_t MatrixAttr::countNonZeros() const {
  return getBits().size() + llvm::popcount(~getRows());
}

uint32_t MatrixAttr::getReadWords() const {
  uint32_t read = 0;
  for (uint16_t position : getPositions())
    read |= 1u << position % kNumWords;
  return read;
}

static StringRef getWordName(unsigned word) {
  static constexpr StringRef names[] = {
      "the instance's number", "the stack pointer", "the program counter",
      "the status", "the constant 1"};
  return names[word - kNumRegisters];
}

LogicalResult MatrixAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Type wordType, uint32_t rows,
                                 ArrayRef<uint16_t> positions,
                                 ArrayRef<uint32_t> bits) {
  if (!wordType.isSignlessInteger(32) && !wordType.isF32())
    return emitError() << "expected elements of i32 or f32, found " << wordType;
  for (unsigned row = kNumRegisters; row < kNumWords; ++row)
    if (rows >> row & 1)
      return emitError() << "expected row " << row << " of the identity: only "
                         << "registers can be set, this word is "
                         << getWordName(row);
  for (uint16_t position : positions) {
    unsigned column = position % kNumWords;
    if (column >= kNumRegisters && column != kOne)
      return emitError() << "expected a zero in row " << position / kNumWords
                         << ", column " << column
                         << ": only registers and the constant 1 can be read, "
                         << "this word is " << getWordName(column);
  }
  return success();
}
