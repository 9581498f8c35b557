//===- MapTransposed.cpp - Maps with transposed inputs --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// X is the innermost loop, Y that of the innermost dimension of the transposed
// inputs. A block loads a tile of each of these along Y and stores the results
// along X. Tiles are thin if X or Y is, so that threads are not idle; rows that
// are shorter than a warp are then next to each other in memory. Loads of tiles
// at an edge are clamped to the array, not conditional, so that they are all in
// flight.
//
//===----------------------------------------------------------------------===//

#include "MapKernel.h"
#include "TransposedTile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether the elements of input `i` along the innermost loop are not neighbors
/// in memory, but others are.
static bool isTransposed(const MapKernels &map, unsigned i) {
  const MapOperand &operand = map.operands[i];
  return operand.dependsOn(map.innermost()) &&
         operand.dims.back() != map.innermost();
}

bool mlir::zyn::hasTransposedInput(const MapKernels &map) {
  return llvm::any_of(llvm::seq(map.numInputs),
                      [&](unsigned i) { return isTransposed(map, i); });
}

/// Whether tiles of input `i` are copied to shared memory.
static bool isStaged(const MapKernels &map, const TransposedTile &tile,
                     unsigned i) {
  return isTransposed(map, i) && map.operands[i].dims.back() == tile.y;
}

/// Whether the elements of operand `i` along X are neighbors in memory.
static bool isAlongX(const MapKernels &map, const TransposedTile &tile,
                     unsigned i) {
  const MapOperand &operand = map.operands[i];
  return !operand.dims.empty() && operand.dims.back() == tile.x;
}

namespace {

/// Builds the kernel of a map for one tile.
struct TransposedMap {
  MapKernels &map;
  TransposedTile tile;
  IndexBuilder &b;
  SmallVector<Value> buffers, sizes;
  /// The tiles in shared memory; null for inputs without.
  SmallVector<Value> shared;
  Value thread;
  /// The indices of the first element of the tile.
  SmallVector<Value> origin;

  Value load(unsigned operand, ArrayRef<Value> indices, int64_t width);
  void store(unsigned operand, ArrayRef<Value> indices, Value value);
  SmallVector<Value> getIndices(Value x, Value y);
  SmallVector<Value> clamp(SmallVector<Value> indices, unsigned vectorLoop);
  SmallVector<Value> getElementIndices(unsigned operand,
                                       ArrayRef<Value> indices);

  SmallVector<Value> loadSquares(unsigned input, bool isWhole);
  void storeSquares(unsigned input, ArrayRef<Value> rows);
  Value loadAlongX(unsigned input, Value vectorX, Value y, bool isWhole);
  void compute(Value vectorX, Value y, ArrayRef<Value> inputs);
  void emitTile(bool isWhole);
};

} // namespace

/// Returns the indices in the operand's buffer of the element at `indices` of
/// the iteration space.
SmallVector<Value> TransposedMap::getElementIndices(unsigned operand,
                                                    ArrayRef<Value> indices) {
  if (!map.operands[operand].isLinear)
    return map.operands[operand].project(indices);
  Value linear = indices[0];
  for (size_t dim = 1; dim < indices.size(); ++dim)
    linear = b.add(b.mul(linear, sizes[dim]), indices[dim]);
  return {linear};
}

Value TransposedMap::load(unsigned operand, ArrayRef<Value> indices,
                          int64_t width) {
  return b.load(buffers[operand], getElementIndices(operand, indices), width);
}

void TransposedMap::store(unsigned operand, ArrayRef<Value> indices,
                          Value value) {
  b.store(value, buffers[operand], getElementIndices(operand, indices));
}

/// Returns the indices of the element at `x` and `y` of the tile.
SmallVector<Value> TransposedMap::getIndices(Value x, Value y) {
  SmallVector<Value> indices = origin;
  indices[tile.x] = b.add(origin[tile.x], x);
  indices[tile.y] = b.add(origin[tile.y], y);
  return indices;
}

/// Returns the indices of the last vector along the loop `vectorLoop` if it is
/// before `indices`. The size of that loop is a multiple of the width.
SmallVector<Value> TransposedMap::clamp(SmallVector<Value> indices,
                                        unsigned vectorLoop) {
  for (unsigned loop : {tile.x, tile.y}) {
    Value last =
        b.sub(sizes[loop], b.constant(loop == vectorLoop ? tile.width : 1));
    indices[loop] = b.min(indices[loop], last);
  }
  return indices;
}

/// Loads the rows of the thread's squares of a transposed input.
SmallVector<Value> TransposedMap::loadSquares(unsigned input, bool isWhole) {
  SmallVector<Value> rows;
  for (int64_t k = 0; k < tile.squaresPerThread(); ++k) {
    auto [vectorY, vectorX] = tile.getItem(b, thread, k, tile.vectorsY());
    Value y = b.mul(vectorY, tile.width);
    for (int64_t row = 0; row < tile.width; ++row) {
      Value x = b.add(b.mul(vectorX, tile.width), row);
      SmallVector<Value> indices = getIndices(x, y);
      if (!isWhole)
        indices = clamp(indices, tile.y);
      rows.push_back(load(input, indices, tile.width));
    }
  }
  return rows;
}

/// Transposes squares and stores them to shared memory.
void TransposedMap::storeSquares(unsigned input, ArrayRef<Value> rows) {
  int64_t width = tile.width, bytes = map.elementBytes(input);
  for (int64_t k = 0; k < tile.squaresPerThread(); ++k) {
    auto [vectorY, vectorX] = tile.getItem(b, thread, k, tile.vectorsY());
    ArrayRef<Value> square = rows.slice(k * width, width);
    for (int64_t column = 0; column < width; ++column) {
      Value vector = square[0];
      if (width > 1)
        vector = vector::FromElementsOp::create(
            b, cast<VectorType>(vector.getType()),
            llvm::map_to_vector(square, [&](Value row) -> Value {
              return vector::ExtractOp::create(b, row, column);
            }));
      b.store(vector, shared[input],
              tile.getSharedIndices(b, bytes, vectorX, vectorY,
                                    b.constant(column)));
    }
  }
}

/// Loads what the vector at `vectorX` and `y` needs of an input that is not
/// staged: a vector, or one scalar for all lanes.
Value TransposedMap::loadAlongX(unsigned input, Value vectorX, Value y,
                                bool isWhole) {
  SmallVector<Value> indices = getIndices(b.mul(vectorX, tile.width), y);
  if (!isWhole)
    indices = clamp(indices, tile.x);
  if (isAlongX(map, tile, input))
    return load(input, indices, tile.width);
  if (tile.width == 1 || !map.operands[input].dependsOn(tile.x))
    return load(input, indices, 1);
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < tile.width; ++lane) {
    SmallVector<Value> next = indices;
    next[tile.x] = b.add(indices[tile.x], lane);
    elements.push_back(load(input, next, 1));
  }
  return vector::FromElementsOp::create(
      b, VectorType::get(tile.width, elements[0].getType()), elements);
}

/// Computes and stores the vector of each destination at `vectorX` and `y`.
void TransposedMap::compute(Value vectorX, Value y, ArrayRef<Value> inputs) {
  SmallVector<Value> indices = getIndices(b.mul(vectorX, tile.width), y);
  SmallVector<SmallVector<Value>> results(map.numInits);
  for (int64_t lane = 0; lane < tile.width; ++lane) {
    SmallVector<Value> elements = llvm::map_to_vector(inputs, [&](Value input) {
      return isa<VectorType>(input.getType())
                 ? Value(vector::ExtractOp::create(b, input, lane))
                 : input;
    });
    SmallVector<Value> laneIndices = indices;
    laneIndices[tile.x] = b.add(indices[tile.x], lane);
    for (auto [i, value] : llvm::enumerate(
             b.cloneBody(*map.op.getBlock(), elements, laneIndices)))
      results[i].push_back(value);
  }
  for (unsigned i = 0; i < map.numInits; ++i) {
    Value value = results[i][0];
    if (tile.width > 1)
      value = vector::FromElementsOp::create(
          b, VectorType::get(tile.width, value.getType()), results[i]);
    store(map.numInputs + i, indices, value);
  }
}

/// A tile that is within all sizes needs no conditions.
void TransposedMap::emitTile(bool isWhole) {
  // Load everything before the first use.
  SmallVector<SmallVector<Value>> loaded(map.numInputs);
  for (unsigned i = 0; i < map.numInputs; ++i) {
    if (shared[i]) {
      loaded[i] = loadSquares(i, isWhole);
      continue;
    }
    for (int64_t k = 0; k < tile.vectorsPerThread(); ++k) {
      auto [vectorX, y] = tile.getItem(b, thread, k, tile.vectorsX());
      loaded[i].push_back(loadAlongX(i, vectorX, y, isWhole));
    }
  }
  for (unsigned i = 0; i < map.numInputs; ++i)
    if (shared[i])
      storeSquares(i, loaded[i]);
  kernel::BarrierOp::create(b);

  for (int64_t k = 0; k < tile.vectorsPerThread(); ++k) {
    auto [vectorX, y] = tile.getItem(b, thread, k, tile.vectorsX());
    auto computeVector = [&, vectorX = vectorX, y = y] {
      SmallVector<Value> inputs;
      for (unsigned i = 0; i < map.numInputs; ++i)
        inputs.push_back(
            shared[i] ? b.load(shared[i],
                               tile.getSharedIndices(
                                   b, map.elementBytes(i), vectorX,
                                   b.div(y, tile.width), b.rem(y, tile.width)),
                               tile.width)
                      : loaded[i][k]);
      compute(vectorX, y, inputs);
    };
    if (isWhole) {
      computeVector();
      continue;
    }
    SmallVector<Value> indices = getIndices(b.mul(vectorX, tile.width), y);
    b.buildIf(b.land(b.less(indices[tile.x], sizes[tile.x]),
                     b.less(indices[tile.y], sizes[tile.y])),
              computeVector);
  }
}

static void stateHints(MapKernels &map, const TransposedTile &tile) {
  map.hints.state(KernelHint::Workgroup, tile.threads,
                  "the size of a tile is a power of two, and whole warps "
                  "access it");
  map.hints.state(KernelHint::VectorWidth, tile.width,
                  "accesses of tiles have at most 8 bytes, and squares of them "
                  "divide the tile and the rows of all operands");
  map.hints.state(KernelHint::UnrollFactor,
                  tile.sizeX * tile.sizeY / tile.threads,
                  "the size of a tile is a power of two, within the limits of "
                  "shared memory and registers");
  map.hints.state(KernelHint::AsyncCopy, false, "tiles go through registers");
  for (unsigned i = 0; i < map.operands.size(); ++i)
    map.stateCoalescing(i, isStaged(map, tile, i) ? tile.y : tile.x);
}

/// Returns the numbers of tiles along the loops, the last of which are those of
/// a group of neighbors along Y. Groups come one after the other along X, so
/// that blocks that run at the same time read long parts of rows, and also
/// write such parts.
static SmallVector<Value> getGrid(IndexBuilder &b, const TransposedTile &tile,
                                  ArrayRef<Value> sizes) {
  SmallVector<Value> grid(sizes);
  grid[tile.x] = b.ceilDiv(sizes[tile.x], tile.sizeX);
  Value tiles = b.ceilDiv(sizes[tile.y], tile.sizeY);
  grid[tile.y] = b.ceilDiv(tiles, MapSchedule::maxTileGroup);
  grid.push_back(b.ceilDiv(tiles, grid[tile.y]));
  return grid;
}

/// Returns the indices of the first element of a block's tile, which may be
/// beyond the last one along Y.
static SmallVector<Value> getOrigin(IndexBuilder &b, const TransposedTile &tile,
                                    ArrayRef<Value> sizes, Value block) {
  SmallVector<Value> grid = getGrid(b, tile, sizes);
  SmallVector<Value> origin = b.delinearize(block, grid);
  Value inGroup = origin.pop_back_val();
  origin[tile.y] = b.add(b.mul(origin[tile.y], grid.back()), inGroup);
  origin[tile.x] = b.mul(origin[tile.x], tile.sizeX);
  origin[tile.y] = b.mul(origin[tile.y], tile.sizeY);
  return origin;
}

static void emitTransposed(IndexBuilder &h, MapKernels &map,
                           const TransposedTile &tile) {
  unsigned numOperands = map.operands.size();
  stateHints(map, tile);
  KernelBuilder kernel = map.startKernel(h, {tile.threads, 1, 1}, map.sizes);
  IndexBuilder &b = kernel.device();
  TransposedMap body{map,
                     tile,
                     b,
                     kernel.arguments(0, numOperands),
                     kernel.importSizes(numOperands, map.sizes),
                     {},
                     {},
                     {}};
  for (unsigned i = 0; i < map.numInputs; ++i)
    body.shared.push_back(
        isStaged(map, tile, i)
            ? kernel.shared(
                  tile.getSharedShape(map.elementBytes(i)),
                  cast<MemRefType>(body.buffers[i].getType()).getElementType())
            : Value());

  body.origin = getOrigin(b, tile, body.sizes, b.blockId());
  body.thread = b.threadId(kernel::Dimension::x);
  auto isWithin = [&](unsigned loop, int64_t size) {
    if (std::optional<int64_t> known = getConstantIntValue(body.sizes[loop])) {
      // The last group along Y may have fewer tiles than the others.
      int64_t tiles = *known / size;
      bool areGroupsEqual =
          loop != tile.y || tiles <= MapSchedule::maxTileGroup ||
          tiles % llvm::divideCeil(tiles, MapSchedule::maxTileGroup) == 0;
      if (*known % size == 0 && areGroupsEqual)
        return arith::ConstantIntOp::create(b, 1, 1).getResult();
    }
    return b.lessEqual(b.add(body.origin[loop], size), body.sizes[loop]);
  };
  b.buildIf(
      b.land(isWithin(tile.x, tile.sizeX), isWithin(tile.y, tile.sizeY)),
      [&] { body.emitTile(/*isWhole=*/true); },
      [&] { body.emitTile(/*isWhole=*/false); });

  kernel.launch(h.product(getGrid(h, tile, map.sizes)));
}

/// Returns the number of elements of a tile with accesses of `width` elements:
/// a power of two, or 0 if the tile would have to be too large.
static int64_t getTileElements(MapKernels &map, const TransposedTile &tile,
                               int64_t width) {
  const MapSchedule &schedule = map.schedule;
  int64_t threads = schedule.tileThreads, stagedBytes = 0, widest = 1;
  for (unsigned i = 0; i < map.numInputs; ++i)
    if (isStaged(map, tile, i)) {
      stagedBytes += map.elementBytes(i);
      widest = std::max(widest, map.elementBytes(i));
    }
  int64_t elements = schedule.tileElements ? schedule.tileElements
                                           : schedule.tileBytes / widest;
  // What is in flight has to fit into registers.
  elements = std::min({elements, schedule.maxTileLoads * threads * width,
                       schedule.maxLoads * threads * width / map.numInputs,
                       schedule.maxTileBytes / stagedBytes});
  int64_t bodyOps = map.op.getBlock()->getOperations().size();
  elements = std::min(elements, schedule.maxBodyOps / bodyOps * threads);
  elements = llvm::bit_floor<uint64_t>(elements);
  if (width > 1 && elements < threads * width * width)
    return 0;
  return std::max(elements, threads);
}

/// Returns the greatest width of accesses that divides the sizes along X and Y,
/// as far as they are known, and with which a tile is possible.
static int64_t getTileWidth(MapKernels &map, const TransposedTile &tile) {
  int64_t width = 1;
  while (width < map.width &&
         width * 2 * map.widestBytes() <= map.schedule.tileAccessBytes)
    width *= 2;
  for (unsigned loop : {tile.x, tile.y})
    if (std::optional<int64_t> known = getConstantIntValue(map.sizes[loop]))
      width = std::gcd(width, *known);
  auto isPossible = [&] {
    for (auto [i, operand] : llvm::enumerate(map.operands))
      if ((isAlongX(map, tile, i) ||
           (i < map.numInputs && isStaged(map, tile, i))) &&
          !operand.hasAlignedRows(width))
        return false;
    return getTileElements(map, tile, width) != 0;
  };
  while (width > 1 && !isPossible())
    width /= 2;
  return width;
}

/// Lowers to tiles with accesses of `tile.width` elements.
static void emitTiles(IndexBuilder &h, MapKernels &map, TransposedTile tile) {
  const MapSchedule &schedule = map.schedule;
  int64_t elements = getTileElements(map, tile, tile.width);
  Value sizeX = map.sizes[tile.x], sizeY = map.sizes[tile.y];
  auto emit = [&](int64_t size) {
    return [&map, tile, elements, size](IndexBuilder &builder) mutable {
      tile.sizeX = size;
      tile.sizeY = elements / size;
      emitTransposed(builder, map, tile);
    };
  };
  // Returns the size of a tile along a thin dimension.
  auto getThin = [&](Value size) {
    std::optional<int64_t> known = getConstantIntValue(size);
    return known ? int64_t(llvm::PowerOf2Ceil(std::max<int64_t>(*known, 1)))
                 : schedule.thinTile;
  };
  auto isThin = [&](Value size) {
    return h.lessEqual(size, h.constant(schedule.thinTile));
  };
  int64_t square = int64_t(1) << llvm::Log2_64(elements) / 2;
  buildBranches(h, isThin(sizeX), emit(getThin(sizeX)),
                [&](IndexBuilder &inner) {
                  buildBranches(inner, isThin(sizeY),
                                emit(elements / getThin(sizeY)), emit(square));
                });
}

void mlir::zyn::lowerMapTransposed(IndexBuilder &h, MapKernels &map) {
  const MapSchedule &schedule = map.schedule;
  TransposedTile tile;
  tile.threads = schedule.tileThreads;
  tile.x = map.innermost();
  for (unsigned i = map.numInputs; i-- > 0;)
    if (isTransposed(map, i))
      tile.y = map.operands[i].dims.back();
  int64_t width = getTileWidth(map, tile);
  Value sizeX = map.sizes[tile.x], sizeY = map.sizes[tile.y];
  auto emit = [&](int64_t tileWidth) {
    return [&map, tile, tileWidth](IndexBuilder &builder) mutable {
      tile.width = tileWidth;
      emitTiles(builder, map, tile);
    };
  };
  auto isMultiple = [&](Value size) {
    return h.equal(h.rem(size, width), h.constant(0));
  };
  Value isSmall =
      h.less(h.mul(sizeX, sizeY), h.constant(schedule.minTransposedElements));
  Value isAligned = h.land(isMultiple(sizeX), isMultiple(sizeY));
  buildBranches(
      h, isSmall, [&](IndexBuilder &builder) { lowerMapLinear(builder, map); },
      [&](IndexBuilder &builder) {
        buildBranches(builder, isAligned, emit(width), emit(1));
      });
}
