//===- DistinctSuccessors.h - Successors of terminators ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_DISTINCTSUCCESSORS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_DISTINCTSUCCESSORS_H

#include "mlir/IR/Operation.h"

namespace mlir::zyn {

/// Inserts a block before each successor with arguments that a terminator names
/// again, since a phi of LLVM IR has one value for each predecessor. The
/// translation to LLVM IR does this as well, but in the order of the addresses
/// of blocks, so that the same kernel would have different PTX in each process,
/// and would not be found in the cache of compiled kernels.
void makeSuccessorsDistinct(Operation *root);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_DISTINCTSUCCESSORS_H
