//===- InsertionSort.cpp - Sorts of short runs ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InsertionSort.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

void mlir::zyn::buildInsertionSort(
    ImplicitLocOpBuilder &b, ArrayRef<Value> inputs, ArrayRef<Value> outputs,
    Value first, Value count,
    function_ref<Value(ValueRange, Value)> comesBefore) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto add = [&](Value x, Value y) {
    return b.createOrFold<arith::AddIOp>(x, y);
  };
  auto getBefore = [&](Value at) {
    return b.createOrFold<arith::SubIOp>(add(first, at), one);
  };
  auto elementsLoop = scf::ForOp::create(b, zero, count, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(elementsLoop.getBody());
  Value i = elementsLoop.getInductionVar();
  SmallVector<Value> elements;
  for (Value input : inputs)
    elements.push_back(memref::LoadOp::create(b, input, add(first, i)));
  // Moves the elements that come after it by one.
  Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(b, TypeRange{index}, ValueRange{i});
  {
    OpBuilder::InsertionGuard loopGuard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, {index}, {b.getLoc()});
    Value at = before->getArgument(0);
    Value hasOther =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, zero, at);
    auto isBefore = scf::IfOp::create(b, b.getI1Type(), hasOther,
                                      /*addThenBlock=*/true,
                                      /*addElseBlock=*/true);
    b.setInsertionPointToEnd(isBefore.thenBlock());
    scf::YieldOp::create(b, comesBefore(elements, getBefore(at)));
    b.setInsertionPointToEnd(isBefore.elseBlock());
    Value no = arith::ConstantIntOp::create(b, 0, 1);
    scf::YieldOp::create(b, no);
    b.setInsertionPointToEnd(before);
    scf::ConditionOp::create(b, isBefore.getResult(0), at);
    Block *after = b.createBlock(&loop.getAfter(), {}, {index}, {b.getLoc()});
    at = after->getArgument(0);
    for (Value output : outputs) {
      Value moved = memref::LoadOp::create(b, output, getBefore(at));
      memref::StoreOp::create(b, moved, output, add(first, at));
    }
    Value next = b.createOrFold<arith::SubIOp>(at, one);
    scf::YieldOp::create(b, next);
  }
  for (auto [element, output] : llvm::zip(elements, outputs))
    memref::StoreOp::create(b, element, output, add(first, loop.getResult(0)));
}
