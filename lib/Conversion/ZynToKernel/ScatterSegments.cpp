//===- ScatterSegments.cpp - Scatters in order ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices are sorted, with their positions. As the sort is stable, neighbors in
// the result are the updates of one slice, in their order. The thread of the
// first one combines all of them, so that no two threads write an element.
//
//===----------------------------------------------------------------------===//

#include "ScatterKernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

Value ScatterKernels::combineSegment(IndexBuilder &b, KernelBuilder &kernel,
                                     const Update &first, Value key,
                                     Value old) {
  Value sorted = kernel.argument(0), positions = kernel.argument(1);
  Value lastKey = b.sub(numbers, b.constant(1));
  SmallVector<Value> state = {first.number, old};
  // Equal keys are neighbors: all up to one with this key have it.
  auto combineNext = [&](int64_t unroll) {
    SmallVector<Type> types = llvm::to_vector(ValueRange(state).getTypes());
    SmallVector<Location> locs(types.size(), b.getLoc());
    auto loop = scf::WhileOp::create(b, types, state);
    state.assign(loop.getResults().begin(), loop.getResults().end());
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
    Value last = b.add(before->getArgument(0), unroll - 1);
    Value hasKey = b.equal(b.load(sorted, b.min(last, lastKey)), key);
    scf::ConditionOp::create(b, b.land(b.less(last, numbers), hasKey),
                             before->getArguments());
    Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
    Value begin = after->getArgument(0), total = after->getArgument(1);
    // All loads are in flight before the first update is combined.
    SmallVector<Value> values;
    for (int64_t u = 0; u < unroll; ++u) {
      Value number = b.createOrFold<arith::IndexCastOp>(
          b.getIndexType(), b.load(positions, b.add(begin, u)));
      values.push_back(
          b.load(kernel.argument(2), getUpdatePosition(b, first, number)));
    }
    for (Value value : values)
      total = b.cloneBody(*op.getBlock(), {total, value}).front();
    scf::YieldOp::create(b, ValueRange{b.add(begin, unroll), total});
  };
  for (int64_t unroll = schedule.unroll; unroll > 1; unroll /= 4)
    combineNext(unroll);
  combineNext(1);
  return state.back();
}

void ScatterKernels::emitSegments(IndexBuilder &h, Value keys,
                                  Value positions) {
  emit(h, {keys, positions, updates, output}, schedule.unroll,
       [&](IndexBuilder &b, KernelBuilder &kernel, Update update) {
         Value sorted = kernel.argument(0);
         Value one = b.constant(1), first = update.number;
         Value index = loadIndex(b, sorted, first);
         Value key = b.load(sorted, first);
         Value previous = b.load(sorted, b.sub(b.max(first, one), one));
         auto isDifferent =
             arith::CmpIOp::create(b, arith::CmpIPredicate::ne, key, previous);
         Value isFirst = arith::OrIOp::create(b, b.equal(first, b.constant(0)),
                                              isDifferent);
         b.buildIf(isFirst, [&] {
           Value at = getPosition(b, update, index);
           Value old = b.load(kernel.argument(3), at);
           b.store(combineSegment(b, kernel, update, key, old),
                   kernel.argument(3), at);
         });
       });
}

/// Creates a map from the elements of `inputs` to those of `target`.
static void compute(IndexBuilder &h, ValueRange inputs, Value target,
                    function_ref<Value(ValueRange)> body) {
  auto map =
      MapOp::create(h, TypeRange(), inputs, ValueRange{target}, ArrayAttr());
  OpBuilder::InsertionGuard guard(h);
  SmallVector<Type> types = llvm::map_to_vector(
      inputs, [](Value input) { return getElementTypeOrSelf(input); });
  SmallVector<Location> locs(types.size(), h.getLoc());
  Block *block = h.createBlock(&map.getBody(), {}, types, locs);
  YieldOp::create(h, body(block->getArguments()));
}

IntegerType ScatterKernels::getKeyType(IndexBuilder &h) {
  Type type = getElementTypeOrSelf(indices);
  unsigned bits = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  if (std::optional<int64_t> size = getConstantIntValue(sizes.length))
    for (unsigned narrow : {32, 16, 8})
      if (*size < (int64_t(1) << (narrow - 1)))
        bits = std::min(bits, narrow);
  return h.getIntegerType(bits);
}

Value ScatterKernels::getKeys(IndexBuilder &h) {
  IntegerType type = getKeyType(h);
  if (getElementTypeOrSelf(indices) == type)
    return indices;
  Value keys = allocate(h, type);
  compute(h, indices, keys, [&](ValueRange arguments) -> Value {
    Value index = arguments[0];
    if (std::optional<int64_t> size = getConstantIntValue(sizes.length)) {
      index = h.createOrFold<arith::IndexCastOp>(h.getIndexType(), index);
      // All indices that are out of bounds become the first of them. Negative
      // ones are large without a sign.
      index = h.createOrFold<arith::MinUIOp>(index, h.constant(*size));
    }
    return arith::IndexCastOp::create(h, type, index);
  });
  return keys;
}

void ScatterKernels::emitSorted(IndexBuilder &h) {
  Value keys = getKeys(h);
  std::optional<int64_t> known = getConstantIntValue(count);
  Type positionType = h.getIndexType();
  if (known && llvm::isInt<32>(*known))
    positionType = h.getI32Type();
  Value positions = allocate(h, positionType);
  compute(h, {}, positions, [&](ValueRange) -> Value {
    Value position = IndexOp::create(h, h.getIndexType(), 0);
    return h.createOrFold<arith::IndexCastOp>(positionType, position);
  });
  Value sortedKeys = allocate(h, getElementTypeOrSelf(keys));
  Value sortedPositions = allocate(h, positionType);
  SortOp::create(h, TypeRange(), ValueRange{keys, positions},
                 ValueRange{sortedKeys, sortedPositions}, /*dimension=*/0);
  emitSegments(h, sortedKeys, sortedPositions);
}
