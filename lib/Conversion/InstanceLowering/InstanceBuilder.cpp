//===- InstanceBuilder.cpp - Builds code of instances ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"

using namespace mlir;
using namespace mlir::zyn;

Value InstanceBuilder::buildI64(uint64_t value) {
  return arith::ConstantOp::create(
      *this, getI64IntegerAttr(static_cast<int64_t>(value)));
}

Value InstanceBuilder::buildI32(uint32_t value) {
  return arith::ConstantOp::create(
      *this, getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value InstanceBuilder::extend(Value value) {
  return arith::ExtUIOp::create(*this, getI64Type(), value);
}

Value InstanceBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                               Value rhs) {
  return arith::CmpIOp::create(*this, predicate, lhs, rhs);
}

void InstanceBuilder::trapIf(Value condition, instance::TrapKind kind) {
  instance::TrapIfOp::create(*this, condition, kind);
}
