//===- Combiner.cpp - Combines the elements of threads --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "WarpExchange.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

Elements Combiner::combine(IndexBuilder &b, ValueRange left, ValueRange right) {
  Elements result;
  for (Block *block : blocks) {
    unsigned size = block->getNumArguments() / 2;
    SmallVector<Value> arguments(left.take_front(size));
    llvm::append_range(arguments, right.take_front(size));
    llvm::append_range(result, b.cloneBody(*block, arguments));
    left = left.drop_front(size);
    right = right.drop_front(size);
  }
  return result;
}

Elements Combiner::combineTree(IndexBuilder &b, SmallVector<Elements> values) {
  while (values.size() > 1) {
    SmallVector<Elements> pairs;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      pairs.push_back(combineGroups(b, values[i], values[i + 1]));
    if (values.size() % 2)
      pairs.push_back(values.back());
    values = std::move(pairs);
  }
  return values[0];
}

Elements Combiner::combineAll(IndexBuilder &b, ValueRange values) {
  SmallVector<Elements> groups;
  for (size_t first = 0; first < values.size(); first += count)
    groups.push_back(Elements(values.slice(first, count)));
  return combineTree(b, groups);
}

Elements Combiner::combineGroups(IndexBuilder &b, ValueRange left,
                                 ValueRange right) {
  Elements result;
  for (size_t first = 0; first < left.size(); first += count)
    llvm::append_range(result, combine(b, left.slice(first, count),
                                       right.slice(first, count)));
  return result;
}

Elements Combiner::combineIf(IndexBuilder &b, Value condition, ValueRange left,
                             ValueRange right) {
  auto branch = scf::IfOp::create(b, left.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, combineGroups(b, left, right));
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, left);
  return Elements(branch.getResults());
}

Elements Combiner::accumulate(IndexBuilder &b, const StridedElements &strided) {
  Value zero = b.constant(0), last = b.sub(strided.size, b.constant(1));
  Value perStep = b.mul(strided.stride, strided.unroll);
  Value wholeEnd = b.mul(b.div(strided.size, perStep), perStep);
  std::optional<int64_t> knownSize = getConstantIntValue(strided.size),
                         knownStride = getConstantIntValue(strided.stride),
                         knownWholeEnd = getConstantIntValue(wholeEnd);
  auto loadStep = [&](Value start) {
    SmallVector<Elements> loaded;
    for (int64_t u = 0; u < strided.unroll; ++u)
      loaded.push_back(strided.load(
          b.add(b.add(start, strided.position), b.mul(strided.stride, u))));
    return strided.fold(loaded);
  };
  auto foldWholeSteps = [&] {
    Elements start = loadStep(zero);
    if (wholeEnd == perStep)
      return start;
    auto loop = scf::ForOp::create(b, perStep, wholeEnd, perStep, start);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Elements step = loadStep(loop.getInductionVar());
    scf::YieldOp::create(b, combineGroups(b, loop.getRegionIterArgs(), step));
    return Elements(loop.getResults());
  };
  auto foldFirst = [&] {
    Value first = b.min(strided.position, last);
    if (knownSize && knownStride && *knownSize >= *knownStride)
      first = strided.position;
    return strided.fold({strided.load(first)});
  };

  Elements accumulators;
  Value next;
  if (knownWholeEnd) {
    accumulators = *knownWholeEnd ? foldWholeSteps() : foldFirst();
    next = *knownWholeEnd ? wholeEnd : strided.stride;
  } else {
    SmallVector<Type> types;
    for (int64_t group = 0; group < strided.groups; ++group)
      llvm::append_range(types, elements);
    types.push_back(b.getIndexType());
    auto branch = scf::IfOp::create(b, types, b.less(zero, wholeEnd),
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    Elements whole = foldWholeSteps();
    whole.push_back(wholeEnd);
    scf::YieldOp::create(b, whole);
    b.setInsertionPointToEnd(branch.elseBlock());
    Elements first = foldFirst();
    first.push_back(strided.stride);
    scf::YieldOp::create(b, first);
    accumulators = Elements(branch.getResults().drop_back());
    next = branch.getResults().back();
  }

  // The remaining elements: less than one for each load of a step.
  int64_t numRemaining = strided.unroll;
  if (std::optional<int64_t> knownNext = getConstantIntValue(next);
      knownNext && knownSize && knownStride)
    numRemaining = llvm::divideCeil(
        std::max<int64_t>(*knownSize - *knownNext, 0), *knownStride);
  SmallVector<Value> indices;
  SmallVector<Elements> loaded;
  for (int64_t u = 0; u < numRemaining; ++u) {
    indices.push_back(
        b.add(b.add(next, strided.position), b.mul(strided.stride, u)));
    loaded.push_back(strided.load(b.min(indices.back(), last)));
  }
  for (int64_t u = 0; u < numRemaining; ++u)
    accumulators = combineIf(b, b.less(indices[u], strided.size), accumulators,
                             strided.fold(loaded[u]));
  return accumulators;
}

Elements Combiner::combineLanes(IndexBuilder &b, Elements accumulators,
                                Value position, Value numValid,
                                int64_t groupSize, int64_t numPositions) {
  std::optional<int64_t> known = getConstantIntValue(numValid);
  bool areAllValid = known && *known >= numPositions;
  for (int64_t step = groupSize / 2; step > 0; step /= 2) {
    Elements others = llvm::map_to_vector(accumulators, [&](Value value) {
      return exchange(b, kernel::ShuffleKind::down, value, b.constant(step),
                      groupSize);
    });
    accumulators = areAllValid
                       ? combineGroups(b, accumulators, others)
                       : combineIf(b, b.less(b.add(position, step), numValid),
                                   accumulators, others);
  }
  return accumulators;
}
