//===- WindowAccess.cpp - Accesses of sliding windows ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowAccess.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the loop and its positive factor if `index` is their product.
static std::optional<std::pair<unsigned, int64_t>> getScaled(AffineExpr index) {
  if (auto loop = dyn_cast<AffineDimExpr>(index))
    return std::pair(loop.getPosition(), int64_t(1));
  auto product = dyn_cast<AffineBinaryOpExpr>(index);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(product.getLHS());
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!loop || !factor || factor.getValue() < 1)
    return std::nullopt;
  return std::pair(loop.getPosition(), factor.getValue());
}

static std::optional<WindowDimension> getWindow(linalg::LinalgOp op,
                                                AffineExpr index) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(index);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto position = getScaled(sum.getLHS()), element = getScaled(sum.getRHS());
  if (!position || !element)
    return std::nullopt;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (iterators[position->first] == utils::IteratorType::reduction)
    std::swap(position, element);
  if (iterators[position->first] != utils::IteratorType::parallel ||
      iterators[element->first] != utils::IteratorType::reduction)
    return std::nullopt;
  return WindowDimension{position->first, element->first, position->second,
                         element->second};
}

FailureOr<WindowAccess> zyn::getWindowAccess(linalg::LinalgOp op) {
  OpOperand &input = *op.getDpsInputOperand(0);
  if (!isa<RankedTensorType>(input.get().getType()))
    return failure();
  WindowAccess access;
  access.tensor = input.get();
  llvm::SmallDenseSet<unsigned> used;
  for (AffineExpr index : op.getMatchingIndexingMap(&input).getResults()) {
    std::optional<WindowDimension> window = getWindow(op, index);
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (window) {
      access.windows.push_back(*window);
      access.loops.push_back(window->position);
      if (!used.insert(window->element).second)
        return failure();
    } else if (loop) {
      access.loops.push_back(loop.getPosition());
    } else {
      return failure();
    }
    if (!used.insert(access.loops.back()).second)
      return failure();
  }
  if (access.windows.empty())
    return failure();
  return access;
}

void zyn::absorbPadding(WindowAccess &access,
                        function_ref<bool(Value)> isNeutral) {
  auto pad = access.tensor.getDefiningOp<tensor::PadOp>();
  if (!pad || pad.getLow().size() + pad.getHigh().size() != 0)
    return;
  Value padding = pad.getConstantPaddingValue();
  if (!padding || !isNeutral(padding))
    return;
  SmallVector<WindowDimension> windows = access.windows;
  for (unsigned dim = 0, e = access.loops.size(); dim < e; ++dim) {
    int64_t before = pad.getStaticLow()[dim], after = pad.getStaticHigh()[dim];
    auto *window =
        llvm::find_if(windows, [&](const WindowDimension &candidate) {
          return candidate.position == access.loops[dim];
        });
    if (before < 0 || after < 0 ||
        (window == windows.end() && (before != 0 || after != 0)))
      return;
    if (window == windows.end())
      continue;
    window->before = before;
    window->after = after;
  }
  access.windows = windows;
  access.tensor = pad.getSource();
}

bool zyn::hasAllWindows(linalg::LinalgOp op, const WindowAccess &image) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto type = cast<RankedTensorType>(image.tensor.getType());
  return llvm::all_of(image.windows, [&](const WindowDimension &window) {
    int64_t size = type.getDimSize(llvm::find(image.loops, window.position) -
                                   image.loops.begin());
    int64_t elements = ranges[window.element];
    int64_t positions = ranges[window.position];
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(elements) ||
        ShapedType::isDynamic(positions))
      return true;
    int64_t free = size + window.before + window.after -
                   (elements - 1) * window.dilation - 1;
    return free >= 0 && free / window.stride + 1 == positions;
  });
}
