//===- CheckedIndex.h - Loads of indices that are checked ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_CHECKEDINDEX_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_CHECKEDINDEX_H

#include "Zyn/Conversion/SourceLocation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Ends the program with an error of `op` unless `isValid`.
inline void assertInput(ImplicitLocOpBuilder &b, Operation *op, Value isValid,
                        std::string message) {
  if (std::optional<std::string> location = getSourceLocation(op->getLoc()))
    message = *location + ": error: " + message;
  cf::AssertOp::create(b, isValid, message);
}

/// Loads element `i` of `indices`.
inline Value loadIndex(ImplicitLocOpBuilder &b, Value indices, Value i) {
  return b.createOrFold<arith::IndexCastOp>(
      b.getIndexType(), memref::LoadOp::create(b, indices, i));
}

/// Loads element `i` of the indices of an op. Unless that is unchecked, the
/// program ends with an error if the index is not less than `size`.
template <typename OpTy>
Value loadCheckedIndex(ImplicitLocOpBuilder &b, OpTy op, Value indices, Value i,
                       Value size) {
  Value index = loadIndex(b, indices, i);
  // Negative indices are large without a sign.
  if (op.isChecked())
    assertInput(
        b, op, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, size),
        op.getBadIndexMessage());
  return index;
}

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_CHECKEDINDEX_H
