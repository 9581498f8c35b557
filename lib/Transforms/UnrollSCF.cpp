//===- UnrollSCF.cpp - Unrolls scf.for ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/RegionLoops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the number of ops in the body: at least one, its terminator.
static uint64_t countOps(scf::ForOp loop) {
  uint64_t count = 0;
  loop.getBody()->walk([&](Operation *) { ++count; });
  return count;
}

namespace {

struct UnrollableFor
    : UnrollableOpInterface::ExternalModel<UnrollableFor, scf::ForOp> {
  unsigned unroll(Operation *op, RewriterBase &rewriter,
                  const UnrollOptions &options) const {
    auto loop = cast<scf::ForOp>(op);
    // Upstream's unrolling asserts that a constant step is positive.
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (step && *step <= 0) {
      (void)rewriter.notifyMatchFailure(op, "expected a positive step, found " +
                                                Twine(*step));
      return 0;
    }
    uint64_t factor = options.factor;
    if (factor == 0) {
      std::optional<APInt> count = loop.getStaticTripCount();
      if (!count) {
        (void)rewriter.notifyMatchFailure(
            op, "the number of iterations is not known");
        return 0;
      }
      factor = count->getZExtValue();
      if (factor > options.maxIterations) {
        (void)rewriter.notifyMatchFailure(op, "the loop has more than " +
                                                  Twine(options.maxIterations) +
                                                  " iterations");
        return 0;
      }
    }
    // Avoids a multiplication, which could overflow.
    if (factor > options.maxInstructions / countOps(loop)) {
      (void)rewriter.notifyMatchFailure(
          op, Twine(factor) + " copies exceed the limit of " +
                  Twine(options.maxInstructions) + " ops");
      return 0;
    }
    return options.factor == 0 ? succeeded(loopUnrollFull(loop))
                               : succeeded(loopUnrollByFactor(loop, factor));
  }
};

} // namespace

void zyn::registerUnrollableLoops(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForOp::attachInterface<UnrollableFor>(*context);
  });
}
