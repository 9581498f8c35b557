//===- FusableOpInterfaceImpl.cpp - Fusion of zyn ops ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/FusableOpInterfaceImpl.h"

#include "ExternalModels.h"
#include "FusePoints.h"
#include "FusionCosts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// An op that computes values at each point of its loops.
struct FusablePoints
    : FusableOpInterface::ExternalModel<FusablePoints, PointOpInterface> {
  int64_t getFusionCost(Operation *op) const {
    return FusionCosts::getPoints(cast<ComputeOpInterface>(op));
  }

  FailureOr<Operation *> makeFused(Operation *op, RewriterBase &rewriter,
                                   Operation *producer,
                                   const FusionOptions &options) const {
    if (isa<PointOpInterface>(producer))
      return fusePoints(rewriter, cast<ComputeOpInterface>(op),
                        cast<ComputeOpInterface>(producer), options);
    auto sums = dyn_cast<EpilogueOpInterface>(producer);
    auto map = dyn_cast<MapOp>(op);
    if (!sums || !map)
      return rewriter.notifyMatchFailure(
          op, "its operand is not computed for each element, nor has it an "
              "epilogue that a map could become a part of");
    // Neither stored in addition, nor computed again by each use.
    if (llvm::any_of(producer->getUsers(),
                     [&](Operation *user) { return user != op; }))
      return rewriter.notifyMatchFailure(
          op, "its operand, a sum of products, has other uses");
    return fuseEpilogue(rewriter, map, sums);
  }

  FailureOr<Operation *> makeFusedWithSibling(Operation *op,
                                              RewriterBase &rewriter,
                                              Operation *sibling) const {
    if (!isa<PointOpInterface>(sibling))
      return rewriter.notifyMatchFailure(
          op, "the other op that reads its operand is not computed for each "
              "element");
    return fuseSiblings(rewriter, cast<ComputeOpInterface>(op),
                        cast<ComputeOpInterface>(sibling));
  }
};

/// An op whose epilogue maps become a part of.
struct FusableSums
    : FusableOpInterface::ExternalModel<FusableSums, EpilogueOpInterface> {
  int64_t getFusionCost(Operation *op) const {
    return FusionCosts::getEpilogueOp(cast<EpilogueOpInterface>(op));
  }

  FailureOr<Operation *> makeFused(Operation *op, RewriterBase &rewriter,
                                   Operation *producer,
                                   const FusionOptions &) const {
    return fuseConversion(rewriter, cast<EpilogueOpInterface>(op), producer);
  }
};

} // namespace

void zyn::registerFusableOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *dialect) {
    attachToOps<FusablePoints, PointOpInterface>(*dialect);
    attachToOps<FusableSums, EpilogueOpInterface>(*dialect);
    // The dialect of the conversions that fusion creates.
    context->loadDialect<arith::ArithDialect>();
  });
}
