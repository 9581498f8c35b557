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

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

ProducerIndices::ProducerIndices(Value operand) {
  auto view = operand.getDefiningOp<memref::CollapseShapeOp>();
  if (!view)
    return;
  groups = view.getReassociationIndices();
  shape = view.getSrcType().getShape();
}

SmallVector<Value> ProducerIndices::get(IndexBuilder &b,
                                        ArrayRef<Value> indices) const {
  if (shape.empty())
    return SmallVector<Value>(indices);
  SmallVector<Value> result;
  for (auto [index, group] : llvm::zip_equal(indices, groups)) {
    SmallVector<Value> sizes = llvm::map_to_vector(
        group, [&](int64_t dim) { return b.constant(shape[dim]); });
    llvm::append_range(result, b.delinearize(index, sizes));
  }
  return result;
}

Value ProducerIndices::getView(IndexBuilder &h, Value input) const {
  if (shape.empty())
    return input;
  return memref::CollapseShapeOp::create(h, input, groups);
}

int64_t ProducerIndices::getWidth(int64_t width) const {
  return shape.empty() ? width : std::gcd(width, shape.back());
}

SmallVector<Value> LaneOperand::getInputs(const AlignedOperand &operand) {
  if (MapOp producer = operand.producer)
    return SmallVector<Value>(producer.getInputs());
  return {operand.buffer};
}

LaneOperand LaneOperand::import(KernelBuilder &kernel,
                                const AlignedOperand &operand, unsigned first,
                                ArrayRef<Value> batch, Value firstLine,
                                Value numLines) {
  LaneOperand result{{},
                     nullptr,
                     operand.isKInnermost,
                     SmallVector<Value>(batch),
                     firstLine,
                     numLines,
                     {}};
  MapOp producer = operand.producer;
  if (producer) {
    result.body = producer.getBlock();
    result.producer = ProducerIndices(operand.buffer);
  }
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
    SmallVector<Value> at = producer.get(b, indices);
    for (const LaneInput &input : inputs)
      loaded.push_back(input.loadNeighbors(b, at, width));
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
