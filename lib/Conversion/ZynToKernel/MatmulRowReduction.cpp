//===- MatmulRowReduction.cpp - Matmuls that reduce their rows ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the kernel of a matmul reduces the rows of its result for the
// op that does so next; see RowStrips.cpp for how.
//
//===----------------------------------------------------------------------===//

#include "MatmulEmitter.h"
#include "MergedProducts.h"
#include "RowStrips.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;
using ::zyn::schedule::MatmulTile;

/// The bytes that L2 keeps from one kernel to the next: a third of that of an
/// H200.
static constexpr int64_t kResidentBytes = int64_t(1) << 24;

/// Returns the clock cycles of reading the result again.
static int64_t getReadCycles(MemRefType result, const GPUTarget &target) {
  int64_t bytes = result.getNumElements() *
                  kernel::getElementBytes(result.getElementType());
  return bytes /
         (bytes <= kResidentBytes ? target.l2Bytes : target.memoryBytes);
}

/// Returns the number of ops that compute something.
static int64_t countOps(Region &region) {
  return llvm::count_if(region.front().without_terminator(), [](Operation &op) {
    return !op.hasTrait<OpTrait::ConstantLike>();
  });
}

/// Returns the clock cycles of reducing the rows in the epilogue, and what is
/// left of their strips afterwards.
static int64_t getReductionCycles(const RowReduction &reduction,
                                  MemRefType result, const GPUTarget &target) {
  int64_t numOps = countOps(*reduction.elements);
  for (const std::unique_ptr<Region> &combiner : reduction.combiners)
    numOps += countOps(*combiner);
  int64_t stripBytes = 0;
  for (Type type : reduction.getTypes())
    stripBytes += kernel::getElementBytes(type);
  int64_t numElements = result.getNumElements();
  int64_t opsPerCycle = target.threadMultiplications * target.multiprocessors;
  return numElements * numOps / opsPerCycle +
         2 * numElements / kStripColumns * stripBytes / target.memoryBytes;
}

/// Returns the reduction that the kernel of `matmul` performs; or nullopt if
/// there is none, or if it would take longer.
static std::optional<RowReduction> findReduction(const MatmulEmitter &emitter,
                                                 IndexBuilder &h,
                                                 const AlignedMatmul &matmul,
                                                 const MatmulTile *tile) {
  // Less is not worth the risk: the tensor cores wait for long epilogues.
  constexpr int64_t leastGain = 32;
  ProductOpInterface op = matmul.op;
  std::optional<RowReduction> found = findRowReduction(op);
  if (!found)
    return std::nullopt;
  Location loc = op.getLoc();
  auto options =
      remark::RemarkOpts::name("RowStrips").category("zyn-to-kernel");
  auto refuse = [&](const Twine &why) {
    remark::missed(loc, options) << remark::reason(
        "the kernel of the product does not reduce its rows: {0}", why.str());
    return std::nullopt;
  };
  if (getMergedProducts(op) > 1)
    return refuse("its launch computes several products");
  if (!matmul.rowSizes.empty() &&
      cast<MemRefType>(matmul.result.getType()).getRank() > 2)
    return refuse("each group of the convolution has a part of a row");
  if (!getConstantIntValue(matmul.lhs.getK(h)))
    return refuse("its sizes are not known");
  AlignedMatmul reducing = matmul;
  reducing.reduction = &*found;
  reducing.isStored = !found->isOnlyReader;
  std::optional<int64_t> separate = estimateCycles(emitter, h, matmul, tile),
                         together = estimateCycles(emitter, h, reducing, tile);
  if (!separate || !together)
    return refuse("only tensor cores do, with tiles that have whole strips of "
                  "32 columns, all of K, and registers for both");
  auto result = cast<MemRefType>(op.getInit().getType());
  *separate += getReadCycles(result, emitter.target);
  *together += getReductionCycles(*found, result, emitter.target);
  if (*together + *together / leastGain >= *separate)
    return refuse(llvm::formatv("it would take about {0} cycles instead of "
                                "{1}, and not 1/{2} less",
                                *together, *separate, leastGain)
                      .str());
  remark::passed(loc, options) << remark::reason(
      "the kernel of the product also reduces its rows, of which it stores {0} "
      "strips of 32 columns: about {1} cycles instead of {2}",
      reducing.isStored ? "the elements and" : "only", *together, *separate);
  return found;
}

/// Returns a buffer with the type of `result` for which there is no memory: of
/// a result that is not stored, kernels only use the sizes. `element` is
/// allocated for it.
static Value createShape(IndexBuilder &h, Value result, Value &element) {
  auto type = cast<MemRefType>(result.getType());
  element =
      memref::AllocOp::create(h, MemRefType::get({1}, type.getElementType()));
  auto [strides, offset] = type.getStridesAndOffset();
  return memref::ReinterpretCastOp::create(h, type, element, offset,
                                           type.getShape(), strides);
}

void mlir::zyn::lowerAligned(const MatmulEmitter &emitter, IndexBuilder &h,
                             const AlignedMatmul &given,
                             const MatmulTile *tile) {
  std::optional<RowReduction> reduction =
      findReduction(emitter, h, given, tile);
  if (!reduction)
    return emitKernels(emitter, h, given, tile);
  AlignedMatmul matmul = given;
  matmul.reduction = &*reduction;
  matmul.isStored = !reduction->isOnlyReader;
  SmallVector<Value> strips = allocateStrips(h, *reduction);
  for (Value strip : strips)
    matmul.strips.push_back(flattenBuffer(h, h.getLoc(), strip));
  SmallVector<Value> allocations = strips;
  if (!matmul.isStored) {
    matmul.result = createShape(h, matmul.result, allocations.emplace_back());
    matmul.resultView = {};
  }
  emitKernels(emitter, h, matmul, tile);
  IRRewriter rewriter(h.getContext());
  setStrips(rewriter, *reduction, strips);
  OpBuilder::InsertionGuard guard(h);
  h.setInsertionPointAfter(reduction->op);
  for (Value allocation : allocations)
    memref::DeallocOp::create(h, allocation);
}
