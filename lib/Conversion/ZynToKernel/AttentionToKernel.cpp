//===- AttentionToKernel.cpp - Lowers attention to kernels ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention is one kernel where tensor cores support it, and otherwise several
// ops, which are lowered next.
//
//===----------------------------------------------------------------------===//

#include "AttentionLowerings.h"
#include "AttentionMask.h"
#include "MatmulUnits.h"
#include "PaddedCopies.h"
#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/AttentionSteps.h"
#include "Zyn/Schedule/GPUTarget.h"

#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include <limits>

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::AttentionShape;
using ::zyn::schedule::AttentionTile;
using ::zyn::schedule::getAttentionTile;
using ::zyn::schedule::getWarpAttentionTile;
using ::zyn::schedule::GPUTarget;

static remark::RemarkOpts scheduleRemark() {
  return remark::RemarkOpts::name("AttentionSchedule").category("schedule");
}

static int64_t getHeadSize(AttentionOp op) {
  return cast<MemRefType>(op.getKeys().getType()).getDimSize(3);
}

/// Returns the tile of warpgroups, or nullopt if heads are too large.
static std::optional<AttentionTile> getTile(AttentionOp op) {
  auto getSize = [](Value buffer, int64_t dim) -> std::optional<int64_t> {
    int64_t size = cast<MemRefType>(buffer.getType()).getDimSize(dim);
    return ShapedType::isDynamic(size) ? std::nullopt : std::optional(size);
  };
  AttentionShape shape;
  shape.headSize = getHeadSize(op);
  shape.numQueries = getSize(op.getQueries(), 2);
  shape.numKeys = getSize(op.getKeys(), 2);
  shape.loadsMask = op.getMask() != nullptr;
  return getAttentionTile(shape);
}

/// Returns why tensor cores do not compute `op` in one kernel, or nullopt if
/// they do.
static std::optional<StringRef>
getObstacle(AttentionOp op, const GPUTarget &target, const KernelHints &hints) {
  if (!hints.allowsTensorCores())
    return "the function's #zyn.kernel has tensor_cores = false";
  if (hints.limitsResources())
    return "the function's #zyn.kernel limits registers or shared memory";
  if (op.getElementType().getIntOrFloatBitWidth() != 16)
    return "the elements are neither f16 nor bf16";
  if (std::optional<StringRef> obstacle =
          getElementObstacle(op.getElementType(), target))
    return obstacle;
  // Rows are copied in parts of 16 bytes.
  constexpr int64_t chunk = 8;
  int64_t headSize = getHeadSize(op);
  if (ShapedType::isDynamic(headSize) ||
      cast<MemRefType>(op.getValues().getType()).getDimSize(3) != headSize)
    return "the sizes of the heads of keys and values are not known to be the "
           "same";
  if (headSize == 0 || headSize % chunk != 0 || !getTile(op))
    return "the size of a head is not a multiple of 8 up to 256";
  double factor = AttentionMask::getFactor(op);
  if (!(factor > 0))
    return "the scale is not positive";
  using Limits = std::numeric_limits<float>;
  if (factor < Limits::min() || factor > Limits::max())
    return "the scale times log2(e) is not a normal number of f32";
  for (Value buffer :
       {op.getQueries(), op.getKeys(), op.getValues(), op.getInit()})
    if (!areContiguous(buffer) &&
        !hasAlignedStrides(cast<MemRefType>(buffer.getType()), chunk))
      return "the strides of an operand are not known to be multiples of 16 "
             "bytes";
  return std::nullopt;
}

/// Sets the results of queries without keys.
static void fillResults(IndexBuilder &h, AttentionOp op) {
  auto getNumber = [&](Type type, double value) -> Value {
    return arith::ConstantOp::create(h, h.getFloatAttr(type, value));
  };
  Type accumulator = op.getAccumulatorType();
  createMap(h, op.getEpilogueInputs(), op.getEpilogueMapsAttr(), op.getInit(),
            [&](ValueRange elements) {
              if (op.getEpilogue().empty())
                return getNumber(getElementTypeOrSelf(op.getInit()), 0);
              SmallVector<Value> arguments = {getNumber(accumulator, 0)};
              llvm::append_range(arguments, elements);
              return cloneEpilogue(h, op, arguments);
            });
  if (Value logSumExp = op.getLogSumExp())
    createMap(h, ValueRange(), ArrayAttr(), logSumExp, [&](ValueRange) {
      return getNumber(accumulator, -std::numeric_limits<double>::infinity());
    });
}

namespace {
struct LowerAttention : KernelPattern<AttentionOp> {
  LowerAttention(MLIRContext *context, KernelModules &kernels, StringRef chip)
      : KernelPattern(context, kernels), chip(chip) {}

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    KernelHints &hints = kernels.getHints();
    const GPUTarget &target = ::zyn::schedule::getGPUTarget(chip);
    if (std::optional<StringRef> obstacle = getObstacle(op, target, hints)) {
      hints.stateType(KernelType::Attention);
      remark::missed(op.getLoc(), scheduleRemark()) << remark::reason(
          "the attention keeps its scores in memory: {0}", *obstacle);
      createAttentionSteps(rewriter, op);
    } else {
      hints.stateType(KernelType::FlashAttention);
      lowerToKernel(op, target, rewriter);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  void lowerToKernel(AttentionOp op, const GPUTarget &target,
                     PatternRewriter &rewriter) const {
    IndexBuilder h(op.getLoc(), rewriter);
    bool hasWarpgroups = chip == "sm_90a";
    AttentionTile tile =
        hasWarpgroups
            ? *getTile(op)
            : getWarpAttentionTile(getHeadSize(op), target.sharedBytesPerBlock);
    remark::passed(op.getLoc(), scheduleRemark()) << remark::reason(
        hasWarpgroups
            ? "blocks compute {0} queries, 64 for each warpgroup, and "
              "visit {1} keys at a time"
            : "blocks compute {0} queries, 16 for each warp, and visit "
              "{1} keys at a time",
        tile.getQueries(), tile.keys);
    auto emit = [&](IndexBuilder &h, const ReducedRows &rows) {
      if (hasWarpgroups)
        emitAttentionByWarpgroups(kernels, h, op, rows, tile,
                                  target.multiprocessors);
      else
        emitAttentionByWarps(kernels, h, op, rows, tile);
    };
    if (std::optional<RowReduction> reduction = selectRowReduction(op, target))
      return emitWithStrips(h, *reduction, op.getInit(),
                            [&](const ReducedRows &rows, Value result) {
                              rewriter.modifyOpInPlace(op, [&] {
                                op.getInitsMutable().slice(0, 1).assign(result);
                              });
                              emit(h, rows);
                            });
    // There are no tensor maps of empty buffers.
    Value one = h.constant(1);
    Value hasResults = h.lessEqual(one, h.product(h.sizes(op.getInit())));
    h.buildIf(hasResults, [&] {
      buildBranches(
          h, h.lessEqual(one, h.size(op.getKeys(), 2)),
          [&](IndexBuilder &h) { emit(h, ReducedRows()); },
          [&](IndexBuilder &h) { fillResults(h, op); });
    });
  }

  std::string chip;
};
} // namespace

void mlir::zyn::populateAttentionToKernelPatterns(RewritePatternSet &patterns,
                                                  KernelModules &kernels,
                                                  StringRef chip) {
  patterns.add<LowerAttention>(patterns.getContext(), kernels, chip);
}
