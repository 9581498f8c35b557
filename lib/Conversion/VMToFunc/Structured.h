//===- Structured.h - Builders of structured control flow ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_STRUCTURED_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_STRUCTURED_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Builds an scf.if with results; `then` and `otherwise` return the same number
/// of values.
SmallVector<Value> buildIf(ImplicitLocOpBuilder &b, Value condition,
                           function_ref<SmallVector<Value>()> then,
                           function_ref<SmallVector<Value>()> otherwise);

/// Builds an scf.if without results.
void buildIf(ImplicitLocOpBuilder &b, Value condition,
             function_ref<void()> then);

/// Builds an scf.while that carries `values` while `condition` holds.
SmallVector<Value>
buildWhile(ImplicitLocOpBuilder &b, ValueRange values,
           function_ref<Value(ValueRange)> condition,
           function_ref<SmallVector<Value>(ValueRange)> body);

/// Builds an scf.for from `begin` to `end` that carries `values`.
SmallVector<Value>
buildFor(ImplicitLocOpBuilder &b, Value begin, Value end, ValueRange values,
         function_ref<SmallVector<Value>(Value, ValueRange)> body);

/// A case of a switch on an i32.
struct SwitchCase {
  int64_t value;
  std::function<SmallVector<Value>()> build;
};
/// Builds a switch; the last case is the default.
SmallVector<Value> buildSwitch(ImplicitLocOpBuilder &b, Value flag,
                               TypeRange types, ArrayRef<SwitchCase> cases);

/// Builds a loop over the set bits of `mask` in ascending order. `body` gets
/// the number of the bit (an index) and the number of set bits below it.
void buildForEachBit(ImplicitLocOpBuilder &b, Value mask,
                     function_ref<void(Value number, Value count)> body);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_STRUCTURED_H
