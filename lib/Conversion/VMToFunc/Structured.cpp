//===- Structured.cpp - Builders of structured control flow ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"
#include "Instance.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::zyn;

/// Builds `body` at the end of `block` and yields its results.
static void buildInto(ImplicitLocOpBuilder &b, Block *block,
                      function_ref<SmallVector<Value>()> body) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(block);
  scf::YieldOp::create(b, body());
}

SmallVector<Value> zyn::buildIf(ImplicitLocOpBuilder &b, Value condition,
                                function_ref<SmallVector<Value>()> then,
                                function_ref<SmallVector<Value>()> otherwise) {
  // The result types are only known after building one of the branches.
  auto *block = new Block;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(block);
    scf::YieldOp::create(b, then());
  }
  TypeRange types = block->getTerminator()->getOperandTypes();
  auto op = scf::IfOp::create(b, types, condition, /*addThenBlock=*/false,
                              /*addElseBlock=*/true);
  op.getThenRegion().push_back(block);
  buildInto(b, op.elseBlock(), otherwise);
  return op.getResults();
}

void zyn::buildIf(ImplicitLocOpBuilder &b, Value condition,
                  function_ref<void()> then) {
  auto op = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op.thenBlock()->getTerminator());
  then();
}

SmallVector<Value>
zyn::buildWhile(ImplicitLocOpBuilder &b, ValueRange values,
                function_ref<Value(ValueRange)> condition,
                function_ref<SmallVector<Value>(ValueRange)> body) {
  auto loop = scf::WhileOp::create(
      b, values.getTypes(), values,
      [&](OpBuilder &inner, Location, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(inner.getInsertionBlock());
        scf::ConditionOp::create(b, condition(carried), carried);
      },
      [&](OpBuilder &inner, Location, ValueRange carried) {
        buildInto(b, inner.getInsertionBlock(), [&] { return body(carried); });
      });
  return loop.getResults();
}

SmallVector<Value>
zyn::buildFor(ImplicitLocOpBuilder &b, Value begin, Value end,
              ValueRange values,
              function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      b, begin, end, constantIndex(b, 1), values,
      [&](OpBuilder &inner, Location, Value i, ValueRange carried) {
        buildInto(b, inner.getInsertionBlock(),
                  [&] { return body(i, carried); });
      });
  return loop.getResults();
}

SmallVector<Value> zyn::buildSwitch(ImplicitLocOpBuilder &b, Value flag,
                                    TypeRange types,
                                    ArrayRef<SwitchCase> cases) {
  SmallVector<int64_t> values;
  for (const SwitchCase &choice : cases.drop_back())
    values.push_back(choice.value);
  auto op = scf::IndexSwitchOp::create(b, types, toIndex(b, flag), values,
                                       values.size());
  for (auto [choice, region] : llvm::zip(cases, op.getCaseRegions()))
    buildInto(b, &region.emplaceBlock(), choice.build);
  buildInto(b, &op.getDefaultRegion().emplaceBlock(), cases.back().build);
  return op.getResults();
}

void zyn::buildForEachBit(ImplicitLocOpBuilder &b, Value mask,
                          function_ref<void(Value, Value)> body) {
  Value zero = constantI32(b, 0), one = constantI32(b, 1);
  buildWhile(
      b, {mask, zero},
      [&](ValueRange carried) -> Value {
        return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, carried[0],
                                     zero);
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value number = math::CountTrailingZerosOp::create(b, carried[0]);
        body(toIndex(b, number), carried[1]);
        Value less = arith::SubIOp::create(b, carried[0], one);
        return {arith::AndIOp::create(b, carried[0], less),
                arith::AddIOp::create(b, carried[1], one)};
      });
}
