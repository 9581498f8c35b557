//===- ExactArithmetic.h - Evaluation of bodies on constants -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXACTARITHMETIC_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXACTARITHMETIC_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Returns the result of `op`, an op on scalars, on constants, some of which
/// are null if they are not known. Returns null if it is not known either, or
/// if its bits could differ from those that some device computes: of functions,
/// quotients, NaNs and subnormal numbers. With `allowRounding`, these are
/// evaluated as well. Does not change the op, which must not be in a function:
/// upstream's folders may update it.
Attribute evaluateScalar(Operation *op, ArrayRef<Attribute> operands,
                         bool allowRounding);

/// Whether each op of `block` on constants alone can be evaluated, if
/// `argument` is the constant `value`. If not, `obstacle` is the op. An op on
/// what only may be constant, such as a select whose arms may be equal, counts
/// as one that cannot be evaluated if it has floats.
bool isExactFor(Block &block, BlockArgument argument, Attribute value,
                Operation *&obstacle);

/// Whether all devices compute the same bits of results that are normal
/// numbers.
bool isSameOnAllDevices(Operation *op);

/// Whether a constant is neither a NaN nor a subnormal number.
bool hasSameBitsOnAllDevices(Attribute value);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXACTARITHMETIC_H
