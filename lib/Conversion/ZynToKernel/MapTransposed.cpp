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
// are shorter than a warp are then next to each other in memory. Loads are
// clamped to the array, not conditional, so that they are all in flight.
//
//===----------------------------------------------------------------------===//

#include "MapKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

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

namespace {

/// The loops of a tile, and its size along them.
struct TransposedTile {
  unsigned x, y;
  int64_t sizeX, sizeY;

  /// The tile in shared memory: its rows are along the longer side, with a
  /// padding such that neither a warp's accesses along Y nor those along X have
  /// bank conflicts.
  SmallVector<int64_t> getShape() const {
    int64_t rows = std::min(sizeX, sizeY);
    return {rows, std::max(sizeX, sizeY) +
                      std::max<int64_t>(limits::sharedBanks / rows, 1)};
  }
  SmallVector<Value> getIndices(Value x, Value y) const {
    return sizeX > sizeY ? SmallVector<Value>{y, x} : SmallVector<Value>{x, y};
  }
};

} // namespace

/// Whether tiles of input `i` are copied to shared memory.
static bool isStaged(const MapKernels &map, const TransposedTile &tile,
                     unsigned i) {
  return isTransposed(map, i) && map.operands[i].dims.back() == tile.y;
}

static void stateHints(MapKernels &map, const TransposedTile &tile) {
  int64_t threads = map.schedule.tileThreads;
  map.hints.state(KernelHint::Workgroup, threads,
                  "the size of a tile is a power of two, and whole warps "
                  "access it");
  map.hints.state(KernelHint::VectorWidth, 1,
                  "the elements of a tile are accessed one by one");
  map.hints.state(KernelHint::UnrollFactor, tile.sizeX * tile.sizeY / threads,
                  "the size of a tile is a power of two, within the limits of "
                  "shared memory and registers");
  map.hints.state(KernelHint::AsyncCopy, false, "tiles go through registers");
  for (unsigned i = 0; i < map.operands.size(); ++i)
    map.stateCoalescing(i, isStaged(map, tile, i) ? tile.y : tile.x);
}

static void emitTransposed(IndexBuilder &h, MapKernels &map,
                           const TransposedTile &tile) {
  int64_t threads = map.schedule.tileThreads;
  int64_t perThread = tile.sizeX * tile.sizeY / threads;
  unsigned numOperands = map.operands.size();
  stateHints(map, tile);
  KernelBuilder kernel = map.startKernel(h, {threads, 1, 1}, map.sizes);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> buffers = kernel.arguments(0, numOperands);
  SmallVector<Value> sizes = kernel.importSizes(numOperands, map.sizes);

  // The first element of the block's tile.
  SmallVector<Value> counts = sizes;
  counts[tile.x] = b.ceilDiv(sizes[tile.x], tile.sizeX);
  counts[tile.y] = b.ceilDiv(sizes[tile.y], tile.sizeY);
  SmallVector<Value> origin = b.delinearize(b.blockId(), counts);
  origin[tile.x] = b.mul(origin[tile.x], tile.sizeX);
  origin[tile.y] = b.mul(origin[tile.y], tile.sizeY);

  Value thread = b.threadId(kernel::Dimension::x);
  Value lastX = b.sub(sizes[tile.x], b.constant(1));
  Value lastY = b.sub(sizes[tile.y], b.constant(1));
  /// Returns the x and y in the tile of the thread's element `k`, if
  /// neighboring threads have neighboring elements along `inner`.
  auto getPosition = [&](int64_t k, bool isAlongX) -> std::pair<Value, Value> {
    int64_t extent = isAlongX ? tile.sizeX : tile.sizeY;
    Value inner, outer;
    if (extent <= threads) {
      inner = b.rem(thread, extent);
      outer = b.add(b.div(thread, extent), k * (threads / extent));
    } else {
      inner = b.add(thread, k * threads % extent);
      outer = b.constant(k * threads / extent);
    }
    return isAlongX ? std::pair(inner, outer) : std::pair(outer, inner);
  };
  auto getIndices = [&](Value x, Value y) {
    SmallVector<Value> indices = origin;
    indices[tile.x] = b.add(origin[tile.x], x);
    indices[tile.y] = b.add(origin[tile.y], y);
    return indices;
  };
  auto clamp = [&](SmallVector<Value> indices) {
    indices[tile.x] = b.min(indices[tile.x], lastX);
    indices[tile.y] = b.min(indices[tile.y], lastY);
    return indices;
  };

  // Load everything before the first use.
  SmallVector<Value> shared(map.numInputs);
  SmallVector<SmallVector<Value>> loaded(map.numInputs);
  auto loadLinear = [&](const MapOperand &operand, Value buffer,
                        ArrayRef<Value> indices) {
    if (!operand.isLinear)
      return b.load(buffer, operand.project(indices));
    Value linear = indices[0];
    for (size_t dim = 1; dim < indices.size(); ++dim)
      linear = b.add(b.mul(linear, sizes[dim]), indices[dim]);
    return b.load(buffer, linear);
  };
  for (unsigned i = 0; i < map.numInputs; ++i) {
    bool staged = isStaged(map, tile, i);
    Type element = cast<MemRefType>(buffers[i].getType()).getElementType();
    if (staged)
      shared[i] = kernel.shared(tile.getShape(), element);
    for (int64_t k = 0; k < perThread; ++k) {
      auto [x, y] = getPosition(k, /*isAlongX=*/!staged);
      loaded[i].push_back(
          loadLinear(map.operands[i], buffers[i], clamp(getIndices(x, y))));
    }
  }
  for (unsigned i = 0; i < map.numInputs; ++i)
    if (shared[i])
      for (int64_t k = 0; k < perThread; ++k) {
        auto [x, y] = getPosition(k, /*isAlongX=*/false);
        b.store(loaded[i][k], shared[i], tile.getIndices(x, y));
      }
  kernel::BarrierOp::create(b);

  for (int64_t k = 0; k < perThread; ++k) {
    auto [x, y] = getPosition(k, /*isAlongX=*/true);
    SmallVector<Value> indices = getIndices(x, y);
    Value exists = b.land(b.less(indices[tile.x], sizes[tile.x]),
                          b.less(indices[tile.y], sizes[tile.y]));
    auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    SmallVector<Value> elements;
    for (unsigned i = 0; i < map.numInputs; ++i)
      elements.push_back(shared[i] ? b.load(shared[i], tile.getIndices(x, y))
                                   : loaded[i][k]);
    SmallVector<Value> results =
        b.cloneBody(*map.op.getBlock(), elements, indices);
    for (unsigned i = 0; i < map.numInits; ++i) {
      const MapOperand &operand = map.operands[map.numInputs + i];
      Value buffer = buffers[map.numInputs + i];
      if (!operand.isLinear) {
        b.store(results[i], buffer, operand.project(indices));
        continue;
      }
      Value linear = indices[0];
      for (size_t dim = 1; dim < indices.size(); ++dim)
        linear = b.add(b.mul(linear, sizes[dim]), indices[dim]);
      b.store(results[i], buffer, linear);
    }
  }

  SmallVector<Value> blocks = map.sizes;
  blocks[tile.x] = h.ceilDiv(blocks[tile.x], tile.sizeX);
  blocks[tile.y] = h.ceilDiv(blocks[tile.y], tile.sizeY);
  kernel.launch(h.product(blocks));
}

/// Returns the number of elements of a tile: a power of two.
static int64_t getTileElements(MapKernels &map, const TransposedTile &tile) {
  int64_t bytes = 0;
  for (unsigned i = 0; i < map.numInputs; ++i)
    if (isStaged(map, tile, i))
      bytes += map.elementBytes(i);
  const MapSchedule &schedule = map.schedule;
  // What is in flight has to fit into registers.
  int64_t elements =
      std::min(schedule.tileElements,
               schedule.maxTileLoads * schedule.tileThreads / map.numInputs);
  elements = std::min(elements, schedule.maxTileBytes / bytes);
  int64_t bodyOps = map.op.getBlock()->getOperations().size();
  elements =
      std::min(elements, schedule.maxBodyOps / bodyOps * schedule.tileThreads);
  return std::max<int64_t>(llvm::bit_floor<uint64_t>(elements),
                           schedule.tileThreads);
}

void mlir::zyn::lowerMapTransposed(IndexBuilder &h, MapKernels &map) {
  const MapSchedule &schedule = map.schedule;
  TransposedTile tile;
  tile.x = map.innermost();
  for (unsigned i = map.numInputs; i-- > 0;)
    if (isTransposed(map, i))
      tile.y = map.operands[i].dims.back();
  int64_t elements = getTileElements(map, tile);
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
  Value isSmall =
      h.less(h.mul(sizeX, sizeY), h.constant(schedule.minTransposedElements));
  buildBranches(
      h, isSmall, [&](IndexBuilder &builder) { lowerMapLinear(builder, map); },
      [&](IndexBuilder &outer) {
        buildBranches(outer, isThin(sizeX), emit(getThin(sizeX)),
                      [&](IndexBuilder &inner) {
                        buildBranches(inner, isThin(sizeY),
                                      emit(elements / getThin(sizeY)),
                                      emit(square));
                      });
      });
}
