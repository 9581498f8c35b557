//===- LinalgToZyn.cpp - Raises linalg on tensors to zyn ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTLINALGTOZYN
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Whether ops of zyn can have elements of `type`.
static bool isElement(Type type) {
  return isa<IntegerType, FloatType, ComplexType, IndexType>(type) &&
         !isa<FloatTF32Type>(type);
}

bool zyn::isRaisable(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return !tensor ||
                  (isElement(tensor.getElementType()) && !tensor.getEncoding());
         });
}

namespace {

/// Collects the reasons for which patterns did not match an op.
class Refusals : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    Diagnostic reason(loc, DiagnosticSeverity::Remark);
    getReason(reason);
    // The driver may try a pattern several times.
    if (!llvm::is_contained(reasons[loc], reason.str()))
      reasons[loc].push_back(reason.str());
  }

  std::string get(Location loc) const {
    return llvm::join(reasons.lookup(loc), "; ");
  }

private:
  DenseMap<Location, SmallVector<std::string>> reasons;
};

struct ConvertLinalgToZyn
    : zyn::impl::ConvertLinalgToZynBase<ConvertLinalgToZyn> {
  using ConvertLinalgToZynBase::ConvertLinalgToZynBase;

  void runOnOperation() override {
    Refusals refusals;
    auto apply = [&](ArrayRef<void (*)(RewritePatternSet &)> populates,
                     RewriterBase::Listener *listener = nullptr) {
      RewritePatternSet patterns(&getContext());
      for (auto *populate : populates)
        populate(patterns);
      return applyPatternsGreedily(getOperation(), std::move(patterns),
                                   GreedyRewriteConfig().setListener(listener));
    };
    // Products and pooling absorb transposed, broadcast and padded operands,
    // which are raised later.
    if (failed(apply({populateExtractsToInputsPatterns,
                      populateFlattenedReshapesPatterns})) ||
        failed(apply({linalg::populateEraseUnusedOperandsAndResultsPatterns,
                      populateFoldConstantIndicesPatterns})) ||
        failed(apply({populateContractionToZynPatterns,
                      populateConvolutionToZynPatterns,
                      populatePoolingToZynPatterns},
                     &refusals)) ||
        failed(apply({linalg::populateDecomposePadPatterns,
                      linalg::populateConvertToDestinationStylePatterns,
                      populateExpandElementwisePatterns,
                      populateFoldBroadcastsPatterns,
                      populateFoldUnitDimensionsPatterns})) ||
        (loopNests &&
         failed(apply({populateGatherToZynPatterns}, &refusals))) ||
        failed(apply({populateElementwiseToZynPatterns,
                      populateIndexReductionToZynPatterns,
                      populateReductionToZynPatterns},
                     &refusals)))
      return signalPassFailure();

    SetVector<Location> others = getLocations();
    if (loopNests &&
        failed(apply({populateGenericToComputePatterns}, &refusals)))
      return signalPassFailure();
    SetVector<Location> notRaised = getLocations();
    for (Location loc : others)
      remark::missed(loc, remark::RemarkOpts::name("LinalgToZyn")
                              .category("convert-linalg-to-zyn"))
          << remark::reason("{0}: {1}",
                            notRaised.contains(loc)
                                ? "not raised to zyn"
                                : "raised to no other op than zyn.compute",
                            refusals.get(loc));
  }

private:
  /// Returns the locations of the ops that are not raised yet. Ops that were
  /// inlined or generated may share one.
  SetVector<Location> getLocations() {
    SetVector<Location> locations;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isRaisable(op))
        locations.insert(op.getLoc());
    });
    return locations;
  }
};

} // namespace
