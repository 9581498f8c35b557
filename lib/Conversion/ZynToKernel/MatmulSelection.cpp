//===- MatmulSelection.cpp - Selects tiles of matmuls of warpgroups -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the clock cycles of a matmul with each tile of the table and selects
// the tile with the lowest estimate. The estimate is built as host code, which
// folds to a constant for known sizes, so that both use the same formula. It is
// that of DeepGEMM (csrc/jit_kernels/heuristics/sm90.hpp), plus the costs of
// starting a tile and of splitting K; docs/performance.md explains it.
//
//===----------------------------------------------------------------------===//

#include "MatmulTile.h"
#include "WarpgroupMatmul.h"

#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::WarpgroupTile;

std::optional<StringRef> mlir::zyn::getWarpgroupObstacle(MatmulOp op,
                                                         StringRef chip) {
  if (!::zyn::schedule::hasWarpgroupMatmuls(chip))
    return "the target is not sm_90a";
  if (op.getRank() > 5)
    return "TMA supports at most 5 dimensions";
  KernelAttr attr = getKernelAttr(op);
  if (attr && (attr.getMaxRegisters() || attr.getMinBlocks() ||
               attr.getSharedMemory()))
    return "the function's #zyn.kernel limits registers or shared memory";
  return std::nullopt;
}

namespace {

/// A tile of the table and what the model estimates for it.
struct Candidate {
  const WarpgroupTile *tile;
  Value numSplits, numTiles, cycles;
};

struct Selection {
  MatmulOp op;
  const GPUTarget &target;
  IndexBuilder &h;
  Value m, n, k, batch;

  Selection(MatmulOp op, const GPUTarget &target, IndexBuilder &h)
      : op(op), target(target), h(h) {
    SmallVector<Value> sizes = h.sizes(op.getInit());
    n = sizes.pop_back_val();
    m = sizes.pop_back_val();
    batch = h.product(sizes);
    k = h.size(op.getLhs(), op.getLhsK());
  }

  Value max(Value a, Value b) { return h.createOrFold<arith::MaxUIOp>(a, b); }
  Value max(Value a, int64_t b) { return max(a, h.constant(b)); }
  Value min(Value a, int64_t b) { return h.min(a, h.constant(b)); }

  Candidate estimate(const WarpgroupTile &tile);
  SmallVector<Candidate> estimateAll();
};

} // namespace

static int64_t getBytes(Value memref) {
  return cast<MemRefType>(memref.getType()).getElementTypeBitWidth() / 8;
}

Candidate Selection::estimate(const WarpgroupTile &tile) {
  // The fewest stages that a part of a split K has, the most parts, the cycles
  // from the start of a tile to its first matmul, and those of another launch.
  constexpr int64_t minSteps = 8, maxSplits = 128, startCycles = 1500,
                    launchCycles = 4000;
  int64_t elementBytes = getBytes(op.getLhs());
  int64_t resultBytes = tile.isSplit ? 4 : getBytes(op.getInit());
  Value rows = tile.isTransposed ? n : m, columns = tile.isTransposed ? m : n;
  Candidate result;
  result.tile = &tile;
  result.numTiles =
      h.mul(h.mul(h.ceilDiv(rows, tile.rows), h.ceilDiv(columns, tile.columns)),
            batch);
  Value steps = h.ceilDiv(k, tile.depth);
  result.numSplits = h.constant(1);
  if (tile.isSplit)
    result.numSplits = max(
        h.min(min(h.div(h.constant(target.multiprocessors),
                        max(result.numTiles, 1)),
                  maxSplits),
              h.div(steps, minSteps)),
        1);
  Value work = h.mul(result.numTiles, result.numSplits);
  Value waves = h.ceilDiv(work, target.multiprocessors);

  // A stage takes as long as the tensor cores, or L2, need for it.
  int64_t l2Bytes = std::min(target.l2BytesPerMultiprocessor,
                             target.l2Bytes / target.multiprocessors);
  int64_t stepCycles =
      std::max(tile.rows * tile.columns * tile.depth /
                   target.tensorMultiplications,
               tile.getStageBytes(elementBytes) / l2Bytes);
  int64_t storeCycles =
      tile.rows * tile.columns * resultBytes / target.l2BytesPerMultiprocessor;
  Value cycles = h.mul(
      waves, h.add(h.mul(h.ceilDiv(steps, result.numSplits), stepCycles),
                   startCycles + storeCycles));
  if (tile.isSplit) {
    // The sums are written and read again.
    Value bytes = h.mul(h.mul(h.mul(h.mul(m, n), batch), result.numSplits),
                        2 * resultBytes);
    cycles = h.add(h.add(cycles, h.div(bytes, target.l2Bytes)), launchCycles);
  }
  result.cycles = cycles;
  return result;
}

SmallVector<Candidate> Selection::estimateAll() {
  SmallVector<Candidate> result;
  bool allKnown = true;
  for (const WarpgroupTile &tile : ::zyn::schedule::getWarpgroupTiles()) {
    result.push_back(estimate(tile));
    allKnown &= getConstantIntValue(result.back().cycles).has_value();
  }
  if (allKnown) {
    auto best = llvm::min_element(result, [](Candidate &a, Candidate &b) {
      return *getConstantIntValue(a.cycles) < *getConstantIntValue(b.cycles);
    });
    return {*best};
  }
  // Every kernel that may be needed has to be compiled.
  llvm::erase_if(result, [](const Candidate &candidate) {
    return !candidate.tile->isForUnknownSizes;
  });
  return result;
}

static void emit(KernelModules &kernels, IndexBuilder &h,
                 const AlignedMatmul &matmul, const Candidate &candidate,
                 const GPUTarget &target) {
  MatmulOp op = matmul.op;
  Value workspace;
  if (candidate.tile->isSplit) {
    auto type = cast<MemRefType>(op.getInit().getType());
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    SmallVector<Value> sizes = {candidate.numSplits};
    if (std::optional<int64_t> known =
            getConstantIntValue(candidate.numSplits)) {
      shape = {*known};
      sizes.clear();
    }
    llvm::append_range(shape, type.getShape());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(h.size(op.getInit(), dim));
    workspace = memref::AllocOp::create(
        h, MemRefType::get(shape, op.getAccumulatorType()), sizes);
  }
  emitWarpgroupMatmul(kernels, h, matmul, *candidate.tile, target,
                      candidate.numSplits, workspace);
  if (!workspace)
    return;
  emitCombinePartialSums(kernels, h, op, workspace);
  memref::DeallocOp::create(h, workspace);
}

static std::string describe(const Candidate &candidate,
                            const GPUTarget &target, int64_t elementBytes) {
  const WarpgroupTile &tile = *candidate.tile;
  std::string text =
      llvm::formatv("tiles of {0}x{1}x{2}{3} in {4} stages", tile.rows,
                    tile.columns, tile.depth,
                    tile.isTransposed ? " of the transposed result" : "",
                    tile.getStages(elementBytes, target));
  if (!tile.isSplit)
    return text;
  if (std::optional<int64_t> splits = getConstantIntValue(candidate.numSplits))
    return text + llvm::formatv(", with K split into {0} parts", *splits).str();
  return text + ", with K split";
}

static remark::RemarkOpts scheduleRemark() {
  return remark::RemarkOpts::name("MatmulSchedule").category("schedule");
}

/// Lowers a matmul to the kernel of the tile that the model selects, at run time
/// if necessary, or to that of entry `tile` of the table if it is not -1.
static void lowerAligned(KernelModules &kernels, IndexBuilder &h,
                         const AlignedMatmul &matmul, const GPUTarget &target,
                         int64_t tile) {
  MatmulOp op = matmul.op;
  Location loc = op.getLoc();
  Selection selection(op, target, h);
  ArrayRef<WarpgroupTile> tiles = ::zyn::schedule::getWarpgroupTiles();
  if (tile >= 0 && tile < static_cast<int64_t>(tiles.size()))
    return emit(kernels, h, matmul, selection.estimate(tiles[tile]), target);
  SmallVector<Candidate> candidates = selection.estimateAll();
  int64_t elementBytes = getBytes(op.getLhs());
  if (candidates.size() == 1) {
    Candidate &best = candidates.front();
    int64_t work = *getConstantIntValue(best.numTiles) *
                   *getConstantIntValue(best.numSplits);
    remark::passed(loc, scheduleRemark()) << remark::reason(
        "{0}: {1} tiles on {2} multiprocessors, about {3} cycles",
        describe(best, target, elementBytes), work, target.multiprocessors,
        *getConstantIntValue(best.cycles));
    return emit(kernels, h, matmul, best, target);
  }
  std::string list;
  for (const Candidate &candidate : candidates)
    list += (list.empty() ? "" : "; ") +
            describe(candidate, target, elementBytes);
  remark::passed(loc, scheduleRemark()) << remark::reason(
      "selects one of {0} kernels at run time, by the sizes: {1}",
      candidates.size(), list);

  Value best = h.constant(0), bestCycles = candidates[0].cycles;
  for (size_t i = 1; i < candidates.size(); ++i) {
    Value isBetter = h.less(candidates[i].cycles, bestCycles);
    best = h.createOrFold<arith::SelectOp>(isBetter, h.constant(i), best);
    bestCycles = h.min(candidates[i].cycles, bestCycles);
  }
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(1, candidates.size()));
  auto choice = scf::IndexSwitchOp::create(h, TypeRange(), best, cases,
                                           cases.size());
  auto fill = [&](Region &region, const Candidate &candidate) {
    OpBuilder::InsertionGuard guard(h);
    h.createBlock(&region);
    emit(kernels, h, matmul, candidate, target);
    scf::YieldOp::create(h);
  };
  fill(choice.getDefaultRegion(), candidates[0]);
  for (int64_t i : cases)
    fill(choice.getCaseRegions()[i - 1], candidates[i]);
}

namespace {

/// An operand that TMA can read: the original one, or a copy.
struct AlignedOperand {
  Value view;
  Value allocation; ///< of the copy, or null
};

} // namespace

/// Copies `operand` to memory with padded rows if its rows are not aligned. Then
/// TMA does not read the padding, since the view does not include it.
static AlignedOperand align(IndexBuilder &h, Value operand) {
  auto type = cast<MemRefType>(operand.getType());
  int64_t granule =
      ::zyn::limits::tensorGranule / (type.getElementTypeBitWidth() / 8);
  SmallVector<Value> sizes = h.sizes(operand);
  Value isAligned =
      h.equal(h.rem(sizes.back(), granule), h.constant(0));
  std::optional<int64_t> known = getConstantIntValue(isAligned);
  if (known && *known)
    return {operand, Value()};

  // Sizes and strides of the copy, of which those with static values are part
  // of the type.
  SmallVector<Value> strides(sizes.size());
  strides.back() = h.constant(1);
  Value stride = h.mul(h.ceilDiv(sizes.back(), granule), granule);
  for (size_t dim = sizes.size() - 1; dim-- > 0;) {
    strides[dim] = stride;
    stride = h.mul(stride, sizes[dim]);
  }
  Value numElements = stride;
  if (!known)
    numElements = h.createOrFold<arith::SelectOp>(isAligned, h.constant(0),
                                                  numElements);
  auto flatType =
      MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  Value allocation =
      memref::AllocOp::create(h, flatType, ValueRange{numElements});
  auto buildCopy = [&] {
    SmallVector<OpFoldResult> foldedSizes = getAsOpFoldResult(sizes);
    SmallVector<OpFoldResult> foldedStrides = getAsOpFoldResult(strides);
    auto copy = memref::ReinterpretCastOp::create(
        h, allocation, h.getIndexAttr(0), foldedSizes, foldedStrides);
    memref::CopyOp::create(h, operand, copy);
    return copy.getResult();
  };
  if (known)
    return {buildCopy(), allocation};
  SmallVector<int64_t> dynamicStrides(sizes.size(), ShapedType::kDynamic);
  dynamicStrides.back() = 1;
  auto viewType = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(h.getContext(), ShapedType::kDynamic,
                             dynamicStrides),
      type.getMemorySpace());
  auto branch = scf::IfOp::create(h, TypeRange(viewType), isAligned,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(h);
  h.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(
      h, memref::CastOp::create(h, viewType, operand).getResult());
  h.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(
      h, memref::CastOp::create(h, viewType, buildCopy()).getResult());
  return {branch.getResult(0), allocation};
}

void mlir::zyn::lowerMatmulToWarpgroups(KernelModules &kernels,
                                        OpBuilder &host, MatmulOp op,
                                        const GPUTarget &target,
                                        int64_t tile) {
  IndexBuilder h(op.getLoc(), host);
  AlignedOperand lhs = align(h, op.getLhs()), rhs = align(h, op.getRhs());
  lowerAligned(kernels, h, {op, lhs.view, rhs.view}, target, tile);
  for (Value allocation : {lhs.allocation, rhs.allocation})
    if (allocation)
      memref::DeallocOp::create(h, allocation);
}
