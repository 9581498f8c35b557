//===- ValidateMatrices.cpp - Matrices of both formats --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validator.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

static bool isReadable(uint32_t column) {
  return column < kNumRegisters || column == kOne;
}

bool ExecutableValidator::validateMatrices() {
  for (uint32_t i : llvm::seq(file.getCount(kMatrices))) {
    std::string where = "matrix " + std::to_string(i);
    Executable::Matrix matrix = file.getMatrix(i);
    if (matrix.rows & ~kRegisterMask)
      return fail(where + ": expected rows of r0 to r26, found the mask 0x" +
                  Twine::utohexstr(matrix.rows));
    if (matrix.format > 1)
      return fail(where + ": expected format 0 or 1, found " +
                  Twine(matrix.format));
    uint64_t numElements = matrix.format == 0
                               ? matrix.nonZeros
                               : llvm::popcount(matrix.rows) * kNumWords;
    if (matrix.valueOffset + numElements > file.getCount(kValues))
      return fail(where + ": expected elements within " +
                  Twine(file.getCount(kValues)) + " values, found " +
                  Twine(numElements) + " at " + Twine(matrix.valueOffset));
    if (!(matrix.format == 0 ? validateCSR(matrix, where)
                             : validateDense(matrix, where)))
      return false;
  }
  return true;
}

bool ExecutableValidator::validateCSR(const Executable::Matrix &matrix,
                                      const Twine &where) {
  uint32_t numRows = llvm::popcount(matrix.rows);
  uint64_t size = 2 * (numRows + 1) + matrix.nonZeros;
  if (matrix.structureOffset % 2 ||
      matrix.structureOffset + size > file.getCount(kStructure))
    return fail(where + ": expected a structure within " +
                Twine(file.getCount(kStructure)) + " bytes, found " +
                Twine(size) + " at " + Twine(matrix.structureOffset));
  if (file.getRowStart(matrix, 0) != 0 ||
      file.getRowStart(matrix, numRows) != matrix.nonZeros)
    return fail(where + ": expected rows of " + Twine(matrix.nonZeros) +
                " elements, found " + Twine(file.getRowStart(matrix, 0)) +
                " to " + Twine(file.getRowStart(matrix, numRows)));
  // The elements of a row may only be accessed if all row starts ascend.
  for (uint32_t row : llvm::seq(numRows))
    if (file.getRowStart(matrix, row) > file.getRowStart(matrix, row + 1))
      return fail(where + ": expected ascending row starts, found " +
                  Twine(file.getRowStart(matrix, row)) + " before " +
                  Twine(file.getRowStart(matrix, row + 1)));
  for (uint32_t row : llvm::seq(numRows)) {
    int64_t last = -1;
    for (uint32_t i = file.getRowStart(matrix, row),
                  end = file.getRowStart(matrix, row + 1);
         i < end; ++i) {
      uint32_t column = file.getColumn(matrix, i);
      if (!isReadable(column) || column <= last)
        return fail(where +
                    ": expected columns 0 to 26 and 31, ascending, "
                    "found " +
                    Twine(column));
      if (isZero(file.getValue(matrix.valueOffset + i)))
        return fail(where + ": expected non-zeros, found a zero in column " +
                    Twine(column));
      last = column;
    }
  }
  return true;
}

bool ExecutableValidator::validateDense(const Executable::Matrix &matrix,
                                        const Twine &where) {
  uint32_t nonZeros = 0;
  for (uint32_t i : llvm::seq(llvm::popcount(matrix.rows) * kNumWords)) {
    if (isZero(file.getValue(matrix.valueOffset + i)))
      continue;
    ++nonZeros;
    if (!isReadable(i % kNumWords))
      return fail(where + ": expected columns 0 to 26 and 31, found " +
                  Twine(i % kNumWords));
  }
  if (nonZeros != matrix.nonZeros)
    return fail(where + ": expected " + Twine(nonZeros) + " non-zeros, found " +
                Twine(matrix.nonZeros));
  if (matrix.structureOffset != 0)
    return fail(where + ": expected no structure, found offset " +
                Twine(matrix.structureOffset));
  return true;
}
