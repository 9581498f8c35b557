//===- MatmulToKernel.cpp - Lowers matmuls to kernels ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a matmul with the tile that its attribute names, or else with the
// units and the tile that are selected for it.
//
//===----------------------------------------------------------------------===//

#include "FusedOperand.h"
#include "MatmulTiles.h"
#include "MatmulUnits.h"
#include "Patterns.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::zyn;

static void lowerMatmul(KernelModules &kernels, OpBuilder &host, MatmulOp op,
                        const MatmulOptions &options) {
  kernels.getHints().stateType(KernelType::MatMul);
  if (auto named = op->getAttrOfType<TileAttr>(kTileAttrName)) {
    std::unique_ptr<MatmulEmitter> emitter =
        createEmitter(kernels, op, named.getUnit(), options.chip);
    return lowerMatmul(*emitter, host, op, findTile(*emitter, named));
  }
  auto lower = [&](OpBuilder &b, TileUnit unit) {
    std::unique_ptr<MatmulEmitter> emitter =
        createEmitter(kernels, op, unit, options.chip);
    lowerMatmul(*emitter, b, op, options.getTile(emitter->getKind()));
  };
  if (std::optional<FusedOperand> fused = getFusedOperand(op);
      fused && fused->isStaged)
    return lower(host, selectUnit(op, options.chip, kernels.getHints(),
                                  "TMA does not compute an operand"));
  auto lowerOther = [&](IndexBuilder &h) {
    TileUnit unit = selectUnit(op, options.chip, kernels.getHints());
    if (unit != TileUnit::Warpgroups)
      return lower(h, unit);
    buildBranches(
        h, isDominatedByCopies(h, op),
        [&](IndexBuilder &b) { lower(b, getUnitWithoutCopies(op)); },
        [&](IndexBuilder &b) { lower(b, unit); });
  };
  IndexBuilder h(op.getLoc(), host);
  buildBranches(
      h, isThin(h, op, options.chip),
      [&](IndexBuilder &b) {
        remark::passed(
            op.getLoc(),
            remark::RemarkOpts::name("MatmulUnits").category("zyn-to-kernel"))
            << remark::reason("a matmul with so few rows or columns uses the "
                              "CUDA cores, by lanes, in the time of reading "
                              "the other operand");
        lower(b, TileUnit::Lanes);
      },
      lowerOther);
}

namespace {
struct LowerMatmul : KernelPattern<MatmulOp> {
  LowerMatmul(MLIRContext *context, KernelModules &kernels,
              const MatmulOptions &options)
      : KernelPattern(context, kernels), options(options) {}

  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    lowerMatmul(kernels, rewriter, op, options);
    rewriter.eraseOp(op);
    return success();
  }

private:
  MatmulOptions options;
};
} // namespace

void mlir::zyn::populateMatmulToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels,
                                               const MatmulOptions &options) {
  patterns.add<LowerMatmul>(patterns.getContext(), kernels, options);
}
