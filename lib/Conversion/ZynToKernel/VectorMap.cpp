//===- VectorMap.cpp - Vectors of a map -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMap.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

VectorMap::Position VectorMap::advance(const Position &position, Value linear,
                                       ArrayRef<Value> steps) {
  Position next{linear, position.indices};
  Value carry = b.constant(0);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (isConstantIntValue(carry, 0) && isConstantIntValue(steps[dim], 0))
      continue;
    Value index = b.add(b.add(position.indices[dim], steps[dim]), carry);
    if (dim == 0) {
      next.indices[dim] = index;
      break;
    }
    Value wraps = b.lessEqual(sizes[dim], index);
    next.indices[dim] =
        b.createOrFold<arith::SelectOp>(wraps, b.sub(index, sizes[dim]), index);
    carry =
        b.createOrFold<arith::SelectOp>(wraps, b.constant(1), b.constant(0));
  }
  return next;
}

/// Returns the indices of each lane of a vector.
SmallVector<SmallVector<Value>>
VectorMap::getLaneIndices(const Position &position) {
  SmallVector<SmallVector<Value>> lanes = {position.indices};
  SmallVector<Value> one(sizes.size(), b.constant(0));
  one.back() = b.constant(1);
  Position current = position;
  for (int64_t lane = 1; lane < width; ++lane) {
    if (areRowsAligned)
      current.indices.back() = b.add(position.indices.back(), lane);
    else
      current = advance(current, Value(), one);
    lanes.push_back(current.indices);
  }
  return lanes;
}

/// Whether the lanes of a vector are neighbors in memory.
bool VectorMap::isVector(const MapOperand &operand) {
  return operand.isLinear || (areRowsAligned && !operand.dims.empty() &&
                              operand.dims.back() == map.innermost());
}

Value VectorMap::load(unsigned i, const Position &position) {
  const MapOperand &operand = map.operands[i];
  if (operand.isLinear)
    return b.load(buffers[i], position.linear, width);
  bool isUniform = operand.dims.empty() ||
                   (areRowsAligned && !operand.dependsOn(map.innermost()));
  if (width == 1 || isVector(operand) || isUniform)
    return b.load(buffers[i], operand.project(position.indices),
                  isUniform ? 1 : width);
  SmallVector<Value> elements;
  for (ArrayRef<Value> indices : getLaneIndices(position))
    elements.push_back(b.load(buffers[i], operand.project(indices)));
  return vector::FromElementsOp::create(
      b, VectorType::get(width, elements[0].getType()), elements);
}

SmallVector<Value> VectorMap::load(const Position &position) {
  return llvm::map_to_vector(llvm::seq(map.numInputs),
                             [&](unsigned i) { return load(i, position); });
}

void VectorMap::compute(const Position &position, ArrayRef<Value> inputs) {
  Block &body = *map.op.getBlock();
  SmallVector<SmallVector<Value>> laneIndices(width);
  if (!body.getOps<IndexOp>().empty())
    laneIndices = getLaneIndices(position);
  SmallVector<SmallVector<Value>> results(map.numInits);
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> elements;
    for (Value input : inputs)
      elements.push_back(isa<VectorType>(input.getType())
                             ? Value(vector::ExtractOp::create(b, input, lane))
                             : input);
    for (auto [i, value] :
         llvm::enumerate(b.cloneBody(body, elements, laneIndices[lane])))
      results[i].push_back(value);
  }
  for (unsigned i = 0; i < map.numInits; ++i) {
    const MapOperand &operand = map.operands[map.numInputs + i];
    Value value = results[i][0];
    if (width > 1)
      value = vector::FromElementsOp::create(
          b, VectorType::get(width, value.getType()), results[i]);
    if (operand.isLinear)
      b.store(value, buffers[map.numInputs + i], position.linear);
    else
      b.store(value, buffers[map.numInputs + i],
              operand.project(position.indices));
  }
}

void VectorMap::computeElement(Value linear) {
  VectorMap scalar{map, b, /*width=*/1, areRowsAligned, buffers, sizes};
  Position position = scalar.start(linear);
  scalar.compute(position, scalar.load(position));
}
