//===- MatmulSelection.cpp - Selects tiles of matmuls of warpgroups -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the clock cycles of a matmul with each tile of the table and
// selects the tile with the lowest estimate. The estimate is built as host
// code, which folds to a constant for known sizes, so that both use the same
// formula. It is that of DeepGEMM (csrc/jit_kernels/heuristics/sm90.hpp), plus
// the costs of starting a tile and of splitting K; docs/performance.md explains
// it.
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

std::optional<StringRef>
mlir::zyn::getWarpgroupObstacle(MatmulOp op, StringRef chip,
                                const KernelHints &hints) {
  if (!::zyn::schedule::getGPUTarget(chip))
    return "the target is not sm_90a";
  // Sums of a split matmul have one more dimension.
  if (op.getRank() + 1 > ::zyn::limits::maxTensorRank)
    return "TMA supports at most 5 dimensions";
  if (hints.limitsResources())
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

static int64_t getResultBytes(MatmulOp op, const WarpgroupTile &tile) {
  return tile.isSplit ? op.getAccumulatorType().getIntOrFloatBitWidth() / 8
                      : getBytes(op.getInit());
}

Candidate Selection::estimate(const WarpgroupTile &tile) {
  // The fewest stages that a part of a split K has, the most parts, the cycles
  // from the start of a tile to its first matmul, and those of another launch.
  constexpr int64_t minSteps = 8, maxSplits = 128, startCycles = 1500,
                    launchCycles = 7000;
  int64_t elementBytes = getBytes(op.getLhs());
  int64_t resultBytes = getResultBytes(op, tile);
  Value rows = tile.isTransposed ? n : m, columns = tile.isTransposed ? m : n;
  Candidate result;
  result.tile = &tile;
  result.numTiles =
      h.mul(h.mul(h.ceilDiv(rows, tile.rows), h.ceilDiv(columns, tile.columns)),
            batch);
  Value steps = h.ceilDiv(k, tile.depth);
  result.numSplits = h.constant(1);
  if (tile.isSplit)
    result.numSplits = max(h.min(min(h.div(h.constant(target.multiprocessors),
                                           max(result.numTiles, 1)),
                                     maxSplits),
                                 h.div(steps, minSteps)),
                           1);
  Value work = h.mul(result.numTiles, result.numSplits);
  Value waves = h.ceilDiv(work, target.multiprocessors);

  // A stage takes as long as the tensor cores, or L2, need for it; blocks that
  // run at the same time share L2.
  int64_t stageBytes = tile.getStageBytes(elementBytes);
  int64_t tensorCycles =
      tile.rows * tile.columns * tile.depth / target.tensorMultiplications;
  Value active = min(work, target.multiprocessors);
  Value sharedCycles =
      h.div(h.mul(active, stageBytes), h.constant(target.l2Bytes));
  Value stepCycles =
      max(sharedCycles,
          std::max(tensorCycles, stageBytes / target.l2BytesPerMultiprocessor));
  int64_t storeCycles =
      tile.rows * tile.columns * resultBytes / target.l2BytesPerMultiprocessor;
  Value cycles =
      h.mul(waves, h.add(h.mul(h.ceilDiv(steps, result.numSplits), stepCycles),
                         startCycles + storeCycles));

  // Operands are read, and the result is written, at least once.
  Value numResults = h.mul(h.mul(m, n), batch);
  Value bytes = h.add(h.mul(h.mul(h.mul(h.add(m, n), k), batch), elementBytes),
                      h.mul(numResults, getBytes(op.getInit())));
  Value memoryBytes =
      max(min(h.mul(active, target.memoryBytesPerMultiprocessor),
              target.memoryBytes),
          1);
  // Copies and matmuls overlap, but not completely.
  Value memoryCycles = h.add(h.div(bytes, memoryBytes), startCycles);
  cycles =
      h.add(max(cycles, memoryCycles), h.div(h.min(cycles, memoryCycles), 4));
  if (tile.isSplit) {
    // The sums are written and read again, at half of the rate of memory.
    Value sumBytes =
        h.mul(h.mul(numResults, result.numSplits), 2 * 2 * resultBytes);
    cycles =
        h.add(h.add(cycles, h.div(sumBytes, h.constant(target.memoryBytes))),
              launchCycles);
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
    auto *best = llvm::min_element(result, [](Candidate &a, Candidate &b) {
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

namespace {

/// A buffer whose rows are padded to a multiple of 16 bytes, as TMA requires.
/// TMA does not access the padding, since the view does not include it.
struct PaddedBuffer {
  /// Allocates it unless `isNeeded` is false at run time.
  PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
               Value isNeeded = Value());

  Value getView(IndexBuilder &h) const;

  Value allocation;

private:
  SmallVector<OpFoldResult> sizes, strides;
};

} // namespace

/// Elements in the unit to which rows are padded.
static int64_t getGranule(Type element) {
  return ::zyn::limits::tensorGranule / (element.getIntOrFloatBitWidth() / 8);
}

PaddedBuffer::PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
                           Value isNeeded)
    : sizes(getAsOpFoldResult(sizes)), strides(sizes.size()) {
  int64_t granule = getGranule(element);
  strides.back() = h.getIndexAttr(1);
  Value stride = h.mul(h.ceilDiv(sizes.back(), granule), granule);
  for (size_t dim = sizes.size() - 1; dim-- > 0;) {
    strides[dim] = getAsOpFoldResult(stride);
    stride = h.mul(stride, sizes[dim]);
  }
  if (isNeeded)
    stride = h.createOrFold<arith::SelectOp>(isNeeded, stride, h.constant(0));
  allocation = memref::AllocOp::create(
      h, MemRefType::get({ShapedType::kDynamic}, element), ValueRange{stride});
}

Value PaddedBuffer::getView(IndexBuilder &h) const {
  return memref::ReinterpretCastOp::create(h, allocation, h.getIndexAttr(0),
                                           sizes, strides);
}

/// Emits the kernels of a candidate.
static void emit(KernelModules &kernels, IndexBuilder &h, AlignedMatmul matmul,
                 const Candidate &candidate, const GPUTarget &target) {
  MatmulOp op = matmul.op;
  if (!candidate.tile->isSplit)
    return emitWarpgroupMatmul(kernels, h, matmul, *candidate.tile, target,
                               candidate.numSplits);
  SmallVector<Value> sizes = {candidate.numSplits};
  llvm::append_range(sizes, h.sizes(op.getInit()));
  PaddedBuffer sums(h, op.getAccumulatorType(), sizes);
  matmul.result = sums.getView(h);
  emitWarpgroupMatmul(kernels, h, matmul, *candidate.tile, target,
                      candidate.numSplits);
  emitCombinePartialSums(kernels, h, op, matmul.result);
  memref::DeallocOp::create(h, sums.allocation);
}

static std::string describe(MatmulOp op, const Candidate &candidate,
                            const GPUTarget &target) {
  const WarpgroupTile &tile = *candidate.tile;
  std::string text = llvm::formatv(
      "tiles of {0}x{1}x{2}{3} in {4} stages", tile.rows, tile.columns,
      tile.depth, tile.isTransposed ? " of the transposed result" : "",
      tile.getStages(getBytes(op.getLhs()), getResultBytes(op, tile), target));
  if (!tile.isSplit)
    return text;
  if (std::optional<int64_t> splits = getConstantIntValue(candidate.numSplits))
    return text + llvm::formatv(", with K split into {0} parts", *splits).str();
  return text + ", with K split";
}

static remark::RemarkOpts scheduleRemark() {
  return remark::RemarkOpts::name("MatmulSchedule").category("schedule");
}

/// Lowers a matmul to the kernel of the tile that the model selects, at run
/// time if necessary, or to that of entry `tile` of the table if it is not -1.
static void lowerAligned(KernelModules &kernels, IndexBuilder &h,
                         const AlignedMatmul &matmul, const GPUTarget &target,
                         int64_t tile) {
  MatmulOp op = matmul.op;
  Location loc = op.getLoc();
  Selection selection(op, target, h);
  ArrayRef<WarpgroupTile> tiles = ::zyn::schedule::getWarpgroupTiles();
  if (tile >= 0)
    return emit(kernels, h, matmul, selection.estimate(tiles[tile]), target);
  SmallVector<Candidate> candidates = selection.estimateAll();
  if (candidates.size() == 1) {
    Candidate &best = candidates.front();
    int64_t work = *getConstantIntValue(best.numTiles) *
                   *getConstantIntValue(best.numSplits);
    remark::passed(loc, scheduleRemark()) << remark::reason(
        "{0}: {1} tiles on {2} multiprocessors, about {3} cycles",
        describe(op, best, target), work, target.multiprocessors,
        *getConstantIntValue(best.cycles));
    return emit(kernels, h, matmul, best, target);
  }
  std::string list;
  for (const Candidate &candidate : candidates)
    list += (list.empty() ? "" : "; ") + describe(op, candidate, target);
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
  auto choice =
      scf::IndexSwitchOp::create(h, TypeRange(), best, cases, cases.size());
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

/// A view of a buffer that TMA can access: the buffer itself if its rows are
/// aligned, or else a padded one.
struct AlignedView {
  Value buffer, view;
  Value isPadded;   ///< null if known to be false
  Value allocation; ///< null if not padded
};

} // namespace

static void buildIf(IndexBuilder &h, Value condition,
                    function_ref<void()> body) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    if (*known)
      body();
    return;
  }
  auto branch = scf::IfOp::create(h, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(h);
  h.setInsertionPoint(branch.thenYield());
  body();
}

/// Returns an aligned view of `buffer`, without its elements if it is padded.
static AlignedView align(IndexBuilder &h, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes = h.sizes(buffer);
  // The address and the strides of a view are not known to be aligned either.
  Value rest = areContiguous(buffer)
                   ? h.rem(sizes.back(), getGranule(type.getElementType()))
                   : h.constant(1);
  Value isPadded = h.less(h.constant(0), rest);
  std::optional<int64_t> known = getConstantIntValue(isPadded);
  if (known && !*known)
    return {buffer, buffer, Value(), Value()};
  PaddedBuffer padded(h, type.getElementType(), sizes, isPadded);
  if (known)
    return {buffer, padded.getView(h), isPadded, padded.allocation};

  SmallVector<int64_t> strides(sizes.size(), ShapedType::kDynamic);
  strides.back() = 1;
  auto viewType = MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(h.getContext(), ShapedType::kDynamic, strides),
      type.getMemorySpace());
  auto branch = scf::IfOp::create(h, TypeRange(viewType), isPadded,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto yield = [&](Block *block, function_ref<Value()> getView) {
    OpBuilder::InsertionGuard guard(h);
    h.setInsertionPointToEnd(block);
    Value view = memref::CastOp::create(h, viewType, getView());
    scf::YieldOp::create(h, view);
  };
  yield(branch.thenBlock(), [&] { return padded.getView(h); });
  yield(branch.elseBlock(), [&] { return buffer; });
  return {buffer, branch.getResult(0), isPadded, padded.allocation};
}

void mlir::zyn::lowerMatmulToWarpgroups(KernelModules &kernels, OpBuilder &host,
                                        MatmulOp op, const GPUTarget &target,
                                        int64_t tile) {
  IndexBuilder h(op.getLoc(), host);
  AlignedView lhs = align(h, op.getLhs()), rhs = align(h, op.getRhs()),
              result = align(h, op.getInit());
  for (const AlignedView &operand : {lhs, rhs})
    if (operand.isPadded)
      buildIf(h, operand.isPadded,
              [&] { memref::CopyOp::create(h, operand.buffer, operand.view); });
  lowerAligned(kernels, h, {op, lhs.view, rhs.view, result.view}, target, tile);
  if (result.isPadded)
    buildIf(h, result.isPadded,
            [&] { memref::CopyOp::create(h, result.view, result.buffer); });
  for (const AlignedView &view : {lhs, rhs, result})
    if (view.allocation)
      memref::DeallocOp::create(h, view.allocation);
}
