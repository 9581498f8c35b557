//===- DebugOps.cpp - Clocks, traps and printing --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::kernel;

/// The maximum number of values in a record of the runtime's ring buffer.
static constexpr unsigned maxValues = 12;

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult PrintOp::verify() {
  if (getValues().size() > maxValues)
    return emitOpError("expected at most ")
           << maxValues << " values, found " << getValues().size();
  for (Type type : getValues().getTypes()) {
    bool isInteger = type.isIndex() ||
                     (type.isInteger() && type.getIntOrFloatBitWidth() <= 64);
    if (!isInteger && !type.isF16() && !type.isBF16() && !type.isF32() &&
        !type.isF64())
      return emitOpError(
                 "expected integers of up to 64 bits, index, f16, bf16, "
                 "f32 or f64, found ")
             << type;
  }
  llvm::BitVector used(getValues().size());
  StringRef rest = getFormat();
  while (true) {
    rest = rest.drop_until([](char c) { return c == '{'; });
    if (rest.empty())
      break;
    rest = rest.drop_front();
    unsigned number = 0;
    if (rest.consumeInteger(10, number) || !rest.consume_front("}"))
      return emitOpError("expected '{', the number of a value and '}', found ")
             << getFormatAttr();
    if (number >= getValues().size())
      return emitOpError("expected values up to number ")
             << number << ", found " << getValues().size() << " values";
    used.set(number);
  }
  if (!used.all())
    return emitOpError("expected the value {")
           << used.find_first_unset() << "} in " << getFormatAttr();
  return success();
}
