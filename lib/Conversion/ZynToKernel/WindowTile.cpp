//===- WindowTile.cpp - Tiles of results of windows -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

static SmallVector<Value> countTiles(IndexBuilder &b, ArrayRef<WindowAxis> axes,
                                     int64_t width) {
  SmallVector<Value> counts =
      llvm::map_to_vector(axes, [&](const WindowAxis &axis) {
        return b.ceilDiv(axis.results, axis.tile);
      });
  counts.back() = b.div(counts.back(), width);
  return counts;
}

Value WindowTile::count(IndexBuilder &b, ArrayRef<WindowAxis> axes,
                        int64_t width) {
  return b.product(countTiles(b, axes, width));
}

int64_t WindowTile::countElements(ArrayRef<WindowAxis> axes) {
  // The product of large windows may not fit.
  uint64_t count = 1;
  for (const WindowAxis &axis : axes) {
    uint64_t extent = axis.window;
    if (axis.tile != 1)
      extent =
          (axis.tile - 1) * axis.stride + (axis.window - 1) * axis.dilation + 1;
    count = llvm::SaturatingMultiply(count, extent);
  }
  return std::min<uint64_t>(count, std::numeric_limits<int32_t>::max());
}

WindowTile::WindowTile(IndexBuilder &b, ArrayRef<WindowAxis> axes,
                       int64_t width, Value number)
    : axes(axes), firstElement(b.constant(0)) {
  results = b.delinearize(number, countTiles(b, axes, width));
  results.back() = b.mul(results.back(), width);
  for (auto [axis, result] : llvm::zip_equal(axes, results)) {
    result = b.mul(result, axis.tile);
    origin.push_back(
        b.sub(b.mul(result, axis.stride), b.constant(axis.before)));
    firstElement = b.add(b.mul(firstElement, axis.size), origin.back());
  }
}

std::pair<Value, Value> WindowTile::getElements(IndexBuilder &b,
                                                unsigned number) const {
  const WindowAxis &axis = axes[number];
  // The smallest index whose element is not before `position`.
  auto getIndex = [&](Value position) {
    Value distance = b.createOrFold<arith::MaxSIOp>(
        b.sub(position, origin[number]), b.constant(0));
    return b.min(b.ceilDiv(distance, axis.dilation), b.constant(axis.window));
  };
  return {getIndex(b.constant(0)), getIndex(axis.size)};
}

void WindowTile::forEachResult(
    function_ref<void(ArrayRef<int64_t>)> body) const {
  int64_t count = 1;
  for (const WindowAxis &axis : axes)
    count *= axis.tile;
  for (int64_t number = 0; number < count; ++number) {
    SmallVector<int64_t> position(axes.size());
    int64_t rest = number;
    for (size_t i = axes.size(); i-- > 0; rest /= axes[i].tile)
      position[i] = rest % axes[i].tile;
    body(position);
  }
}

Value WindowTile::exists(IndexBuilder &b, ArrayRef<int64_t> position) const {
  Value exists = b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true));
  for (auto [axis, result, offset] : llvm::zip_equal(axes, results, position))
    if (offset != 0)
      exists = b.land(exists, b.less(b.add(result, offset), axis.results));
  return exists;
}

Value WindowTile::getResult(IndexBuilder &b, ArrayRef<int64_t> position) const {
  Value linear = b.constant(0);
  for (auto [axis, result, offset] : llvm::zip_equal(axes, results, position))
    linear = b.add(b.mul(linear, axis.results), b.add(result, offset));
  return linear;
}

/// Whether windows may have elements that are not in the array: those in the
/// padding, and those of results that do not exist.
bool WindowTile::needsCheck(const WindowAxis &axis) const {
  if (axis.isPadded)
    return true;
  std::optional<int64_t> results = getConstantIntValue(axis.results);
  return axis.tile != 1 && !(results && *results % axis.tile == 0);
}

WindowElement WindowTile::get(IndexBuilder &b, ArrayRef<int64_t> position,
                              ArrayRef<Value> inWindow, Load load) {
  SmallVector<Value> offsets;
  SmallVector<int64_t> known;
  for (auto [axis, result, element] :
       llvm::zip_equal(axes, position, inWindow)) {
    offsets.push_back(
        b.add(b.mul(element, axis.dilation), b.constant(result * axis.stride)));
    if (std::optional<int64_t> offset = getConstantIntValue(offsets.back()))
      known.push_back(*offset);
  }
  bool isKnown = known.size() == offsets.size();
  if (isKnown)
    if (auto found = loaded.find(known); found != loaded.end())
      return found->second;

  Value exists = b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true));
  Value offset = b.constant(0);
  for (auto [axis, first, step] : llvm::zip_equal(axes, origin, offsets)) {
    offset = b.add(b.mul(offset, axis.size), step);
    // Negative numbers are large without a sign.
    if (needsCheck(axis))
      exists = b.land(exists, b.less(b.add(first, step), axis.size));
  }
  Value linear = b.createOrFold<arith::SelectOp>(
      exists, b.add(firstElement, offset), b.constant(0));
  WindowElement element = {exists, load(linear, exists)};
  if (isKnown)
    loaded.emplace(known, element);
  return element;
}
