//===- RunPipeline.cpp - Execution of a pipeline of passes ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Pipelines/RunPipeline.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

LogicalResult mlir::zyn::runPipeline(PassManager &passes, Operation *op) {
#ifdef NDEBUG
  passes.enableVerifier(false);
  return failure(failed(passes.run(op)) || failed(verify(op)));
#else
  return passes.run(op);
#endif
}
