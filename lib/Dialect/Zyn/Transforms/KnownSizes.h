//===- KnownSizes.h - Sizes that are known when compiling ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_KNOWNSIZES_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_KNOWNSIZES_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {

/// The sizes that the types of a function's arguments give to names of
/// `#zyn.shape`. `--zyn-lower-encodings` compares all other dimensions with
/// these names with the arguments.
class NamedSizes {
public:
  NamedSizes() = default;
  explicit NamedSizes(FunctionOpInterface function);

  /// Returns the size of a dimension of a tensor, or `ShapedType::kDynamic`.
  int64_t lookup(Value tensor, int64_t dim) const;

private:
  llvm::SmallDenseMap<StringAttr, int64_t> sizes;
};

/// Returns `operand` of `op` as a tensor of `type`, which knows more sizes.
/// Unless the function is `unchecked`, the program ends with an error if it has
/// others.
Value castToKnownSizes(OpBuilder &builder, ComputeOpInterface op,
                       OpOperand &operand, RankedTensorType type,
                       const NamedSizes &names);

/// Makes the sizes of the operands and results of the compute ops in `function`
/// static where they follow from others: those of an op must agree, or the
/// program ends with an error. Returns the number of such sizes.
unsigned propagateKnownSizes(FunctionOpInterface function);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_KNOWNSIZES_H
