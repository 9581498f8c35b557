//===- SymbolicSizes.h - Sizes with names --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SYMBOLICSIZES_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SYMBOLICSIZES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::zyn {

/// The upper bounds of the named sizes of a function.
class SizeMaxima {
public:
  /// Collects those in the types of the function's values. Emits an error if
  /// there are two for one name.
  LogicalResult collect(FunctionOpInterface function);

  /// Returns that of `name`, if there is one.
  std::optional<int64_t> lookup(StringAttr name) const {
    auto it = maxima.find(name);
    return it == maxima.end() ? std::nullopt : std::optional(it->second);
  }
  bool empty() const { return maxima.empty(); }

private:
  LogicalResult add(Value value);

  llvm::SmallDenseMap<StringAttr, int64_t> maxima;
};

/// Inserts comparisons of the sizes that have one name in a function, and of
/// those with a maximum, unless the function is `unchecked`. Emits an error for
/// static sizes that differ or exceed the maximum.
LogicalResult insertSizeChecks(FunctionOpInterface function,
                               const SizeMaxima &maxima);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SYMBOLICSIZES_H
