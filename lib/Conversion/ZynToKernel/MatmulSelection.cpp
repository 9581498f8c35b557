//===- MatmulSelection.cpp - Selects tiles of matmuls ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the clock cycles of a matmul with each tile of a table and selects
// the tile with the lowest estimate. The estimate is built as host code, which
// folds to a constant for known sizes, so that both use the same formula. It is
// that of DeepGEMM (csrc/jit_kernels/heuristics/sm90.hpp), plus the costs of
// starting a tile and of splitting K; docs/performance.md explains it.
//
//===----------------------------------------------------------------------===//

#include "CombinePartialSums.h"
#include "FusedOperand.h"
#include "MatmulOperands.h"
#include "MatmulResult.h"
#include "MergedProducts.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::MatmulTile;
using ::zyn::schedule::MatmulUnit;

static int64_t getBytes(Value memref) {
  return kernel::getElementBytes(getElementTypeOrSelf(memref));
}

/// Returns the bytes that are read for an element of an operand: those of an
/// input of the map that computes it, if there is one.
static int64_t getReadBytes(const AlignedOperand &operand) {
  if (MapOp producer = operand.producer)
    if (std::optional<unsigned> input = findStagedInput(producer))
      return getBytes(producer.getInputs()[*input]);
  return kernel::getElementBytes(operand.getElement());
}

namespace {

/// A tile of the table and what the model estimates for it.
struct Candidate {
  const MatmulTile *entry; ///< of the table
  MatmulTile tile;
  MatmulSplit split;
  Value numTiles, numWork, cycles;
};

struct Selection {
  const MatmulEmitter &emitter;
  const AlignedMatmul &matmul;
  ProductOpInterface op;
  IndexBuilder &h;
  Value m, n, k, batch;
  /// The greatest values that M and N may have, if known.
  std::optional<int64_t> maxM, maxN;
  Value operandBytes; ///< of A and B in memory
  /// Products that a launch computes at the same time.
  int64_t numProducts;

  Selection(const MatmulEmitter &emitter, const AlignedMatmul &matmul,
            IndexBuilder &h)
      : emitter(emitter), matmul(matmul), op(matmul.op), h(h),
        k(matmul.lhs.getK(h)), numProducts(getMergedProducts(matmul.op)) {
    SmallVector<Value> sizes = h.sizes(matmul.result);
    n = sizes.pop_back_val();
    m = sizes.pop_back_val();
    batch = h.product(sizes);
    // The rows of windows are the pixels of images.
    unsigned numBatches = sizes.size();
    auto getBound = [&](Value size, unsigned loop) {
      std::optional<int64_t> known = getConstantIntValue(size);
      return known || matmul.lhs.windows
                 ? known
                 : getMaxSize(cast<ComputeOpInterface>(*op), loop);
    };
    maxM = getBound(m, numBatches);
    maxN = getBound(n, numBatches + 1);
    // Windows overlap.
    Value lhsElements = matmul.lhs.windows
                            ? h.product(h.sizes(matmul.lhs.buffer))
                            : h.mul(h.mul(m, k), batch),
          rhsElements = h.mul(h.mul(n, k), batch);
    operandBytes = h.add(h.mul(lhsElements, getReadBytes(matmul.lhs)),
                         h.mul(rhsElements, getReadBytes(matmul.rhs)));
  }

  Value max(Value a, int64_t b) { return h.max(a, h.constant(b)); }
  Value min(Value a, int64_t b) { return h.min(a, h.constant(b)); }

  int64_t getComputeCycles(const AlignedOperand &operand, int64_t number);
  Candidate estimate(const MatmulTile &tile);
  uint64_t getPaddedElements(const MatmulTile &tile);
  /// Returns the tiles of the emitter.
  SmallVector<Candidate> estimateAll();
  /// Returns those whose kernels may be needed: one if all sizes are known.
  SmallVector<Candidate> select();
};

} // namespace

/// Returns the cycles in which a block computes elements of an operand from
/// those that it has staged.
int64_t Selection::getComputeCycles(const AlignedOperand &operand,
                                    int64_t number) {
  // To load an element, store it, and convert it.
  constexpr int64_t otherOps = 4;
  MapOp producer = operand.producer;
  if (!producer || emitter.getKind() == MatmulUnit::Lanes)
    return 0;
  int64_t numOps = producer.getBlock()->getOperations().size() + otherOps;
  return number * numOps / emitter.target.threadMultiplications;
}

Candidate Selection::estimate(const MatmulTile &tile) {
  // The fewest stages that a part of a split K has, the most parts, the cycles
  // from the start of a tile to its first matmul, and those of another launch.
  constexpr int64_t minSteps = 8, maxSplits = 128, startCycles = 1500,
                    launchCycles = 7000;
  const GPUTarget &target = emitter.target;
  int64_t elementBytes = getBytes(op.getLhs());
  Value rows = tile.isTransposed ? n : m, columns = tile.isTransposed ? m : n;
  Candidate result;
  result.entry = &tile;
  result.tile = tile;
  result.numTiles =
      h.mul(h.mul(h.ceilDiv(rows, tile.rows), h.ceilDiv(columns, tile.columns)),
            batch);
  int64_t depth = tile.depthBytes / elementBytes;
  Value steps = h.ceilDiv(k, depth);
  MatmulSplit &split = result.split;
  split = {h.constant(1), h.constant(0)};
  if (tile.isSplit) {
    // Each multiprocessor computes as many whole tiles; K is divided for the
    // rest.
    Value blocks = h.constant(std::max<int64_t>(
        target.multiprocessors * tile.residentBlocks / numProducts, 1));
    if (emitter.computesWholeTiles())
      split.numWhole = h.mul(h.div(result.numTiles, blocks), blocks);
    Value rest = max(h.sub(result.numTiles, split.numWhole), 1);
    split.numSplits = max(
        h.min(min(h.div(blocks, rest), maxSplits), h.div(steps, minSteps)), 1);
    result.tile.isSplit = getConstantIntValue(split.numSplits) != 1;
  }
  Value numDivided = h.sub(result.numTiles, split.numWhole);
  Value numParts = h.mul(numDivided, split.numSplits);
  result.numWork = h.add(split.numWhole, numParts);
  Value wholeWaves =
      h.ceilDiv(h.mul(split.numWhole, numProducts), target.multiprocessors);
  Value waves = h.add(wholeWaves, h.ceilDiv(h.mul(numParts, numProducts),
                                            target.multiprocessors));
  // Without other resident blocks, a block does not reach the highest rate;
  // with them, they compute while it starts.
  Value busyWaves = max(waves, (tile.residentBlocks + 2) / 2);
  Value startWaves = h.ceilDiv(waves, tile.residentBlocks);

  // A stage takes as long as the units, or L2, need for it; blocks that run
  // at the same time share L2.
  int64_t stageBytes = tile.getStageBytes();
  int64_t rate = emitter.getMultiplications(matmul.lhs.getElement()) *
                 elementBytes * tile.efficiency;
  int64_t unitCycles = tile.rows * tile.columns * tile.depthBytes * 100 / rate;
  unitCycles += getComputeCycles(matmul.lhs, tile.rows * depth) +
                getComputeCycles(matmul.rhs, tile.columns * depth);
  Value active =
      min(h.mul(result.numWork, numProducts), target.multiprocessors);
  Value sharedCycles =
      h.div(h.mul(active, stageBytes), h.constant(target.l2Bytes));
  Value stepCycles =
      max(sharedCycles,
          std::max(unitCycles, stageBytes / target.l2BytesPerMultiprocessor));
  int64_t elementResultBytes =
      matmul.reducedRows.isStored() ? getBytes(op.getInit()) : 0;
  int64_t resultBytes = result.tile.isSplit
                            ? kernel::getElementBytes(op.getAccumulatorType())
                            : elementResultBytes;
  int64_t storeCycles =
      tile.rows * tile.columns * resultBytes / target.l2BytesPerMultiprocessor;
  Value stepsPerPart = h.ceilDiv(steps, split.numSplits);
  Value busySteps = h.add(h.mul(busyWaves, stepsPerPart),
                          h.mul(wholeWaves, h.sub(steps, stepsPerPart)));
  Value cycles =
      h.add(h.mul(busySteps, stepCycles),
            h.add(h.mul(startWaves, startCycles), h.mul(waves, storeCycles)));

  // Operands are read, and the result is written, at least once.
  Value numResults = h.mul(h.mul(m, n), batch);
  Value bytes = h.mul(
      h.add(operandBytes, h.mul(numResults, elementResultBytes)), numProducts);
  Value memoryBytes =
      max(min(h.mul(active, target.memoryBytesPerMultiprocessor),
              target.memoryBytes),
          1);
  // Copies and matmuls overlap, but not completely.
  Value memoryCycles = h.add(h.div(bytes, memoryBytes), startCycles);
  cycles =
      h.add(h.max(cycles, memoryCycles), h.div(h.min(cycles, memoryCycles), 4));
  if (result.tile.isSplit) {
    // The sums are written and read again, at half of the rate of memory.
    Value sumBytes = h.mul(numParts, 2 * 2 * tile.rows * tile.columns *
                                         resultBytes * numProducts);
    cycles =
        h.add(h.add(cycles, h.div(sumBytes, h.constant(target.memoryBytes))),
              launchCycles);
  }
  result.cycles = cycles;
  return result;
}

/// Returns the number of elements of whole tiles along the sizes that are known
/// or have an upper bound. If sizes up to the bound may be multiples of the
/// tile's, no element is idle.
uint64_t Selection::getPaddedElements(const MatmulTile &tile) {
  auto pad = [](Value size, std::optional<int64_t> max, int64_t tileSize) {
    if (!max)
      return uint64_t(1);
    if (!getConstantIntValue(size))
      return static_cast<uint64_t>(std::max(*max, tileSize));
    return llvm::SaturatingMultiply(
        llvm::divideCeil(std::max<int64_t>(*max, 1), tileSize),
        static_cast<uint64_t>(tileSize));
  };
  return llvm::SaturatingMultiply(
      pad(m, maxM, tile.isTransposed ? tile.columns : tile.rows),
      pad(n, maxN, tile.isTransposed ? tile.rows : tile.columns));
}

SmallVector<Candidate> Selection::estimateAll() {
  SmallVector<Candidate> result;
  for (const MatmulTile &tile :
       ::zyn::schedule::getMatmulTiles(emitter.getKind()))
    if (emitter.hasRegisters(matmul, tile))
      result.push_back(estimate(tile));
  if (matmul.reducedRows.reduction)
    llvm::erase_if(result, [&](const Candidate &candidate) {
      return candidate.tile.isSplit ||
             !emitter.reducesRows(matmul, candidate.tile);
    });
  return result;
}

static bool areKnown(ArrayRef<Candidate> candidates) {
  return llvm::all_of(candidates, [](const Candidate &candidate) {
    return getConstantIntValue(candidate.cycles).has_value();
  });
}

/// Compares candidates with known estimates.
static bool isFaster(const Candidate &a, const Candidate &b) {
  return *getConstantIntValue(a.cycles) < *getConstantIntValue(b.cycles);
}

SmallVector<Candidate> Selection::select() {
  SmallVector<Candidate> result = estimateAll();
  if (areKnown(result))
    return {*llvm::min_element(result, isFaster)};
  // Every kernel that may be needed has to be compiled.
  llvm::erase_if(result, [](const Candidate &candidate) {
    return !candidate.tile.isForUnknownSizes;
  });
  uint64_t fewest = UINT64_MAX;
  for (const Candidate &candidate : result)
    fewest = std::min(fewest, getPaddedElements(candidate.tile));
  SmallVector<Candidate> needed;
  for (const Candidate &candidate : result) {
    // Known sizes may leave a third or more of a tile idle.
    uint64_t idle = getPaddedElements(candidate.tile) - fewest;
    bool isWasteful = idle >= llvm::divideCeil(fewest, 2);
    bool isDuplicate = llvm::any_of(needed, [&](const Candidate &other) {
      return candidate.tile.hasSameKernel(other.tile);
    });
    if (!isWasteful && !isDuplicate)
      needed.push_back(candidate);
  }
  return needed;
}

/// Emits the kernels of a candidate.
static void emit(const MatmulEmitter &emitter, IndexBuilder &h,
                 AlignedMatmul matmul, const Candidate &candidate) {
  ProductOpInterface op = matmul.op;
  const MatmulTile &tile = candidate.tile;
  const MatmulSplit &split = candidate.split;
  if (!tile.isSplit)
    return emitter.emit(h, matmul, tile, split);
  Value numDivided = h.sub(candidate.numTiles, split.numWhole);
  Value rows = h.mul(numDivided, tile.isTransposed ? tile.columns : tile.rows);
  Value columns = h.constant(tile.isTransposed ? tile.rows : tile.columns);
  PaddedBuffer sums(h, op.getAccumulatorType(),
                    {split.numSplits, rows, columns});
  matmul.sums = sums.getView(h);
  emitter.emit(h, matmul, tile, split);
  emitCombinePartialSums(emitter.kernels, h, matmul, tile, split);
  memref::DeallocOp::create(h, sums.allocation);
}

static std::string describe(const MatmulEmitter &emitter, ProductOpInterface op,
                            const Candidate &candidate) {
  const MatmulTile &tile = candidate.tile;
  std::string text =
      llvm::formatv("tiles of {0}x{1}x{2}{3}", tile.rows, tile.columns,
                    tile.depthBytes / getBytes(op.getLhs()),
                    tile.isTransposed ? " of the transposed result" : "");
  if (int64_t stages = emitter.getStages(op, tile))
    text += llvm::formatv(" in {0} stages", stages);
  if (!tile.isSplit)
    return text;
  auto [numSplits, numWhole] = candidate.split;
  std::string which;
  if (getConstantIntValue(numWhole) != 0)
    which = " of the last tiles";
  if (std::optional<int64_t> splits = getConstantIntValue(numSplits))
    return text +
           llvm::formatv(", with K{0} split into {1} parts", which, *splits)
               .str();
  return text + ", with K" + which + " split";
}

static remark::RemarkOpts scheduleRemark() {
  return remark::RemarkOpts::name("MatmulSchedule").category("schedule");
}

std::optional<int64_t> mlir::zyn::estimateCycles(const MatmulEmitter &emitter,
                                                 IndexBuilder &h,
                                                 const AlignedMatmul &matmul,
                                                 const MatmulTile *tile) {
  SmallVector<Candidate> candidates =
      Selection(emitter, matmul, h).estimateAll();
  if (tile)
    llvm::erase_if(candidates, [&](const Candidate &candidate) {
      return candidate.entry != tile;
    });
  if (candidates.empty() || !areKnown(candidates))
    return std::nullopt;
  return getConstantIntValue(llvm::min_element(candidates, isFaster)->cycles);
}

void mlir::zyn::emitKernels(const MatmulEmitter &emitter, IndexBuilder &h,
                            const AlignedMatmul &matmul,
                            const MatmulTile *tile) {
  ProductOpInterface op = matmul.op;
  Location loc = op.getLoc();
  Selection selection(emitter, matmul, h);
  if (tile) {
    Candidate given = selection.estimate(*tile);
    if (op->hasAttr(kTileAttrName))
      remark::passed(loc, scheduleRemark()) << remark::reason(
          "{0}: zyn.tile names them", describe(emitter, op, given));
    return emit(emitter, h, matmul, given);
  }
  SmallVector<Candidate> candidates = selection.select();
  if (candidates.size() == 1) {
    const Candidate &best = candidates.front();
    std::string estimate = "it is the only one for the known sizes and bounds";
    if (std::optional<int64_t> cycles = getConstantIntValue(best.cycles))
      estimate = llvm::formatv(
          "{0} tiles{1} on {2} multiprocessors, about {3} cycles",
          *getConstantIntValue(best.numWork),
          selection.numProducts == 1
              ? ""
              : llvm::formatv(" of each of {0} products", selection.numProducts)
                    .str(),
          emitter.target.multiprocessors, *cycles);
    remark::passed(loc, scheduleRemark())
        << remark::reason("{0}: {1}", describe(emitter, op, best), estimate);
    return emit(emitter, h, matmul, best);
  }
  std::string bounds;
  for (auto [name, size, max] : {std::tuple("M", selection.m, selection.maxM),
                                 std::tuple("N", selection.n, selection.maxN)})
    if (max && !getConstantIntValue(size))
      bounds += llvm::formatv(", where {0} is at most {1}", name, *max);
  std::string list;
  for (const Candidate &candidate : candidates)
    list += (list.empty() ? "" : "; ") + describe(emitter, op, candidate);
  remark::passed(loc, scheduleRemark()) << remark::reason(
      "selects one of {0} kernels at run time, by the sizes{1}: {2}",
      candidates.size(), bounds, list);

  Value best = h.constant(0), bestCycles = candidates[0].cycles;
  for (size_t i = 1; i < candidates.size(); ++i) {
    Value isBetter = h.less(candidates[i].cycles, bestCycles);
    best = h.createOrFold<arith::SelectOp>(isBetter, h.constant(i), best);
    bestCycles = h.min(candidates[i].cycles, bestCycles);
  }
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(1, candidates.size()));
  auto choice =
      scf::IndexSwitchOp::create(h, TypeRange(), best, cases, cases.size());
  auto fill = [&](Region &region, const Candidate &candidate) {
    OpBuilder::InsertionGuard guard(h);
    h.createBlock(&region);
    emit(emitter, h, matmul, candidate);
    scf::YieldOp::create(h);
  };
  fill(choice.getDefaultRegion(), candidates[0]);
  for (int64_t i : cases)
    fill(choice.getCaseRegions()[i - 1], candidates[i]);
}

void mlir::zyn::lowerMatmul(const MatmulEmitter &emitter, OpBuilder &host,
                            MatmulOp op, const MatmulTile *tile) {
  IndexBuilder h(op.getLoc(), host);
  MatmulOperands operands(h, emitter, op);
  lowerAligned(emitter, h, operands.get(), tile);
  operands.finish(h);
}

SmallVector<const MatmulTile *>
mlir::zyn::rankTiles(const MatmulEmitter &emitter, OpBuilder &host,
                     MatmulOp op) {
  IndexBuilder h(op.getLoc(), host);
  MatmulOperands operands(h, emitter, op);
  AlignedMatmul matmul = operands.get();
  SmallVector<Candidate> candidates =
      Selection(emitter, matmul, h).estimateAll();
  if (!areKnown(candidates))
    return {};
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(candidates.size()));
  // Of several with the same estimate, the first one is selected.
  llvm::sort(order, [&](size_t i, size_t j) {
    const Candidate &a = candidates[i], &b = candidates[j];
    return isFaster(a, b) || (!isFaster(b, a) && i < j);
  });
  SmallVector<const MatmulTile *> tiles;
  SmallVector<MatmulTile> kernels;
  for (size_t i : order) {
    // One that does not split a short K may have the kernel of another one.
    const MatmulTile &kernel = candidates[i].tile;
    if (llvm::any_of(kernels, [&](const MatmulTile &other) {
          return kernel.hasSameKernel(other);
        }))
      continue;
    kernels.push_back(kernel);
    tiles.push_back(candidates[i].entry);
  }
  return tiles;
}
