//===- ShortForms.cpp - Linear instructions without matrices --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortForms.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

namespace {
struct Term {
  uint32_t word;
  uint32_t factor;
};
} // namespace

static uint32_t getMinusOne(bool isFloat) {
  return isFloat ? llvm::bit_cast<uint32_t>(-1.0f) : uint32_t(-1);
}

static std::optional<ShortForm> findOneTerm(uint32_t dest, Term term,
                                            uint32_t one) {
  if (term.word == kOne)
    return ShortForm{kLoadImmediate, dest, 0, 0, term.factor};
  if (term.factor == one)
    return ShortForm{kMove, dest, term.word};
  return ShortForm{kScale, dest, term.word, 0, term.factor};
}

static std::optional<ShortForm> findTwoTerms(uint32_t dest, Term first,
                                             Term second, uint32_t one,
                                             uint32_t minusOne) {
  // The constant is the last column, so it can only be the second term.
  if (second.word == kOne)
    return first.factor == one
               ? std::optional(ShortForm{kAddImmediate, dest, first.word, 0,
                                         second.factor})
               : std::nullopt;
  if (second.factor != one)
    std::swap(first, second);
  if (second.factor != one)
    return std::nullopt;
  if (first.factor == one)
    return ShortForm{kAdd, dest, first.word, second.word};
  if (first.factor == minusOne)
    return ShortForm{kSubtract, dest, second.word, first.word};
  return ShortForm{kScaleAdd, dest, first.word, second.word, first.factor};
}

std::optional<ShortForm> executable::findShortForm(const Matrix &matrix) {
  SmallVector<uint16_t> positions;
  SmallVector<uint32_t> elements;
  uint32_t rows = matrix.collectRows(positions, elements);
  unsigned first = rows ? llvm::countr_zero(rows) : 0;
  uint32_t one = matrix.getOneBits();
  SmallVector<Term> terms;
  for (auto [position, element] : llvm::zip(positions, elements))
    terms.push_back({position % kNumWords, element});

  if (llvm::popcount(rows) == 2) {
    unsigned second = 31 - llvm::countl_zero(rows);
    bool isSwap = terms.size() == 2 && elements[0] == one &&
                  elements[1] == one &&
                  positions[0] == first * kNumWords + second &&
                  positions[1] == second * kNumWords + first;
    return isSwap ? std::optional(ShortForm{kSwap, first, second})
                  : std::nullopt;
  }
  if (llvm::popcount(rows) != 1 || terms.size() > 2)
    return std::nullopt;
  if (terms.empty())
    return ShortForm{kLoadImmediate, first};
  if (terms.size() == 1)
    return findOneTerm(first, terms[0], one);
  return findTwoTerms(first, terms[0], terms[1], one,
                      getMinusOne(matrix.isFloat()));
}

Matrix executable::expandShortForm(const ShortForm &form, Type wordType) {
  Matrix matrix(wordType);
  uint32_t one = matrix.getOneBits();
  auto [opcode, dest, lhs, rhs, immediate] = form;
  matrix.clearRow(dest);
  switch (opcode) {
  case kMove:
    matrix.at(dest, lhs) = one;
    break;
  case kLoadImmediate:
    matrix.at(dest, kOne) = immediate;
    break;
  case kAdd:
    matrix.at(dest, lhs) = one;
    matrix.at(dest, rhs) = one;
    break;
  case kSubtract:
    matrix.at(dest, lhs) = one;
    matrix.at(dest, rhs) = getMinusOne(matrix.isFloat());
    break;
  case kScale:
    matrix.at(dest, lhs) = immediate;
    break;
  case kAddImmediate:
    matrix.at(dest, lhs) = one;
    matrix.at(dest, kOne) = immediate;
    break;
  case kScaleAdd:
    matrix.at(dest, lhs) = immediate;
    matrix.at(dest, rhs) = one;
    break;
  case kSwap:
    matrix.clearRow(lhs);
    matrix.at(dest, lhs) = one;
    matrix.at(lhs, dest) = one;
    break;
  }
  return matrix;
}
