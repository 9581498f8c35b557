//===- VMFolds.cpp - Folders and canonical forms of the vm ops ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

using namespace mlir;
using namespace mlir::vm;

namespace {
constexpr int64_t kSize = StateType::kNumWords;

/// The elements of an i32 matrix, by rows.
SmallVector<uint32_t> getWords(ElementsAttr matrix) {
  SmallVector<uint32_t> words;
  words.reserve(kSize * kSize);
  for (const APInt &element : matrix.getValues<APInt>())
    words.push_back(static_cast<uint32_t>(element.getZExtValue()));
  return words;
}

/// The product `lhs · rhs`, which wraps. Sparse if both are.
ElementsAttr multiply(ElementsAttr lhs, ElementsAttr rhs) {
  SmallVector<uint32_t> a = getWords(lhs), b = getWords(rhs);
  SmallVector<uint32_t> product(kSize * kSize, 0);
  for (int64_t i = 0; i < kSize; ++i)
    for (int64_t k = 0; k < kSize; ++k)
      if (uint32_t factor = a[i * kSize + k])
        for (int64_t j = 0; j < kSize; ++j)
          product[i * kSize + j] += factor * b[k * kSize + j];

  auto type = cast<RankedTensorType>(lhs.getShapedType());
  auto denseOf = [](ShapedType type, ArrayRef<uint32_t> words) {
    SmallVector<int32_t> elements(words.begin(), words.end());
    return DenseElementsAttr::get(type, ArrayRef(elements));
  };
  if (!isa<SparseElementsAttr>(lhs) || !isa<SparseElementsAttr>(rhs))
    return denseOf(type, product);
  SmallVector<int64_t> positions;
  SmallVector<uint32_t> values;
  for (int64_t i = 0; i < kSize * kSize; ++i) {
    if (product[i] == 0)
      continue;
    positions.append({i / kSize, i % kSize});
    values.push_back(product[i]);
  }
  if (values.empty()) // `sparse` without an element has no place for a type
    return denseOf(type, product);
  int64_t count = values.size();
  auto positionType = RankedTensorType::get(
      {count, 2}, IntegerType::get(type.getContext(), 64));
  return SparseElementsAttr::get(
      type, DenseIntElementsAttr::get(positionType, positions),
      denseOf(RankedTensorType::get({count}, type.getElementType()), values));
}
} // namespace

/// Whether every element of `matrix` is that of the identity.
template <typename Element, typename Predicate>
static bool isIdentity(ElementsAttr matrix, Predicate isValue) {
  int64_t position = 0;
  for (const Element &element : matrix.getValues<Element>()) {
    bool isDiagonal = position % (kSize + 1) == 0;
    if (!isValue(element, isDiagonal ? 1 : 0))
      return false;
    ++position;
  }
  return true;
}

OpFoldResult LinearOp::fold(FoldAdaptor) {
  ElementsAttr matrix = getMatrix();
  bool folds =
      isa<IntegerType>(matrix.getElementType())
          ? isIdentity<APInt>(matrix, [](const APInt &x,
                                         uint64_t value) { return x == value; })
          : isIdentity<APFloat>(matrix, [](const APFloat &x, int value) {
              return value ? x.isExactlyValue(1.0) : x.isZero();
            });
  return folds ? getState() : OpFoldResult();
}

LogicalResult LinearOp::canonicalize(LinearOp op, PatternRewriter &rewriter) {
  auto first = op.getState().getDefiningOp<LinearOp>();
  if (!first)
    return rewriter.notifyMatchFailure(op, "the state is no vm.linear's");
  if (!first->hasOneUse())
    return rewriter.notifyMatchFailure(op, "the first product has other uses");
  if (!isa<IntegerType>(op.getMatrix().getElementType()))
    return rewriter.notifyMatchFailure(op, "f32 would be rounded differently");
  rewriter.replaceOpWithNewOp<LinearOp>(
      op, op.getType(), first.getState(),
      multiply(op.getMatrix(), first.getMatrix()));
  return success();
}
