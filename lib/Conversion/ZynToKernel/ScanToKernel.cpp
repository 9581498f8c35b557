//===- ScanToKernel.cpp - Lowers scans to kernels -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScanKernel.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether the state of a tile can have elements of `type`.
static bool isWord(Type type) {
  if (type.isSignlessInteger())
    return type.getIntOrFloatBitWidth() <= 64;
  return isa<IndexType>(type) ||
         (isa<FloatType>(type) && getVectorizableBits(type));
}

namespace {
struct LowerScan : KernelPattern<ScanOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    ScanKernels scan(kernels, op);
    IndexBuilder h(op.getLoc(), rewriter);
    scan.sizes = getLineSizes(h, op.getLoc(),
                              op->getOperands().take_front(2 * scan.count),
                              op.getDimension());
    // Without elements, carries keep their values. Also, host code can then
    // divide by sizes.
    Value hasElements = h.less(
        h.constant(0),
        h.product({scan.sizes.outer, scan.sizes.length, scan.sizes.inner}));
    SmallVector<StringRef> forms;
    h.buildIf(hasElements, [&] { lower(h, scan, forms); });
    if (!forms.empty())
      reportForms(op, kernels.target, "ScanSchedule", "scan", forms);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void lower(IndexBuilder &h, ScanKernels &scan,
                    SmallVectorImpl<StringRef> &forms) {
    ContiguousBuffers contiguous(h, h.getLoc());
    for (Value input : scan.op.getInputs())
      scan.inputs.push_back(contiguous.get(input));
    for (Value output : scan.op.getOutputs())
      scan.outputs.push_back(contiguous.getWritable(output, /*isRead=*/false));
    for (Value carry : scan.op.getCarries())
      scan.carries.push_back(contiguous.getWritable(carry, /*isRead=*/true));
    if (isConstantIntValue(scan.sizes.inner, 1) &&
        llvm::all_of(scan.accumulators, isWord))
      lowerScanRows(h, scan, forms);
    else
      lowerScanColumns(h, scan, forms);
    contiguous.finish();
  }
};
} // namespace

void mlir::zyn::populateScanToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerScan>(patterns.getContext(), kernels);
}
