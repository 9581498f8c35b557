//===- Pipelines.h - The named lists of passes ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PIPELINES_PIPELINES_H
#define ZYN_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace zyn {

/// Options of `--zyn-to-llvm`.
struct HostPipelineOptions : PassPipelineOptions<HostPipelineOptions> {
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("size of a vector register in bytes: 16, 32, 64, or 0 for "
                     "that of the machine that this runs on"),
      llvm::cl::init(0)};
};

/// Tensors to buffers: arguments are kept as they are, allocations are freed
/// where their last use is. What `--zyn-bufferize` runs.
void buildBufferizePipeline(OpPassManager &manager);

/// Zyn and upstream's ops on tensors to the LLVM dialect for the host, with a C
/// interface for every public function. What `--zyn-to-llvm` runs.
void buildZynToLLVMPipeline(OpPassManager &manager,
                            const HostPipelineOptions &options);

/// Registers every pipeline under its command-line name.
void registerPipelines();

} // namespace zyn
} // namespace mlir

#endif // ZYN_PIPELINES_PIPELINES_H
