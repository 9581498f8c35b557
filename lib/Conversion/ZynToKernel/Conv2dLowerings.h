//===- Conv2dLowerings.h - Lowerings of convolutions ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_CONV2DLOWERINGS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_CONV2DLOWERINGS_H

#include "KernelBuilder.h"

namespace mlir::zyn {

/// Creates maps that copy the operands of a convolution to contiguous buffers
/// of layout nhwc, the convolution of these, and a map that copies its result
/// to the destination. They are lowered next.
void lowerToTransposed(IndexBuilder &h, Conv2dOp op);

/// Lowers a convolution of layout nhwc, with contiguous buffers and one filter
/// for each channel, to a kernel.
void lowerDepthwise(KernelModules &kernels, IndexBuilder &h, Conv2dOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_CONV2DLOWERINGS_H
