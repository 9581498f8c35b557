//===- ImageWindows.h - Windows of images as rows ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution is a matmul of the windows of its images with its filters: a
// row of A has the elements of a window in the order of those of a filter,
// [row] [column][channel]. These rows are not in memory, but their elements are
// copied to shared memory from the images.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_IMAGEWINDOWS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_IMAGEWINDOWS_H

#include "KernelBuilder.h"

namespace mlir::zyn {

struct ImageWindows {
  /// The sizes, as values of the host or of a kernel: rows, columns and
  /// channels of an image, rows, columns and channels of a filter, and rows and
  /// columns of windows in an image.
  enum Size {
    imageRows,
    imageColumns,
    imageChannels,
    filterRows,
    filterColumns,
    filterChannels,
    windowRows,
    windowColumns,
    numSizes
  };
  SmallVector<Value> sizes;
  /// For rows and columns: the distance of windows, that of their elements, and
  /// the padding before and after the image.
  SmallVector<int64_t, 2> strides, dilations, before, after;

  /// The first element of a window. Its row and column may be negative.
  struct Start {
    Value image, row, column;
  };
  /// An element of a window, relative to the first one, and its channel in the
  /// group.
  struct Element {
    Value row, column, channel;
  };

  /// The number of elements of a window.
  Value getNumElements(IndexBuilder &b) const {
    return b.product(
        {sizes[filterRows], sizes[filterColumns], sizes[filterChannels]});
  }
  /// The number of elements of a window to multiply: none of them if images
  /// have no pixels, from which there is nothing to copy.
  Value getK(IndexBuilder &b) const;
  bool hasPadding() const {
    return llvm::any_of(llvm::concat<const int64_t>(before, after),
                        [](int64_t size) { return size != 0; });
  }

  using Divide = function_ref<Division(Value, Value)>;
  /// Returns where window `number` starts.
  Start getStart(IndexBuilder &b, Value number, Divide divide) const;
  /// Returns element `k` of all windows.
  Element getElement(IndexBuilder &b, Value k, Divide divide) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_IMAGEWINDOWS_H
