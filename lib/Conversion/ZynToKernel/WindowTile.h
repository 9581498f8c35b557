//===- WindowTile.h - Tiles of results of windows ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_WINDOWTILE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_WINDOWTILE_H

#include "IndexBuilder.h"

#include <map>
#include <utility>

namespace mlir::zyn {

/// A dimension over which windows slide, or several neighboring ones in which
/// each window has the index of its result.
struct WindowAxis {
  Value size, results; ///< of the array, and number of windows
  int64_t window = 1, stride = 1, dilation = 1, before = 0;
  bool isPadded = false;
  int64_t tile = 1; ///< neighboring results that a thread computes
};

/// What windows have at an offset: the elements that were loaded, unless it is
/// in the padding.
struct WindowElement {
  Value exists;
  Elements values;
};

/// The neighboring results that a thread of a kernel computes. Their windows
/// overlap, so that what is at a known offset is loaded only once.
class WindowTile {
public:
  /// Starts tile `number`; its results are vectors of `width` along the last
  /// axis.
  WindowTile(IndexBuilder &b, ArrayRef<WindowAxis> axes, int64_t width,
             Value number);

  /// Returns the number of tiles, in host code or in a kernel.
  static Value count(IndexBuilder &b, ArrayRef<WindowAxis> axes, int64_t width);
  /// Returns how many elements at different offsets the windows of a tile have.
  static int64_t countElements(ArrayRef<WindowAxis> axes);

  /// The index of the first result along an axis.
  Value getFirst(unsigned axis) const { return results[axis]; }
  /// Returns the first index in the window of the first result at which the
  /// array has an element along an axis, and the one after the last.
  std::pair<Value, Value> getElements(IndexBuilder &b, unsigned axis) const;
  /// Calls `body` with the position of each result in the tile.
  void forEachResult(function_ref<void(ArrayRef<int64_t>)> body) const;
  /// Returns whether the result at a position in the tile exists.
  Value exists(IndexBuilder &b, ArrayRef<int64_t> position) const;
  /// Returns the linear index of the result at a position in the tile.
  Value getResult(IndexBuilder &b, ArrayRef<int64_t> position) const;

  using Load = function_ref<Elements(Value linear, Value exists)>;
  /// Returns what the window of the result at `position` has at `inWindow`.
  /// `load` loads it, given its linear index, which is 0 in the padding.
  WindowElement get(IndexBuilder &b, ArrayRef<int64_t> position,
                    ArrayRef<Value> inWindow, Load load);

private:
  bool needsCheck(const WindowAxis &axis) const;

  SmallVector<WindowAxis> axes;
  SmallVector<Value> results; ///< indices of the first one
  SmallVector<Value> origin;  ///< of its window in the array
  Value firstElement;         ///< linear index of the origin
  std::map<SmallVector<int64_t>, WindowElement> loaded;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_WINDOWTILE_H
