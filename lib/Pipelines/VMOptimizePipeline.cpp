//===- VMOptimizePipeline.cpp - Optimizes VM programs ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void zyn::buildVMOptimizePipeline(OpPassManager &manager,
                                  const VMOptimizeOptions &options) {
  // Fusion enables more partial evaluation, which creates more matrices to
  // fuse. A third round did not change any program.
  constexpr unsigned numRounds = 2;
  ZynUnrollOptions unroll;
  unroll.maxIterations = options.maxIterations;
  unroll.maxInstructions = options.maxInstructions;
  ZynFuseOptions fuse;
  fuse.allowReassociation = options.allowReassociation;
  for (unsigned round = 0; round < numRounds; ++round) {
    manager.addPass(createZynPartialEvaluate());
    manager.addPass(createZynUnroll(unroll));
    manager.addPass(createZynFuse(fuse));
    manager.addNestedPass<vm::ProgramOp>(vm::createVMEliminateDeadState());
    manager.addPass(createCanonicalizerPass());
  }
  ZynSelectMatrixFormatOptions format;
  format.costModel = options.costModel;
  manager.addPass(createZynSelectMatrixFormat(format));
}
