//===- WarpExchange.h - Values of other lanes ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPEXCHANGE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPEXCHANGE_H

#include "IndexBuilder.h"

namespace mlir::zyn {

/// Returns the `value`, of any element type, of the lane that `kind` and
/// `offset`, an index, choose in each group of `groupSize` lanes; see
/// `kernel.shuffle`.
Value exchange(IndexBuilder &b, kernel::ShuffleKind kind, Value value,
               Value offset, int64_t groupSize);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPEXCHANGE_H
