//===- CudaGraph.h - Graphs of the driver -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAGRAPH_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAGRAPH_H

#include "../../Backend.h"
#include "Driver.h"

namespace zyn::runtime {

/// Records what `work` does on `queue`. Errors: that of `work`, a driver that
/// is too old, work that a graph cannot include.
Expected<std::unique_ptr<BackendGraph>>
captureGraph(const Driver &driver, cu::Stream queue,
             const std::function<Error()> &work);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAGRAPH_H
