//===- CudaTensorMap.h - Tensor maps from the driver ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDATENSORMAP_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDATENSORMAP_H

#include "Driver.h"
#include "Zyn/Runtime/TensorMap.h"

namespace zyn::runtime {

/// Checks `map` and lets the driver write its 128 bytes to `encoded`. Errors:
/// those of `checkTensorMap`, a driver without tensor maps, the driver's.
Error encodeTensorMap(const Driver &driver, const TensorMap &map,
                      void *encoded);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDATENSORMAP_H
