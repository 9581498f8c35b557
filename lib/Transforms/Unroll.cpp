//===- Unroll.cpp - Unrolls loops -----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "RefusalRemarks.h"
#include "Zyn/Interfaces/UnrollableOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNUNROLL
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-unroll";

namespace {

struct ZynUnroll : zyn::impl::ZynUnrollBase<ZynUnroll> {
  using ZynUnrollBase::ZynUnrollBase;

  void runOnOperation() override {
    if (factor == 1)
      return;
    RefusalRemarks refusals("Unroll", category);
    IRRewriter rewriter(&getContext(), &refusals);
    UnrollOptions options;
    options.factor = factor;
    options.maxIterations = maxIterations;
    options.maxInstructions = maxInstructions;
    // Innermost loops first: a post-order walk visits a loop after its body.
    SmallVector<UnrollableOpInterface> ops;
    getOperation()->walk([&](UnrollableOpInterface op) { ops.push_back(op); });
    for (UnrollableOpInterface op : ops) {
      Location loc = op.getLoc();
      if (unsigned count = op.unroll(rewriter, options))
        remark::passed(loc,
                       remark::RemarkOpts::name("Unroll").category(category))
            << remark::reason("unrolled loops: {0}", count);
    }
  }
};

} // namespace
