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

/// scf.if with results: `then` and `otherwise` give as many values.
SmallVector<Value> buildIf(ImplicitLocOpBuilder &b, Value condition,
                           function_ref<SmallVector<Value>()> then,
                           function_ref<SmallVector<Value>()> otherwise);

/// scf.if without results.
void buildIf(ImplicitLocOpBuilder &b, Value condition,
             function_ref<void()> then);

/// scf.while that carries `values` as long as `condition` of them holds.
SmallVector<Value>
buildWhile(ImplicitLocOpBuilder &b, ValueRange values,
           function_ref<Value(ValueRange)> condition,
           function_ref<SmallVector<Value>(ValueRange)> body);

/// scf.for over indices from `begin` to `end` that carries values.
SmallVector<Value>
buildFor(ImplicitLocOpBuilder &b, Value begin, Value end, ValueRange values,
         function_ref<SmallVector<Value>(Value, ValueRange)> body);

/// A case of a switch on an i32.
struct SwitchCase {
  int64_t value;
  std::function<SmallVector<Value>()> build;
};
/// The last case is the default.
SmallVector<Value> buildSwitch(ImplicitLocOpBuilder &b, Value flag,
                               TypeRange types, ArrayRef<SwitchCase> cases);

/// Calls `body` for the number, an index, of each bit of `mask` that is set,
/// from the lowest, and for how many came before it.
void buildForEachBit(ImplicitLocOpBuilder &b, Value mask,
                     function_ref<void(Value number, Value count)> body);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_STRUCTURED_H
