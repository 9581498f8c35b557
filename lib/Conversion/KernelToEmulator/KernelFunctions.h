//===- KernelFunctions.h - Kernels as functions of the host -----*- C++ -*-===//
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

/// The attribute of a `kernel.shared` that says where it lies in the block's
/// static shared memory, in bytes.
inline constexpr StringLiteral sharedOffsetName = "zynemu.offset";

/// A buffer that a kernel declares: in shared memory, or a constant.
struct DeclaredBuffer {
  int64_t offset, bytes;
  Location loc;
  /// The op that declares it.
  std::string op;
  /// Of a constant, the global's name.
  std::string global;
};

/// What the emulator has to know of a kernel before it runs it.
struct KernelFunction {
  KernelFunction(StringRef name, Location loc) : name(name), loc(loc) {}

  std::string name;
  Location loc;
  int64_t sharedBytes = 0, localBytes = 0, maxThreads = 0;
  int64_t clusterSize[3] = {1, 1, 1};
  SmallVector<DeclaredBuffer> buffers;
};

/// Makes a `func.func` of each function of `module`, with the thread that
/// executes it as an argument before the others, and gives each buffer in
/// shared memory its offset. Returns the kernels among them.
SmallVector<KernelFunction> prepareFunctions(gpu::GPUModuleOp module);

/// The name of the record, a `zynemu_kernel`, of a kernel.
std::string recordName(StringRef kernel);

/// Makes the record of each kernel, and the function with which the emulator
/// calls it. The kernels are functions of the LLVM dialect by now.
void createRecords(gpu::GPUModuleOp module, ArrayRef<KernelFunction> kernels);

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_KERNELFUNCTIONS_H
