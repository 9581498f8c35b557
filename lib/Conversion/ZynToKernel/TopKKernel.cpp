//===- TopKKernel.cpp - What all forms of topk share ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TopKKernel.h"
#include "SortKernel.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static constexpr int64_t kDigits = BlockRanking::digits;

TopKKernels::TopKKernels(KernelModules &kernels, TopKOp op)
    : kernels(kernels), op(op) {
  KernelHints &hints = kernels.getHints();
  hints.stateType(KernelType::Sort);
  hints.state(KernelHint::AsyncCopy, false,
              "keys are loaded to registers and counted there");
  hints.state(KernelHint::Coalesced, true, "");
  hints.state(KernelHint::VectorWidth, 1,
              "neighboring lanes have neighboring elements");
  schedule.unroll = hints.get(KernelHint::UnrollFactor, schedule.unroll);
  hints.state(KernelHint::UnrollFactor, schedule.unroll, "");
  unsigned bits = op.getKeyType().getIntOrFloatBitWidth();
  orderedType = IntegerType::get(op.getContext(), bits);
  passes = bits / BlockRanking::digitBits;
}

Value TopKKernels::getOrdered(IndexBuilder &b, Value key) {
  return getOrderedKey(b, b.getLoc(), key, !op.getSmallest());
}

void TopKKernels::store(IndexBuilder &b, Value key, Value index, Value values,
                        Value indices, Value position) {
  b.store(key, values, position);
  Type type = cast<MemRefType>(indices.getType()).getElementType();
  b.store(arith::IndexCastOp::create(b, type, index), indices, position);
}

//===----------------------------------------------------------------------===//
// TopKBlock
//===----------------------------------------------------------------------===//

TopKBlock::TopKBlock(KernelBuilder &kernel, TopKKernels &topk, int64_t threads,
                     Value input)
    : kernel(kernel), topk(topk), b(kernel.device()), threads(threads),
      unroll(topk.schedule.unroll), input(input) {
  thread = b.threadId(kernel::Dimension::x);
  lane = b.rem(thread, limits::warpSize);
  warp = b.div(thread, limits::warpSize);
  isDigitThread = b.less(thread, b.constant(kDigits));
}

Value TopKBlock::getShift(Value pass) {
  Value shift =
      b.mul(b.sub(b.constant(topk.passes - 1), pass), BlockRanking::digitBits);
  return b.createOrFold<arith::IndexCastUIOp>(topk.orderedType, shift);
}

SmallVector<Value> TopKBlock::forEachKey(
    Value begin, Value end, int64_t group, Value member, ValueRange initial,
    function_ref<SmallVector<Value>(ArrayRef<Value>, ArrayRef<Value>,
                                    ArrayRef<Value>, ValueRange)>
        body) {
  auto loop =
      scf::ForOp::create(b, begin, end, b.constant(group * unroll), initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  Value first = b.add(start, member), last = b.sub(end, b.constant(1));
  SmallVector<Value> positions;
  for (int64_t u = 0; u < unroll; ++u)
    positions.push_back(b.add(first, u * group));
  // Whole steps need no comparisons.
  SmallVector<Type> types(unroll,
                          cast<MemRefType>(input.getType()).getElementType());
  types.append(unroll, b.getI1Type());
  Value isWhole = b.lessEqual(b.add(start, group * unroll), end);
  auto branch = scf::IfOp::create(b, types, isWhole, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard branchGuard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    SmallVector<Value> loaded;
    for (Value position : positions)
      loaded.push_back(b.load(input, position));
    loaded.append(unroll, arith::ConstantIntOp::create(b, 1, 1));
    scf::YieldOp::create(b, loaded);
    b.setInsertionPointToEnd(branch.elseBlock());
    loaded.clear();
    for (Value position : positions)
      loaded.push_back(b.load(input, b.min(position, last)));
    for (Value position : positions)
      loaded.push_back(b.less(position, end));
    scf::YieldOp::create(b, loaded);
  }
  SmallVector<Value> keys(branch.getResults().take_front(unroll));
  SmallVector<Value> exist(branch.getResults().drop_front(unroll));
  for (Value &key : keys)
    key = topk.getOrdered(b, key);
  SmallVector<Value> next =
      body(positions, keys, exist, loop.getRegionIterArgs());
  if (!initial.empty())
    scf::YieldOp::create(b, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void TopKBlock::countDigits(Value begin, Value end, Value threshold,
                            Value shift, Value counters) {
  Value one = arith::ConstantIntOp::create(b, 1, 32);
  b.buildIf(isDigitThread, [&] {
    b.store(arith::ConstantIntOp::create(b, 0, 32), counters, thread);
  });
  kernel::BarrierOp::create(b);
  forEachKey(begin, end, threads, thread, {},
             [&](ArrayRef<Value>, ArrayRef<Value> keys, ArrayRef<Value> exist,
                 ValueRange) -> SmallVector<Value> {
               for (auto [key, exists] : llvm::zip(keys, exist)) {
                 // The bits of the digit and above it. Those of the threshold
                 // are known above the digit, and 0 at the digit.
                 Value digit = key, isCounted = exists;
                 if (topk.passes > 1) {
                   digit = arith::ShRUIOp::create(
                       b, arith::XOrIOp::create(b, key, threshold), shift);
                   Value limit = arith::ConstantIntOp::create(
                       b, topk.orderedType, kDigits);
                   isCounted = b.land(exists, b.less(digit, limit));
                 }
                 b.buildIf(isCounted, [&] {
                   Value counter =
                       arith::IndexCastUIOp::create(b, b.getIndexType(), digit);
                   kernel::AtomicOp::create(
                       b, b.getI32Type(), kernel::AtomicKind::add,
                       kernel::Scope::block, kernel::MemoryOrder::relaxed, one,
                       counters, counter);
                 });
               }
               return {};
             });
  kernel::BarrierOp::create(b);
}

TopKBlock::Selection TopKBlock::choose(Value count, Selection selection,
                                       Value shift, RowSizes sizes) {
  Value chosen = kernel.shared({3}, b.getI64Type());
  Value before = scanDigits(kernel, count, lane, warp, isDigitThread);
  Value isHere = b.land(
      b.less(before, selection.equal),
      b.lessEqual(selection.equal, arith::AddIOp::create(b, before, count)));
  b.buildIf(b.land(isDigitThread, isHere), [&] {
    Value digit = arith::IndexCastUIOp::create(b, b.getI64Type(), thread);
    Value stored[] = {digit, before, count};
    for (auto [i, value] : llvm::enumerate(stored))
      b.store(value, chosen, b.constant(i));
  });
  kernel::BarrierOp::create(b);
  Value index = arith::IndexCastUIOp::create(b, b.getIndexType(),
                                             b.load(chosen, b.constant(0)));
  Value digit = arith::IndexCastUIOp::create(b, topk.orderedType, index);
  Value threshold = arith::OrIOp::create(
      b, selection.threshold, arith::ShLIOp::create(b, digit, shift));
  Value remaining =
      arith::SubIOp::create(b, selection.equal, b.load(chosen, b.constant(1)));
  // The keys that start as the threshold does, and those with the ones before.
  Value same = b.load(chosen, b.constant(2));
  Value candidates = arith::AddIOp::create(
      b, arith::SubIOp::create(b, sizes.selected, remaining), same);
  Value isFinal = b.lessEqual(candidates, sizes.capacity);
  // The last key that starts as the threshold does.
  Value one = arith::ConstantIntOp::create(b, topk.orderedType, 1);
  Value rest =
      arith::SubIOp::create(b, arith::ShLIOp::create(b, one, shift), one);
  Value last = arith::OrIOp::create(b, threshold, rest);
  Value all = arith::SubIOp::create(b, literal(0), same);
  return {arith::SelectOp::create(b, isFinal, last, threshold),
          arith::SelectOp::create(b, isFinal, all, remaining)};
}

void TopKBlock::collectFew(Value begin, Value end, Value threshold,
                           Value values, Value indices, Value first) {
  Value counter = kernel.shared({1}, b.getI32Type());
  Value found = kernel.shared({maxFew}, b.getIndexType());
  Value zero = b.constant(0);
  b.buildIf(b.equal(thread, zero), [&] {
    b.store(arith::ConstantIntOp::create(b, 0, 32), counter, zero);
  });
  kernel::BarrierOp::create(b);
  forEachKey(
      begin, end, threads, thread, {},
      [&](ArrayRef<Value> positions, ArrayRef<Value> keys,
          ArrayRef<Value> exist, ValueRange) -> SmallVector<Value> {
        for (size_t u = 0; u < keys.size(); ++u) {
          Value isFound = b.land(exist[u], b.lessEqual(keys[u], threshold));
          b.buildIf(isFound, [&] {
            Value one = arith::ConstantIntOp::create(b, 1, 32);
            Value number = kernel::AtomicOp::create(
                b, b.getI32Type(), kernel::AtomicKind::add,
                kernel::Scope::block, kernel::MemoryOrder::relaxed, one,
                counter, zero);
            b.store(positions[u], found,
                    arith::IndexCastUIOp::create(b, b.getIndexType(), number)
                        ->getResults());
          });
        }
        return {};
      });
  kernel::BarrierOp::create(b);
  // They were found in any order.
  Value count =
      arith::IndexCastUIOp::create(b, b.getIndexType(), b.load(counter, zero));
  b.buildIf(b.less(thread, count), [&] {
    Value own = b.load(found, thread);
    auto loop = scf::ForOp::create(b, zero, count, b.constant(1), zero);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value isBefore = b.less(b.load(found, loop.getInductionVar()), own);
      Value rank = loop.getRegionIterArg(0);
      scf::YieldOp::create(b, ValueRange{arith::SelectOp::create(
                                  b, isBefore, b.add(rank, 1), rank)});
    }
    topk.store(b, b.load(input, own), b.sub(own, begin), values, indices,
               b.add(first, loop.getResult(0)));
  });
}

Value TopKBlock::sumLanes(Value value) {
  for (int64_t step = limits::warpSize / 2; step > 0; step /= 2) {
    Value other = exchange(b, kernel::ShuffleKind::Xor, value, b.constant(step),
                           limits::warpSize);
    value = arith::AddIOp::create(b, value, other);
  }
  return value;
}

TopKBlock::Counts TopKBlock::count(Value begin, Value end, Value threshold) {
  Value zero = arith::ConstantIntOp::create(b, 0, 32),
        one = arith::ConstantIntOp::create(b, 1, 32);
  SmallVector<Value> sums = forEachKey(
      begin, end, limits::warpSize, lane, {zero, zero},
      [&](ArrayRef<Value>, ArrayRef<Value> keys, ArrayRef<Value> exist,
          ValueRange state) -> SmallVector<Value> {
        SmallVector<Value> next(state);
        auto countIf = [&](Value &sum, Value condition) {
          sum = arith::AddIOp::create(
              b, sum, arith::SelectOp::create(b, condition, one, zero));
        };
        for (auto [key, exists] : llvm::zip(keys, exist)) {
          countIf(next[0], b.land(exists, b.less(key, threshold)));
          countIf(next[1], b.land(exists, b.equal(key, threshold)));
        }
        return next;
      });
  for (Value &sum : sums)
    sum = arith::ExtUIOp::create(b, b.getI64Type(), sumLanes(sum));
  return {sums[0], sums[1]};
}

void TopKBlock::collect(Value row, Value begin, Value end, Selection selection,
                        Counts counts, Value values, Value indices,
                        Value first) {
  Value one = arith::ConstantIntOp::create(b, 1, 32);
  Value lane32 = arith::IndexCastUIOp::create(b, b.getI32Type(), lane);
  Value below =
      arith::SubIOp::create(b, arith::ShLIOp::create(b, one, lane32), one);
  auto sum = [&](Value count, Value lanes) -> Value {
    Value set = math::CtPopOp::create(b, lanes);
    return arith::AddIOp::create(
        b, count, arith::ExtUIOp::create(b, b.getI64Type(), set));
  };
  auto vote = [&](Value condition) -> Value {
    return kernel::VoteOp::create(b, b.getI32Type(), kernel::VoteKind::ballot,
                                  condition, /*mask=*/Value());
  };
  Value numEqual = arith::MaxSIOp::create(
      b, selection.equal,
      arith::SubIOp::create(b, literal(0), selection.equal));
  forEachKey(
      begin, end, limits::warpSize, lane, {counts.before, counts.equal},
      [&](ArrayRef<Value> positions, ArrayRef<Value> keys,
          ArrayRef<Value> exist, ValueRange state) -> SmallVector<Value> {
        Value before = state[0], equal = state[1];
        for (size_t u = 0; u < keys.size(); ++u) {
          Value position = positions[u], key = keys[u], exists = exist[u];
          Value isBefore = b.land(exists, b.less(key, selection.threshold));
          Value isEqual = b.land(exists, b.equal(key, selection.threshold));
          Value lanesBefore = vote(isBefore), lanesEqual = vote(isEqual);
          Value ownBefore =
              sum(before, arith::AndIOp::create(b, lanesBefore, below));
          Value ownEqual =
              sum(equal, arith::AndIOp::create(b, lanesEqual, below));
          Value isSelected = arith::OrIOp::create(
              b, isBefore, b.land(isEqual, b.less(ownEqual, numEqual)));
          b.buildIf(isSelected, [&] {
            Value number = arith::AddIOp::create(
                b, ownBefore, arith::MinUIOp::create(b, ownEqual, numEqual));
            number = arith::IndexCastUIOp::create(b, b.getIndexType(), number);
            topk.store(b, b.load(input, position), b.sub(position, row), values,
                       indices, b.add(first, number));
          });
          before = sum(before, lanesBefore);
          equal = sum(equal, lanesEqual);
        }
        return {before, equal};
      });
}
