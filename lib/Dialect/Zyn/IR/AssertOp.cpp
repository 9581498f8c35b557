//===- AssertOp.cpp - The op zyn.assert -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult AssertOp::verify() {
  StringRef rest = getMessage();
  while (true) {
    rest = rest.drop_front(std::min(rest.find('{'), rest.size()));
    if (rest.empty())
      return success();
    if (rest.consume_front("{{"))
      continue;
    rest = rest.drop_front();
    unsigned number;
    if (rest.consumeInteger(10, number) || !rest.consume_front("}"))
      return emitOpError("expected '{' in the message to be followed by the "
                         "number of a value and '}', or by another '{'");
    if (number >= getValues().size())
      return emitOpError("has {") << number
                                  << "} in its message, but the number "
                                     "of values is "
                                  << getValues().size();
  }
}

std::string AssertOp::escape(StringRef text) {
  std::string escaped;
  for (char c : text) {
    escaped += c;
    if (c == '{')
      escaped += c;
  }
  return escaped;
}

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return rewriter.notifyMatchFailure(op, "may be false");
  rewriter.eraseOp(op);
  return success();
}
