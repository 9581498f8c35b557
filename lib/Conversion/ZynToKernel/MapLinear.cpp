//===- MapLinear.cpp - Maps along a linear index --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads iterate along a linear index of the iteration space, by which most
// operands can be accessed. For the others, each thread divides once to find
// the indices of its first element; the indices of the next ones follow from
// them by an addition with carry.
//
//===----------------------------------------------------------------------===//

#include "MapKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

struct LinearMap {
  MapKernels &map;
  IndexBuilder &b;
  int64_t width;
  /// Whether the vectors of the iteration space do not extend over the end of a
  /// row.
  bool areRowsAligned;
  SmallVector<Value> buffers, sizes;

  /// The first element of a vector.
  struct Position {
    Value linear;
    SmallVector<Value> indices;
  };

  Position start(Value linear) {
    return {linear, b.delinearize(linear, sizes)};
  }
  Position advance(const Position &position, Value linear,
                   ArrayRef<Value> steps);
  SmallVector<SmallVector<Value>> getLaneIndices(const Position &position);
  bool isVector(const MapOperand &operand);
  Value getIndex(const MapOperand &operand, const Position &position);

  SmallVector<Value> load(const Position &position);
  void compute(const Position &position, ArrayRef<Value> inputs);
  void computeElement(Value linear);
};

} // namespace

/// Adds `steps`, the indices of the distance, with carry.
LinearMap::Position LinearMap::advance(const Position &position, Value linear,
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
LinearMap::getLaneIndices(const Position &position) {
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
bool LinearMap::isVector(const MapOperand &operand) {
  return operand.isLinear || (areRowsAligned && !operand.dims.empty() &&
                              operand.dims.back() == map.innermost());
}

/// Loads the elements of all inputs: a vector, one scalar for all lanes, or a
/// vector of single elements.
SmallVector<Value> LinearMap::load(const Position &position) {
  SmallVector<Value> inputs;
  SmallVector<SmallVector<Value>> lanes;
  for (unsigned i = 0; i < map.numInputs; ++i) {
    const MapOperand &operand = map.operands[i];
    if (operand.isLinear) {
      inputs.push_back(b.load(buffers[i], position.linear, width));
      continue;
    }
    bool isUniform = operand.dims.empty() ||
                     (areRowsAligned && !operand.dependsOn(map.innermost()));
    if (width == 1 || isVector(operand) || isUniform) {
      inputs.push_back(b.load(buffers[i], operand.project(position.indices),
                              isUniform ? 1 : width));
      continue;
    }
    if (lanes.empty())
      lanes = getLaneIndices(position);
    SmallVector<Value> elements;
    for (ArrayRef<Value> indices : lanes)
      elements.push_back(b.load(buffers[i], operand.project(indices)));
    inputs.push_back(vector::FromElementsOp::create(
        b, VectorType::get(width, elements[0].getType()), elements));
  }
  return inputs;
}

/// Computes and stores a vector of elements of each destination.
void LinearMap::compute(const Position &position, ArrayRef<Value> inputs) {
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

/// Computes a single element.
void LinearMap::computeElement(Value linear) {
  LinearMap scalar{map, b, /*width=*/1, areRowsAligned, buffers, sizes};
  Position position = scalar.start(linear);
  scalar.compute(position, scalar.load(position));
}

/// A block whose elements are all in bounds processes several vectors of each
/// thread at the same time; the last block tests each vector.
static void emitLinear(IndexBuilder &h, MapKernels &map, int64_t width,
                       bool areRowsAligned) {
  int64_t threads = map.schedule.threads, unroll = map.getUnroll(width);
  int64_t perBlock = threads * width * unroll;
  // With one loop, the kernel finds its size in the destination.
  SmallVector<Value> hostSizes;
  if (map.sizes.size() > 1) {
    hostSizes = map.sizes;
    llvm::append_range(hostSizes,
                       h.delinearize(h.constant(threads * width), map.sizes));
  }
  map.hints.state(KernelHint::AsyncCopy, false,
                  "each element is read once, by the thread that uses it");
  for (unsigned i = 0; i < map.operands.size(); ++i)
    map.stateCoalescing(i, map.innermost());
  KernelBuilder kernel = map.startKernel(h, {threads, 1, 1}, hostSizes);
  IndexBuilder &b = kernel.device();
  unsigned numOperands = map.operands.size(), rank = map.sizes.size();
  SmallVector<Value> imported = kernel.importSizes(numOperands, hostSizes);
  if (rank == 1)
    imported = {b.size(kernel.argument(numOperands - 1), 0),
                b.constant(threads * width)};
  SmallVector<Value> sizes(ArrayRef(imported).take_front(rank));
  ArrayRef<Value> steps = ArrayRef(imported).drop_front(rank);
  LinearMap linear{
      map, b, width, areRowsAligned, kernel.arguments(0, numOperands), sizes};

  Value count = b.product(sizes);
  Value base = b.mul(b.blockId(), perBlock);
  Value first = b.add(base, b.mul(b.threadId(kernel::Dimension::x), width));
  Value isWhole = b.lessEqual(b.add(base, perBlock), count);
  auto branch = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
  b.setInsertionPoint(branch.thenYield());
  SmallVector<LinearMap::Position> positions = {linear.start(first)};
  SmallVector<SmallVector<Value>> inputs;
  for (int64_t u = 0; u < unroll; ++u) {
    if (u)
      positions.push_back(linear.advance(
          positions.back(), b.add(first, u * threads * width), steps));
    inputs.push_back(linear.load(positions[u]));
  }
  for (int64_t u = 0; u < unroll; ++u)
    linear.compute(positions[u], inputs[u]);

  b.setInsertionPoint(branch.elseYield());
  auto loop = scf::ForOp::create(b, first, count, b.constant(threads * width));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  Value begin = loop.getInductionVar();
  if (width == 1) {
    linear.computeElement(begin);
  } else {
    Value end = b.add(begin, width);
    auto test = scf::IfOp::create(b, b.lessEqual(end, count),
                                  /*withElseRegion=*/true);
    b.setInsertionPoint(test.thenYield());
    LinearMap::Position position = linear.start(begin);
    linear.compute(position, linear.load(position));
    b.setInsertionPoint(test.elseYield());
    auto rest = scf::ForOp::create(b, begin, count, b.constant(1));
    b.setInsertionPoint(rest.getBody()->getTerminator());
    linear.computeElement(rest.getInductionVar());
  }
  kernel.launch(h.ceilDiv(h.product(map.sizes), perBlock));
}

/// Returns whether all rows of `operand` along the innermost loop start at a
/// multiple of `width` elements, if that loop's size is one: known for a
/// contiguous buffer and for static strides.
static bool hasAlignedRows(const MapOperand &operand, int64_t width) {
  auto type = cast<MemRefType>(operand.buffer.getType());
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() ||
      strides.back() != 1 || ShapedType::isDynamic(offset) || offset % width)
    return false;
  return llvm::all_of(ArrayRef(strides).drop_back(), [&](int64_t stride) {
    return !ShapedType::isDynamic(stride) && stride % width == 0;
  });
}

void mlir::zyn::lowerMapLinear(IndexBuilder &h, MapKernels &map) {
  int64_t width = map.width;
  unsigned innermost = map.innermost();
  if (llvm::all_of(map.operands, [](const MapOperand &operand) {
        return operand.isLinear || operand.dims.empty();
      }))
    return emitLinear(h, map, width, /*areRowsAligned=*/false);

  // Vectors along the rows of all operands; without them, single elements,
  // unless the large operands have no rows.
  bool canAlign = true, areLargeLinear = true;
  for (auto [i, operand] : llvm::enumerate(map.operands)) {
    bool isAlongRows =
        !operand.dims.empty() && operand.dims.back() == innermost;
    if (isAlongRows)
      canAlign &= operand.isLinear || hasAlignedRows(operand, width);
    canAlign &= isAlongRows || i < map.numInputs;
    areLargeLinear &=
        operand.isLinear ||
        (i < map.numInputs && operand.dims.size() < map.sizes.size());
  }
  auto emitUnaligned = [&](IndexBuilder &builder) {
    emitLinear(builder, map, areLargeLinear ? width : 1,
               /*areRowsAligned=*/false);
  };
  if (!canAlign || width == 1)
    return emitUnaligned(h);
  // Half vectors need less arithmetic than vectors across the ends of rows.
  if (std::optional<int64_t> known = getConstantIntValue(map.sizes[innermost]))
    if (int64_t divisor = std::gcd(*known, width); divisor >= width / 2)
      return emitLinear(h, map, divisor, /*areRowsAligned=*/true);
  Value isAligned = h.equal(h.rem(map.sizes[innermost], width), h.constant(0));
  buildBranches(
      h, isAligned,
      [&](IndexBuilder &builder) {
        emitLinear(builder, map, width, /*areRowsAligned=*/true);
      },
      emitUnaligned);
}
