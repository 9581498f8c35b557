//===- WindowAccess.h - Accesses of sliding windows -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_WINDOWACCESS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_WINDOWACCESS_H

#include "IndexedTensor.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::zyn {

/// A dimension that windows slide over: it is indexed by
/// `position * stride + element * dilation`.
struct WindowDimension {
  /// The loops over windows and over the elements of a window.
  unsigned position, element;
  int64_t stride, dilation;
  /// The padding before and after the dimension.
  int64_t before = 0, after = 0;
};

/// A tensor that windows slide over. `loops` has the loop over windows for a
/// dimension that they slide over.
struct WindowAccess : IndexedTensor {
  /// The dimensions that windows slide over, in the order of the tensor's.
  SmallVector<WindowDimension> windows;
};

/// Returns how `op` accesses its first input, or failure if that is not by
/// windows of at least one dimension.
FailureOr<WindowAccess> getWindowAccess(linalg::LinalgOp op);

/// If the tensor is padded along the windows' dimensions, by constant sizes and
/// with a value that is neutral, replaces it with what is padded.
void absorbPadding(WindowAccess &access, function_ref<bool(Value)> isNeutral);

/// Whether `op` computes as many windows as fit into the image in each
/// dimension, as far as the sizes are known.
bool hasAllWindows(linalg::LinalgOp op, const WindowAccess &image);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_WINDOWACCESS_H
