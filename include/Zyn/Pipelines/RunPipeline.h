//===- RunPipeline.h - Execution of a pipeline of passes ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PIPELINES_RUNPIPELINE_H
#define ZYN_PIPELINES_RUNPIPELINE_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
class PassManager;

namespace zyn {

/// Runs the passes on `op`, on several threads if it is large. With assertions,
/// the IR is verified after each pass, and otherwise only after the last one,
/// since verification takes a tenth to a fifth of the time of code generation.
LogicalResult runPipeline(PassManager &passes, Operation *op);

} // namespace zyn
} // namespace mlir

#endif // ZYN_PIPELINES_RUNPIPELINE_H
