//===- RowVectors.cpp - The body of rows, for vectors of elements ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectors.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

RowVectors::RowVectors(RowContext &context, ArrayRef<Value> indices)
    : context(&context), indices(indices), uniform(context.b.getCaptures()),
      values(indices.size() * context.width, uniform) {
  for (auto &[value, source] : context.sources)
    computed.map(value, value);
}

RowVectors RowVectors::getOthers(ArrayRef<Value> others) const {
  RowVectors result = *this;
  result.indices.assign(others.begin(), others.end());
  result.values.assign(others.size() * context->width, uniform);
  return result;
}

RowVectors RowVectors::getVector(int64_t number) const {
  RowVectors result = *this;
  ArrayRef<IRMapping> elements =
      ArrayRef(values).slice(number * context->width, context->width);
  result.indices = {indices[number]};
  result.values.assign(elements.begin(), elements.end());
  return result;
}

void RowVectors::setUniform(ValueRange uniformValues, ValueRange results) {
  for (auto [value, result] : llvm::zip_equal(uniformValues, results)) {
    computed.map(value, value);
    uniform.map(value, result);
    for (IRMapping &mapping : values)
      mapping.map(value, result);
  }
}

void RowVectors::setVectors(ArrayRef<Value> held, ArrayRef<Elements> vectors) {
  for (Value value : held)
    computed.map(value, value);
  for (auto [v, vector] : llvm::enumerate(vectors))
    for (int64_t i = 0; i < context->width; ++i)
      values[v * context->width + i].map(
          held, ArrayRef(vector).slice(i * held.size(), held.size()));
}

void RowVectors::load(Value value, RowSource source) {
  if (!loaded.insert(value).second)
    return;
  IndexBuilder &b = context->b;
  int64_t width = context->width;
  if (!source.hasPosition)
    return setUniform(value, b.load(source.buffer, source.row));
  Value begin = b.mul(source.row, context->length);
  for (auto [v, index] : llvm::enumerate(indices)) {
    Value vector =
        b.load(source.buffer, b.add(begin, b.mul(index, width)), width);
    for (int64_t i = 0; i < width; ++i)
      values[v * width + i].map(
          value,
          width == 1 ? vector : Value(vector::ExtractOp::create(b, vector, i)));
  }
}

void RowVectors::clone(Operation *inner) {
  IndexBuilder &b = context->b;
  for (Value result : inner->getResults())
    computed.map(result, result);
  if (auto index = dyn_cast<IndexOp>(inner)) {
    size_t dim = index.getDimension();
    if (dim < context->keptIndices.size())
      return setUniform(index.getResult(), context->keptIndices[dim]);
    for (auto [element, mapping] : llvm::enumerate(values))
      mapping.map(
          index.getResult(),
          b.add(b.mul(indices[element / context->width], context->width),
                element % context->width));
    return;
  }
  if (context->passes.isUniform(inner)) {
    Operation *cloned = b.clone(*inner, uniform);
    return setUniform(inner->getResults(), cloned->getResults());
  }
  for (IRMapping &mapping : values)
    b.clone(*inner, mapping);
}

void RowVectors::forEachSource(ArrayRef<Value> needed,
                               ArrayRef<Operation *> slice,
                               function_ref<void(Value, RowSource)> visit) {
  auto visitSource = [&](Value value) {
    auto source = context->sources.find(value);
    if (source != context->sources.end())
      visit(value, source->second);
  };
  llvm::for_each(needed, visitSource);
  for (Operation *inner : slice)
    inner->walk([&](Operation *nested) {
      llvm::for_each(nested->getOperands(), visitSource);
    });
}

void RowVectors::loadInputs(ArrayRef<Value> needed) {
  forEachSource(needed, context->passes.getSlice(needed, computed),
                [&](Value value, RowSource source) { load(value, source); });
}

void RowVectors::compute(ArrayRef<Value> needed) {
  loadInputs(needed);
  for (Operation *inner : context->passes.getSlice(needed, computed))
    clone(inner);
}

void RowVectors::computeUniform(ArrayRef<Value> needed) {
  SmallVector<Operation *> slice = context->passes.getSlice(needed, computed);
  forEachSource(needed, slice, [&](Value value, RowSource source) {
    if (!source.hasPosition)
      load(value, source);
  });
  for (Operation *inner : slice)
    if (context->passes.isUniform(inner))
      clone(inner);
}

Value RowVectors::lookup(Value value, int64_t element) const {
  return values[element].lookupOrDefault(value);
}

Elements RowVectors::lookup(ValueRange wanted, int64_t element) const {
  return llvm::map_to_vector(
      wanted, [&](Value value) { return lookup(value, element); });
}

Elements RowVectors::lookupUniform(ValueRange wanted) const {
  return llvm::map_to_vector(
      wanted, [&](Value value) { return uniform.lookupOrDefault(value); });
}
