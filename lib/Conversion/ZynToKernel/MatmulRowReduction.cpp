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
#include "RowReductionModel.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulTile;

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
  auto refuse = [&](const Twine &why) {
    remarkUnreducedRows(op.getLoc(), why);
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
  reducing.reducedRows = {&*found};
  std::optional<int64_t> separate = estimateCycles(emitter, h, matmul, tile),
                         together = estimateCycles(emitter, h, reducing, tile);
  if (!separate || !together)
    return refuse("only tensor cores do, with tiles that have whole strips of "
                  "32 columns, all of K, and registers for both");
  auto result = cast<MemRefType>(op.getInit().getType());
  *separate += getReadCycles(result, emitter.target);
  *together += getReductionCycles(*found, result, emitter.target) +
               getStripCycles(*found, result, emitter.target);
  if (*together + *together / leastGain >= *separate)
    return refuse(llvm::formatv("it would take about {0} cycles instead of "
                                "{1}, and not 1/{2} less",
                                *together, *separate, leastGain)
                      .str());
  remarkReducedRows(op.getLoc(), *found, *together, *separate);
  return found;
}

void mlir::zyn::lowerAligned(const MatmulEmitter &emitter, IndexBuilder &h,
                             const AlignedMatmul &given,
                             const MatmulTile *tile) {
  std::optional<RowReduction> reduction =
      findReduction(emitter, h, given, tile);
  if (!reduction)
    return emitKernels(emitter, h, given, tile);
  emitWithStrips(h, *reduction, given.result,
                 [&](const ReducedRows &rows, Value result) {
                   AlignedMatmul matmul = given;
                   matmul.reducedRows = rows;
                   matmul.result = result;
                   if (!rows.isStored())
                     matmul.resultView = {};
                   emitKernels(emitter, h, matmul, tile);
                 });
}
