//===- RowsKernel.cpp - What all forms of rows share ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsKernel.h"

#include "WarpExchange.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

//===----------------------------------------------------------------------===//
// RowPlan
//===----------------------------------------------------------------------===//

std::optional<RowPart> RowPlan::getPart(AffineMap map) {
  SmallVector<int64_t> loops =
      llvm::map_to_vector(map.getResults(), [](AffineExpr expr) -> int64_t {
        return cast<AffineDimExpr>(expr).getPosition();
      });
  ArrayRef<int64_t> rest(loops), dimensions = op.getDimensions();
  RowPart part;
  part.hasPosition = rest.size() >= dimensions.size() &&
                     rest.take_back(dimensions.size()) == dimensions;
  if (part.hasPosition)
    rest = rest.drop_back(dimensions.size());
  // Those of a row are the innermost ones.
  if (llvm::any_of(rest, [&](int64_t loop) { return loop >= dimensions[0]; }))
    return std::nullopt;
  part.kept.assign(rest.begin(), rest.end());
  return part;
}

StoredRowValues RowPlan::getInputs() {
  StoredRowValues inputs;
  for (auto [i, argument] : llvm::enumerate(op.getBlock()->getArguments()))
    inputs[argument] = {op.getInputs()[i], op.getInputMap(i)};
  return inputs;
}

SmallVector<Value> RowPlan::getSizes(IndexBuilder &h, bool ofRow) {
  SmallVector<Value> sizes;
  for (auto [loop, dimension] : llvm::enumerate(
           cast<ComputeOpInterface>(op.getOperation()).getLoopDimensions()))
    if (llvm::is_contained(op.getDimensions(), int64_t(loop)) == ofRow)
      sizes.push_back(h.size(dimension.getValue(), dimension.dim));
  return sizes;
}

static int64_t getOffset(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getStridesAndOffset().second;
}

/// Whether `buffer` is a contiguous part of another one, at a known offset, or
/// a whole one.
static bool isContiguousPart(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.areTrailingDimsContiguous(type.getRank()) &&
         !ShapedType::isDynamic(getOffset(buffer));
}

StringRef RowPlan::analyze() {
  ArrayRef<int64_t> dimensions = op.getDimensions();
  if (dimensions.front() + dimensions.size() != op.getNumLoops())
    return "the dimensions of a row are not the innermost ones";
  if (!llvm::all_of(op->getOperands(), isContiguousPart))
    return "a buffer has a layout";
  if (dimensions.size() > 1 && !op.getBlock()->getOps<IndexOp>().empty())
    return "a row has several indices";
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  SmallVector<OperandDimension> loops = computeOp.getLoopDimensions();
  auto multiplySizes = [](ArrayRef<OperandDimension> sizes) {
    std::optional<int64_t> product = 1;
    for (const OperandDimension &dimension : sizes) {
      int64_t size = dimension.getStaticSize();
      if (ShapedType::isDynamic(size) ||
          (product && llvm::MulOverflow(*product, size, *product)))
        product = std::nullopt;
    }
    return product;
  };
  length = multiplySizes(ArrayRef(loops).take_back(dimensions.size()));
  numRows = multiplySizes(ArrayRef(loops).drop_back(dimensions.size()));
  if (length == 0)
    return "rows are empty";
  int64_t bits = 8;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<RowPart> part =
        getPart(computeOp.getOperandAccess(operand).getMap());
    if (!part)
      return "an operand has some dimensions of a row";
    int64_t elementBits = getVectorizableBits(
        cast<MemRefType>(operand.get().getType()).getElementType());
    if (part->hasPosition)
      bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  for (auto &reductions : passes.getReductions())
    for (ReduceRowOp reduction : reductions)
      for (Type type : reduction.getResultTypes())
        if (!getVectorizableBits(type))
          return "lanes cannot exchange values of these types";
  if (bits) {
    elementBytes = bits / 8;
    maxWidth = std::min(kAccessBytes / elementBytes, schedule.maxWidth);
  }
  for (Value buffer : op->getOperands())
    maxWidth = std::gcd(maxWidth, getOffset(buffer));
  width = maxWidth;
  if (length)
    width = std::gcd(width, *length);
  return "";
}

//===----------------------------------------------------------------------===//
// RowReductions
//===----------------------------------------------------------------------===//

static Combiner makeCombiner(ArrayRef<ReduceRowOp> reductions) {
  SmallVector<Block *> blocks;
  SmallVector<Type> types;
  for (ReduceRowOp reduction : reductions) {
    blocks.push_back(reduction.getBlock());
    llvm::append_range(types, reduction.getResultTypes());
  }
  return Combiner(blocks, types);
}

RowReductions::RowReductions(ArrayRef<ReduceRowOp> reductions)
    : combiner(makeCombiner(reductions)) {
  for (ReduceRowOp reduction : reductions) {
    llvm::append_range(elements, reduction.getElements());
    llvm::append_range(inits, reduction.getInits());
    llvm::append_range(results, reduction.getResults());
  }
}

//===----------------------------------------------------------------------===//
// RowsKernel
//===----------------------------------------------------------------------===//

RowArguments::RowArguments(IndexBuilder &h, RowPlan &plan,
                           const RowsShape &shape,
                           const StoredRowValues &stored, ValueRange outputs,
                           Value blocksPerRow, Value length) {
  SmallVector<Value> buffers;
  auto addSource = [&](Value value) {
    auto found = stored.find(value);
    if (found == stored.end())
      return;
    auto [buffer, map] = found->second;
    sources.emplace_back(value, *plan.getPart(map));
    buffers.push_back(buffer);
  };
  llvm::for_each(plan.op.getBlock()->getArguments(), addSource);
  for (Operation &inner : *plan.op.getBlock())
    llvm::for_each(inner.getResults(), addSource);
  llvm::append_range(buffers, outputs);
  for (Value buffer : buffers)
    all.push_back(flattenBuffer(h, h.getLoc(), buffer));
  numBuffers = all.size();
  sizes = plan.getSizes(h, /*ofRow=*/false);
  if (!blocksPerRow)
    blocksPerRow = h.constant(1);
  grid = h.mul(h.ceilDiv(h.product(sizes), shape.rows), blocksPerRow);
  sizes.push_back(length ? length
                         : h.product(plan.getSizes(h, /*ofRow=*/true)));
  sizes.push_back(blocksPerRow);
  llvm::append_range(all, withoutConstants(sizes));
}

RowsKernel::RowsKernel(KernelModules &kernels, IndexBuilder &h, RowPlan &plan,
                       const RowsShape &shape, const RowArguments &arguments)
    : plan(plan), shape(shape),
      builder(kernels, h, plan.op, {shape.lanes, shape.rows, 1}, arguments.all),
      context(builder.device(), plan.passes, shape.width),
      cluster(builder, shape.blocks), grid(arguments.grid) {
  IndexBuilder &b = builder.device();
  unsigned numSources = arguments.sources.size();
  outputs = builder.arguments(numSources, arguments.numBuffers - numSources);
  SmallVector<Value> sizes =
      builder.importSizes(arguments.numBuffers, arguments.sizes);
  numBlocks = sizes.pop_back_val();
  context.length = sizes.pop_back_val();
  lane = b.threadId(kernel::Dimension::x);
  auto [row, inRow] = b.divide(b.blockId(), numBlocks);
  block = inRow;
  exists = arith::ConstantIntOp::create(b, 1, 1);
  if (shape.rows > 1) {
    Value count = b.product(sizes);
    row = b.add(b.mul(row, shape.rows), b.threadId(kernel::Dimension::y));
    exists = b.less(row, count);
    row = b.min(row, b.sub(count, b.constant(1)));
  }
  context.row = row;
  context.keptIndices = b.delinearize(row, sizes);
  for (auto [i, source] : llvm::enumerate(arguments.sources))
    context.sources[source.first] = {builder.argument(i),
                                     getRow(source.second, sizes),
                                     source.second.hasPosition};
  numVectors = b.div(context.length, shape.width);
}

Value RowsKernel::getRow(const RowPart &part, ValueRange sizes) {
  IndexBuilder &b = device();
  if (llvm::equal(part.kept, llvm::seq<int64_t>(0, sizes.size())))
    return context.row;
  Value row = b.constant(0);
  for (int64_t dim : part.kept)
    row = b.add(b.mul(row, sizes[dim]), context.keptIndices[dim]);
  return row;
}

Elements RowsKernel::broadcast(Elements values, int64_t groupSize) {
  IndexBuilder &b = device();
  if (groupSize == 1)
    return values;
  return llvm::map_to_vector(values, [&](Value value) {
    return exchange(b, kernel::ShuffleKind::idx, value, b.constant(0),
                    groupSize);
  });
}

Elements RowsKernel::combineWarps(Combiner &combiner, Elements accumulators,
                                  Value numValid) {
  IndexBuilder &b = device();
  int64_t warps = shape.lanes / limits::warpSize;
  SmallVector<Value> shared;
  for (Type type : combiner.elements)
    shared.push_back(builder.shared({shape.rows * warps}, type));
  Value first = b.constant(0);
  if (shape.rows > 1)
    first = b.mul(b.threadId(kernel::Dimension::y), b.constant(warps));
  b.buildIf(b.equal(b.rem(lane, limits::warpSize), b.constant(0)), [&] {
    Value at = b.add(first, b.div(lane, limits::warpSize));
    for (auto [value, buffer] : llvm::zip(accumulators, shared))
      b.store(value, buffer, at);
  });
  kernel::BarrierOp::create(b);
  Value warp = b.rem(lane, warps), at = b.add(first, warp);
  Elements ofWarps = llvm::map_to_vector(
      shared, [&](Value buffer) { return b.load(buffer, at); });
  return broadcast(combiner.combineLanes(b, ofWarps, warp,
                                         b.ceilDiv(numValid, limits::warpSize),
                                         warps, warps),
                   warps);
}

Elements RowsKernel::combineRow(Combiner &combiner, Elements accumulators,
                                Value numValid) {
  int64_t group = std::min<int64_t>(shape.lanes, limits::warpSize);
  accumulators = broadcast(combiner.combineLanes(device(), accumulators, lane,
                                                 numValid, group, shape.lanes),
                           group);
  if (shape.lanes > limits::warpSize)
    accumulators = combineWarps(combiner, accumulators, numValid);
  if (shape.blocks > 1)
    accumulators = cluster.combine(
        combiner,
        cluster.write(accumulators, block,
                      device().less(lane, device().constant(shape.blocks)),
                      /*target=*/lane));
  return accumulators;
}

void RowsKernel::storeVector(const RowVectors &vector, Value index) {
  IndexBuilder &b = device();
  Operation *yield = plan.op.getBlock()->getTerminator();
  Value at =
      b.add(b.mul(context.row, context.length), b.mul(index, shape.width));
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    if (plan.op.isPerRow(i))
      continue;
    SmallVector<Value> elements;
    for (int64_t e = 0; e < shape.width; ++e)
      elements.push_back(vector.lookup(value, e));
    Value stored = elements[0];
    if (shape.width > 1)
      stored = vector::FromElementsOp::create(
          b, VectorType::get(shape.width, stored.getType()), elements);
    b.store(stored, outputs[i], at);
  }
}

void RowsKernel::storeUniform(const RowVectors &uniform) {
  IndexBuilder &b = device();
  Operation *yield = plan.op.getBlock()->getTerminator();
  Value stores = b.land(exists, b.equal(lane, b.constant(0)));
  if (shape.blocks > 1)
    stores = b.land(stores, b.equal(block, b.constant(0)));
  b.buildIf(stores, [&] {
    for (auto [i, value] : llvm::enumerate(yield->getOperands()))
      if (plan.op.isPerRow(i))
        b.store(uniform.lookupUniform(value)[0], outputs[i], context.row);
  });
}

void RowsKernel::launch() { builder.launch(grid); }
