//===- AttentionRowReduction.cpp - Attention that reduces its rows --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the kernel of attention reduces the rows of its result, one
// for each query of a head, for the op that does so next; see RowStrips.cpp for
// how.
//
//===----------------------------------------------------------------------===//

#include "AttentionLowerings.h"
#include "RowReductionModel.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;

std::optional<RowReduction>
mlir::zyn::selectRowReduction(AttentionOp op, const GPUTarget &target) {
  std::optional<RowReduction> found = findRowReduction(op);
  if (!found)
    return std::nullopt;
  auto refuse = [&](const Twine &why) {
    remarkUnreducedRows(op.getLoc(), why);
    return std::nullopt;
  };
  // Without keys, another kernel sets the results.
  int64_t numKeys = cast<MemRefType>(op.getKeys().getType()).getDimSize(2);
  if (ShapedType::isDynamic(numKeys) || numKeys == 0)
    return refuse("it is not known that there are keys");
  auto result = cast<MemRefType>(op.getInit().getType());
  int64_t reading = getReadCycles(result, target);
  // What is not read is not written, either.
  int64_t separate = found->isOnlyReader ? 2 * reading : reading;
  // Others multiply while a group of warps reduces rows.
  int64_t together = getReductionCycles(*found, result, target) / 2 +
                     getStripCycles(*found, result, target);
  if (together >= separate)
    return refuse(
        llvm::formatv("it would take about {0} cycles more instead of {1}",
                      together, separate)
            .str());
  remarkReducedRows(op.getLoc(), *found, together, separate);
  return found;
}
