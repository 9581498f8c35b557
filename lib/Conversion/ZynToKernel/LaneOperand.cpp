//===- LaneOperand.cpp - Operands that lanes load -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOperand.h"

#include "MatmulResult.h"
#include "PaddedCopies.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

SmallVector<Value> LaneOperand::getInputs(const AlignedOperand &operand) {
  if (MapOp producer = operand.producer)
    return SmallVector<Value>(producer.getInputs());
  return {operand.buffer};
}

LaneOperand LaneOperand::import(KernelBuilder &kernel,
                                const AlignedOperand &operand, unsigned first,
                                ArrayRef<Value> batch, Value firstLine,
                                Value numLines) {
  LaneOperand result{
      {},        nullptr, operand.isKInnermost, SmallVector<Value>(batch),
      firstLine, numLines};
  MapOp producer = operand.producer;
  if (producer)
    result.body = producer.getBlock();
  int64_t rank = cast<MemRefType>(operand.buffer.getType()).getRank();
  for (unsigned i = 0, e = getInputs(operand).size(); i < e; ++i)
    result.inputs.push_back({kernel.argument(first + i),
                             producer
                                 ? producer.getInputMap(i)
                                 : AffineMap::getMultiDimIdentityMap(
                                       rank, kernel.device().getContext())});
  return result;
}

SmallVector<Value> LaneInput::loadNeighbors(IndexBuilder &b,
                                            ArrayRef<Value> indices,
                                            int64_t width) const {
  if (width == 1 || isUniform())
    return SmallVector<Value>(width, b.load(memref, project(map, indices)));
  if (hasRows()) {
    Value loaded = b.load(memref, project(map, indices), width);
    return llvm::to_vector_of<Value>(
        vector::ToElementsOp::create(b, loaded).getResults());
  }
  SmallVector<Value> elements, next(indices);
  for (int64_t i = 0; i < width; ++i) {
    next.back() = b.add(indices.back(), i);
    elements.push_back(b.load(memref, project(map, next)));
  }
  return elements;
}

SmallVector<Value> LaneOperand::load(IndexBuilder &b, Value line, Value k,
                                     int64_t number, int64_t width,
                                     Type type) const {
  SmallVector<Value> elements;
  for (int64_t i = 0; i < number; i += width) {
    SmallVector<Value> indices = batch;
    indices.append({isKInnermost ? line : k, isKInnermost ? k : line});
    indices.back() = b.add(indices.back(), i);
    SmallVector<SmallVector<Value>> loaded;
    for (const LaneInput &input : inputs)
      loaded.push_back(input.loadNeighbors(b, indices, width));
    for (int64_t lane = 0; lane < width; ++lane) {
      SmallVector<Value> arguments;
      for (const SmallVector<Value> &values : loaded)
        arguments.push_back(values[lane]);
      elements.push_back(body ? b.cloneBody(*body, arguments)[0]
                              : arguments[0]);
    }
  }
  for (Value &element : elements)
    element = convertNumber(b, b.getLoc(), element, type);
  return elements;
}

Value LaneOperand::areRowsAligned(IndexBuilder &b) const {
  Value areAligned = arith::ConstantIntOp::create(b, 1, 1);
  for (const LaneInput &input : inputs) {
    if (!input.hasRows())
      continue;
    // Vectors of all inputs have as many elements as those of the widest ones.
    int64_t bytes = limits::tensorGranule / getBytes() * input.getBytes();
    Value isUnaligned = areRowsUnaligned(b, input.memref, bytes);
    areAligned = b.land(
        areAligned, b.createOrFold<arith::XOrIOp>(
                        isUnaligned, arith::ConstantIntOp::create(b, 1, 1)));
  }
  return areAligned;
}
