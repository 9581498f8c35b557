//===- MapToKernel.cpp - Lowers maps to elementwise kernels ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapKernel.h"
#include "Patterns.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct LowerMap : KernelPattern<MapOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    MapKernels map(h, kernels, op);
    auto report = [&](StringRef form) {
      remark::passed(
          op.getLoc(),
          remark::RemarkOpts::name("MapSchedule").category("schedule"))
          << remark::reason("the map has {0} {1}: {2}{3}", map.sizes.size(),
                            map.sizes.size() == 1 ? "loop" : "loops", form,
                            describeMemoryTime(op, kernels.target));
    };
    if (map.sizes.size() == 1) {
      report("all operands are accessed by a linear index");
      lowerMapLinear(h, map);
    } else {
      // Without elements, there is nothing to do. Also, host code can then
      // divide by sizes.
      Value hasElements = h.less(h.constant(0), h.product(map.sizes));
      bool isTransposed = hasTransposedInput(map);
      std::optional<unsigned> repeated = getRepeatedLoop(map);
      bool mayRepeat = !isTransposed && repeated &&
                       !isConstantIntValue(areRowsLong(h, map, *repeated), 0);
      report(isTransposed
                 ? "tiles of transposed inputs are copied to shared memory, "
                   "unless the transposed dimensions are small"
             : mayRepeat
                 ? "operands are accessed by indices; rows that do not remain "
                   "in the cache are loaded once for several iterations"
                 : "operands are accessed by a linear index or by indices");
      buildBranches(
          h, hasElements,
          [&](IndexBuilder &builder) {
            if (isTransposed)
              lowerMapTransposed(builder, map);
            else
              lowerMapLinear(builder, map);
          },
          [](IndexBuilder &) {});
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateMapToKernelPatterns(RewritePatternSet &patterns,
                                            KernelModules &kernels) {
  patterns.add<LowerMap>(patterns.getContext(), kernels);
}
