//===- Matrix.cpp - Matrices of linear instructions -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/Matrix.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;

Matrix::Matrix(Type wordType) : wordType(wordType) {
  bits.fill(0);
  for (unsigned row = 0; row < kNumWords; ++row)
    at(row, row) = getOneBits();
}

bool Matrix::isFloat() const { return wordType.isF32(); }

uint32_t Matrix::getOneBits() const {
  return isFloat() ? llvm::bit_cast<uint32_t>(1.0f) : 1;
}

bool Matrix::isZero(uint32_t element) const {
  return isFloat() ? (element << 1) == 0 : element == 0;
}

void Matrix::clearRow(unsigned row) {
  for (unsigned column = 0; column < kNumWords; ++column)
    at(row, column) = 0;
}

void Matrix::resetRow(unsigned row) {
  clearRow(row);
  at(row, row) = getOneBits();
}

bool Matrix::isIdentityRow(unsigned row) const {
  return at(row, row) == getOneBits() && countNonZeros(row) == 1;
}

unsigned Matrix::countNonZeros(unsigned row) const {
  unsigned count = 0;
  for (unsigned column = 0; column < kNumWords; ++column)
    count += !isZero(at(row, column));
  return count;
}

uint32_t Matrix::collectRows(SmallVectorImpl<uint16_t> &positions,
                             SmallVectorImpl<uint32_t> &elements) const {
  uint32_t rows = 0;
  for (unsigned row = 0; row < kNumWords; ++row) {
    if (isIdentityRow(row))
      continue;
    rows |= 1u << row;
    for (unsigned column = 0; column < kNumWords; ++column) {
      if (isZero(at(row, column)))
        continue;
      positions.push_back(row * kNumWords + column);
      elements.push_back(at(row, column));
    }
  }
  return rows;
}

Matrix vm::compose(const Matrix &second, const Matrix &first) {
  Matrix product(first.getWordType());
  for (unsigned i = 0; i < kNumWords; ++i) {
    product.clearRow(i);
    for (unsigned k = 0; k < kNumWords; ++k)
      if (uint32_t factor = second.at(i, k))
        for (unsigned j = 0; j < kNumWords; ++j)
          product.at(i, j) += factor * first.at(k, j);
  }
  return product;
}

static float toFloat(uint32_t bits) { return llvm::bit_cast<float>(bits); }
static uint32_t toBits(float value) { return llvm::bit_cast<uint32_t>(value); }

Matrix vm::composeReassociated(const Matrix &second, const Matrix &first) {
  Matrix product(first.getWordType());
  for (unsigned i = 0; i < kNumWords; ++i) {
    std::array<double, kNumWords> sums = {};
    for (unsigned k = 0; k < kNumWords; ++k)
      if (!second.isZero(second.at(i, k)))
        for (unsigned j = 0; j < kNumWords; ++j)
          if (!first.isZero(first.at(k, j)))
            sums[j] += static_cast<double>(toFloat(second.at(i, k))) *
                       toFloat(first.at(k, j));
    for (unsigned j = 0; j < kNumWords; ++j)
      product.at(i, j) = toBits(static_cast<float>(sums[j]));
  }
  return product;
}

/// Returns the column of the only non-zero of a row, or nullopt if the row does
/// not have exactly one.
static std::optional<unsigned> findOnlyColumn(const Matrix &matrix,
                                              unsigned row) {
  std::optional<unsigned> found;
  for (unsigned column = 0; column < kNumWords; ++column) {
    if (matrix.isZero(matrix.at(row, column)))
      continue;
    if (found)
      return std::nullopt;
    found = column;
  }
  return found;
}

/// Computes row `i` of `second * first` if applying it is bit-identical to
/// applying both matrices; returns false otherwise. This is the case for a copy
/// of any row, and for a sum of copies, negated copies and constants that keeps
/// the order of its terms. The order of two terms does not matter. Terms must
/// not vanish: the empty sum is +0, whereas a term of -0 can make a sum -0.
static bool composeRow(Matrix &product, const Matrix &second,
                       const Matrix &first, unsigned i) {
  product.clearRow(i);
  std::optional<unsigned> only = findOnlyColumn(second, i);
  if (only && second.at(i, *only) == second.getOneBits()) {
    for (unsigned j = 0; j < kNumWords; ++j)
      product.at(i, j) = first.at(*only, j);
    return true;
  }
  unsigned numTerms = second.countNonZeros(i);
  int last = -1;
  for (unsigned k = 0; k < kNumWords; ++k) {
    if (second.isZero(second.at(i, k)))
      continue;
    std::optional<unsigned> column = findOnlyColumn(first, k);
    if (!column || !product.isZero(product.at(i, *column)))
      return false;
    uint32_t factor = second.at(i, k), inner = first.at(k, *column);
    // A product of two coefficients would round differently, except for a
    // constant, whose product is rounded now as it would be at run time.
    bool isExact = *column == kOne || inner == first.getOneBits() ||
                   toFloat(inner) == -1.0f;
    uint32_t element = toBits(toFloat(factor) * toFloat(inner));
    bool isOrdered = static_cast<int>(*column) > last || numTerms <= 2;
    if (!isExact || !isOrdered || product.isZero(element))
      return false;
    product.at(i, *column) = element;
    last = *column;
  }
  return true;
}

std::optional<Matrix> vm::composeExactly(const Matrix &second,
                                         const Matrix &first) {
  Matrix product(first.getWordType());
  for (unsigned i = 0; i < kNumWords; ++i)
    if (!composeRow(product, second, first, i))
      return std::nullopt;
  return product;
}
