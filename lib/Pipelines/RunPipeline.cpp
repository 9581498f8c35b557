//===- RunPipeline.cpp - Execution of a pipeline of passes ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Pipelines/RunPipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

/// Starting threads takes longer than compiling a few kernels.
static constexpr unsigned manyOps = 2000;

static bool hasManyOps(Operation *op) {
  unsigned count = 0;
  return op
      ->walk([&](Operation *) {
        return ++count < manyOps ? WalkResult::advance()
                                 : WalkResult::interrupt();
      })
      .wasInterrupted();
}

namespace {
/// Threads for large modules, which end with this, unlike those of a context,
/// so that the process may fork afterwards.
class Threads {
public:
  explicit Threads(Operation *op) : context(*op->getContext()) {
    startsThreads = !context.isMultithreadingEnabled() && hasManyOps(op);
    if (startsThreads)
      context.enableMultithreading();
  }
  ~Threads() {
    if (startsThreads)
      context.disableMultithreading();
  }

private:
  MLIRContext &context;
  bool startsThreads;
};
} // namespace

LogicalResult mlir::zyn::runPipeline(PassManager &passes, Operation *op) {
  Threads threads(op);
#ifdef NDEBUG
  passes.enableVerifier(false);
  return failure(failed(passes.run(op)) || failed(verify(op)));
#else
  return passes.run(op);
#endif
}
