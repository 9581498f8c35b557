//===- MatrixTable.cpp - Matrices of an executable ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixTable.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

/// Same as the default of --zyn-select-matrix-format.
static constexpr int64_t kDensePercent = 15;

MatrixFormat executable::chooseFormat(LinearOp op) {
  if (op.getFormat())
    return *op.getFormat();
  bool isDense = op.getMatrix().countNonZeros() * 100 >=
                 kDensePercent * kNumWords * kNumWords;
  return isDense ? MatrixFormat::dense : MatrixFormat::csr;
}

uint32_t MatrixTable::add(MatrixAttr matrix, MatrixFormat format) {
  auto [entry, isNew] =
      numbers.insert({{matrix, static_cast<uint32_t>(format)}, numbers.size()});
  if (!isNew)
    return entry->second;
  uint32_t nonZeros = matrix.getBits().size();
  sections.addWords(
      kMatrices,
      {matrix.getRows(), nonZeros | static_cast<uint32_t>(format) << 16,
       sections.getBytes(kValues) / 4,
       format == MatrixFormat::csr ? sections.getBytes(kStructure) : 0});
  if (format == MatrixFormat::csr)
    addCSR(matrix);
  else
    addDense(matrix);
  return entry->second;
}

void MatrixTable::addCSR(MatrixAttr matrix) {
  SmallVector<char> structure;
  auto addStart = [&](unsigned start) {
    structure.push_back(start & 0xff);
    structure.push_back(start >> 8);
  };
  ArrayRef<uint16_t> positions = matrix.getPositions();
  for (unsigned row = 0; row < kNumWords; ++row)
    if (matrix.getRows() >> row & 1)
      addStart(llvm::lower_bound(positions, row * kNumWords) -
               positions.begin());
  addStart(positions.size());
  for (uint16_t position : positions)
    structure.push_back(position % kNumWords);
  if (structure.size() % 2) // Row starts are 2-byte aligned.
    structure.push_back(0);
  sections.addBytes(kStructure, structure);
  sections.addWords(kValues, matrix.getBits());
}

void MatrixTable::addDense(MatrixAttr matrix) {
  SmallVector<uint32_t> elements(llvm::popcount(matrix.getRows()) * kNumWords);
  for (auto [position, element] :
       llvm::zip(matrix.getPositions(), matrix.getBits())) {
    uint32_t rowsBefore = matrix.getRows() & ((1u << position / kNumWords) - 1);
    elements[llvm::popcount(rowsBefore) * kNumWords + position % kNumWords] =
        element;
  }
  sections.addWords(kValues, elements);
}
