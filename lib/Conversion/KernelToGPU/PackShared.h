//===- PackShared.h - One buffer for static shared memory -------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOGPU_PACKSHARED_H
#define ZYN_LIB_CONVERSION_KERNELTOGPU_PACKSHARED_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::zyn {

/// Keeps dynamic shared memory aligned: if it needs an alignment of more than
/// 16 bytes, merges the static buffers of each function into one whose size is
/// a multiple of it.
void packSharedMemory(gpu::GPUModuleOp module);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_KERNELTOGPU_PACKSHARED_H
