//===- ComputedOperand.cpp - Operands that a map computes -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputedOperand.h"
#include "FusedOperand.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static CopiedOperand getStaged(Value input, const CopiedOperand &operand) {
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(input));
  return CopiedOperand({input, operand.isKInnermost}, operand.extent,
                       operand.depth * bytes,
                       {/*isSwizzled=*/false, /*paddingBytes=*/0});
}

ComputedOperand::ComputedOperand(const AlignedOperand &source,
                                 const CopiedOperand &operand)
    : producer(source.producer), producerIndices(source.buffer),
      stagedInput(*findStagedInput(producer)),
      staged(getStaged(producer.getInputs()[stagedInput], operand)) {}

SmallVector<Value> ComputedOperand::getInputs(IndexBuilder &h) const {
  SmallVector<Value> result(MapOp(producer).getInputs());
  result[stagedInput] = producerIndices.getView(h, result[stagedInput]);
  return result;
}

void ComputedOperand::initialize(KernelBuilder &kernel,
                                 const CopiedOperand &operand, unsigned first,
                                 int64_t offset, int64_t numStages) {
  for (unsigned i = 0, e = producer.getInputs().size(); i < e; ++i)
    inputs.push_back({kernel.argument(first + i), producer.getInputMap(i)});
  staged.memref = inputs[stagedInput].memref;
  staged.batch = operand.batch;
  staged.thread = operand.thread;
  staged.numThreads = operand.numThreads;
  staged.outer = operand.outer;
  staged.outerSize = operand.outerSize;
  staged.innerSize = operand.innerSize;
  staged.tiles = kernel.dynamicShared(
      offset, {numStages * staged.rows(), staged.pitch()},
      inputs[stagedInput].getType().getElementType(), kTileAlignment);
}

/// Loads the elements for `number` neighbors in a row: as vectors if all rows
/// are known to be aligned.
static SmallVector<Value> loadNeighbors(IndexBuilder &b, const LaneInput &input,
                                        ArrayRef<Value> indices,
                                        int64_t number) {
  MemRefType type = input.getType();
  int64_t width = std::min(number, limits::tensorGranule / input.getBytes());
  if (input.isUniform())
    width = number;
  else if (!input.hasRows() ||
           getVectorizableBits(type.getElementType()) == 0 ||
           !type.getLayout().isIdentity() ||
           type.isDynamicDim(type.getRank() - 1) ||
           type.getShape().back() % width != 0)
    width = 1;
  SmallVector<Value> elements, next(indices);
  for (int64_t i = 0; i < number; i += width) {
    next.back() = b.add(indices.back(), i);
    llvm::append_range(elements, input.loadNeighbors(b, next, width));
  }
  return elements;
}

void ComputedOperand::compute(IndexBuilder &b, const CopiedOperand &operand,
                              Value stage, Value k) const {
  Type element = cast<MemRefType>(operand.tiles.getType()).getElementType();
  Block *body = MapOp(producer).getBlock();
  int64_t width = operand.chunk(), perRow = operand.columns() / width;
  int64_t numChunks = operand.rows() * perRow;
  auto computeChunk = [&](Value chunk) {
    Value row = b.div(chunk, perRow),
          column = b.mul(b.rem(chunk, perRow), width);
    Value outerInTile = operand.isKInnermost ? row : column;
    Value kInTile = operand.isKInnermost ? column : row;
    // Inputs have elements for those of chunks that are out of bounds, too,
    // which are whole.
    int64_t outerWidth = operand.isKInnermost ? 1 : width;
    int64_t kWidth = operand.isKInnermost ? width : 1;
    auto clamp = [&](Value index, Value size, int64_t number) {
      return b.min(index, b.sub(size, b.constant(number)));
    };
    Value outer = b.add(operand.outer, outerInTile), inner = b.add(k, kInTile);
    Value clampedOuter = clamp(outer, operand.outerSize, outerWidth);
    Value clampedInner = clamp(inner, operand.innerSize, kWidth);
    SmallVector<Value> indices = operand.batch;
    indices.append({operand.isKInnermost ? clampedOuter : clampedInner,
                    operand.isKInnermost ? clampedInner : clampedOuter});
    indices = producerIndices.get(b, indices);
    SmallVector<SmallVector<Value>> loaded;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      if (i != stagedInput) {
        loaded.push_back(loadNeighbors(b, input, indices, width));
        continue;
      }
      // Stages have whole rows, so that all vectors are aligned.
      SmallVector<Value> values,
          at = staged.getIndices(b, stage, outerInTile, kInTile);
      int64_t perLoad = std::min(width, staged.chunk());
      for (int64_t j = 0; j < width; j += perLoad) {
        Value vector = b.load(staged.tiles, {at[0], b.add(at[1], j)}, perLoad);
        llvm::append_range(
            values, vector::ToElementsOp::create(b, vector).getResults());
      }
      loaded.push_back(std::move(values));
    }
    // Elements beyond K are multiplied by zeros, but may be infinite.
    Value exists = b.less(inner, operand.innerSize);
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    SmallVector<Value> elements;
    for (int64_t i = 0; i < width; ++i) {
      SmallVector<Value> arguments;
      for (const SmallVector<Value> &values : loaded)
        arguments.push_back(values[i]);
      elements.push_back(b.createOrFold<arith::SelectOp>(
          exists, b.cloneBody(*body, arguments)[0], zero));
    }
    Value vector = vector::FromElementsOp::create(
        b, VectorType::get(width, element), elements);
    b.store(vector, operand.tiles,
            operand.getIndices(b, stage, outerInTile, kInTile));
  };
  for (int64_t first = 0; first < numChunks; first += operand.numThreads) {
    Value chunk = b.add(operand.thread, first);
    if (first + operand.numThreads <= numChunks)
      computeChunk(chunk);
    else
      b.buildIf(b.less(chunk, b.constant(numChunks)),
                [&] { computeChunk(chunk); });
  }
}
