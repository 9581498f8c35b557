//===- MergedProducts.h - Products that share a launch ---------- -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MERGEDPRODUCTS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MERGEDPRODUCTS_H

#include "mlir/IR/Operation.h"

namespace mlir::zyn {

/// Finds the products that multiply the same A, and only differ in their other
/// buffers. They have the same kernel, whose launches
/// `--kernel-merge-launches` makes one, so that their tiles are selected for
/// all of them together.
void findMergedProducts(ArrayRef<Operation *> ops);

/// Returns how many products a launch for `op` computes.
int64_t getMergedProducts(Operation *op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MERGEDPRODUCTS_H
