//===- KernelWork.h - The work of generated kernels ------------ -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELWORK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELWORK_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::zyn {

/// Returns what a launch of `function` for `op` has to do. Its bytes are those
/// of the buffers among `arguments`, each once; twice if the op reads and
/// writes it, and only the accessed elements of those that are accessed at
/// indices in memory. Its floating-point operations are those of the op, unless
/// the kernel only performs a part of them.
kernel::WorkAttr getKernelWork(ComputeOpInterface op, gpu::GPUFuncOp function,
                               ValueRange arguments, bool isPart);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELWORK_H
