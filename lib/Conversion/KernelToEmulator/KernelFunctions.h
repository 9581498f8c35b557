//===- KernelFunctions.h - Kernels as host functions ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOEMULATOR_KERNELFUNCTIONS_H
#define ZYN_LIB_CONVERSION_KERNELTOEMULATOR_KERNELFUNCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::zyn::emulator {

/// The attribute of a `kernel.shared` with its offset in the block's static
/// shared memory, in bytes.
inline constexpr StringLiteral sharedOffsetName = "zynemu.offset";

/// A buffer that a kernel declares: in shared memory, or a constant.
struct DeclaredBuffer {
  int64_t offset, bytes;
  Location loc;
  /// The op that declares it.
  std::string op;
  /// The name of the global, if it is a constant.
  std::string global;
};

/// What the emulator needs to know about a kernel before it runs it.
struct KernelFunction {
  KernelFunction(StringRef name, Location loc) : name(name), loc(loc) {}

  std::string name;
  Location loc;
  int64_t sharedBytes = 0, localBytes = 0, maxThreads = 0;
  int64_t clusterSize[3] = {1, 1, 1};
  SmallVector<DeclaredBuffer> buffers;
};

/// Converts each function of `module` to a `func.func` whose first argument is
/// the thread that executes it, and assigns each buffer in shared memory its
/// offset. Returns the kernels among them.
SmallVector<KernelFunction> prepareFunctions(gpu::GPUModuleOp module);

/// Returns the name of the record of a kernel, a `zynemu_kernel`.
std::string getRecordName(StringRef kernel);

/// Creates the record of each kernel and the function through which the
/// emulator calls it. The kernels must already be functions of the llvm
/// dialect.
void createRecords(gpu::GPUModuleOp module, ArrayRef<KernelFunction> kernels);

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_KERNELFUNCTIONS_H
