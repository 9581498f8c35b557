//===- ImageWindows.cpp - Windows of images as rows -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageWindows.h"

using namespace mlir;
using namespace mlir::zyn;

Value ImageWindows::getK(IndexBuilder &b) const {
  Value elements = getNumElements(b), zero = b.constant(0);
  // Without padding, there is no window in an empty image.
  if (!hasPadding())
    return elements;
  Value hasPixels = b.less(zero, b.mul(sizes[imageRows], sizes[imageColumns]));
  return b.createOrFold<arith::SelectOp>(hasPixels, elements, zero);
}

ImageWindows::Start ImageWindows::getStart(IndexBuilder &b, Value number,
                                           Divide divide) const {
  auto [rows, column] = divide(number, sizes[windowColumns]);
  auto [image, row] = divide(rows, sizes[windowRows]);
  auto getFirst = [&](Value index, unsigned spatial) {
    return b.sub(b.mul(index, strides[spatial]), b.constant(before[spatial]));
  };
  return {image, getFirst(row, 0), getFirst(column, 1)};
}

ImageWindows::Element ImageWindows::getElement(IndexBuilder &b, Value k,
                                               Divide divide) const {
  auto [pixel, channel] = divide(k, sizes[filterChannels]);
  auto [row, column] = divide(pixel, sizes[filterColumns]);
  return {b.mul(row, dilations[0]), b.mul(column, dilations[1]), channel};
}
