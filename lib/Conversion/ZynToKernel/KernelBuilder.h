//===- KernelBuilder.h - Builds a kernel and its launch ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELBUILDER_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELBUILDER_H

#include "IndexBuilder.h"
#include "KernelModules.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Builds a kernel that computes `source`, an op in host code, or a part of it.
/// Its arguments are the host values `arguments`. Scalars from outside that the
/// op's body uses become additional arguments; constants are cloned.
class KernelBuilder {
public:
  /// `blockSize` is the number of threads in x, y and z. The kernel gets the
  /// register and block limits of `kernels.getHints()`.
  KernelBuilder(KernelModules &kernels, OpBuilder &host, Operation *source,
                ArrayRef<int64_t> blockSize, ValueRange arguments);

  /// A builder in the kernel's body.
  IndexBuilder &device() { return body; }
  Value argument(unsigned i) { return function.getArgument(i); }
  /// Returns `count` arguments, starting with number `first`.
  SmallVector<Value> arguments(unsigned first, unsigned count);
  /// Returns the kernel's values of the host values `sizes`. Those that are not
  /// constant are its arguments from number `first` on, as `withoutConstants`
  /// returns them.
  SmallVector<Value> importSizes(unsigned first, ValueRange sizes);

  /// Allocates uninitialized static shared memory.
  Value shared(ArrayRef<int64_t> shape, Type element);

  /// Returns the part of the dynamic shared memory that starts at `offset`
  /// bytes, a multiple of `alignment`.
  Value dynamicShared(int64_t offset, ArrayRef<int64_t> shape, Type element,
                      int64_t alignment);

  /// Limits the registers so that `blocks` blocks can be resident on a
  /// multiprocessor, unless the function's `#zyn.kernel` limits them.
  void setMinBlocks(int64_t blocks);

  /// Declares that `blocks` neighboring blocks are a cluster.
  void setClusterSize(int32_t blocks);

  /// Declares that the kernel only performs a part of the op's floating-point
  /// operations, so that profiles do not say how many.
  void setPartOfOp() { isPartOfOp = true; }

  /// Launches the kernel at the insertion point of the host builder, with the
  /// given number of bytes of dynamic shared memory.
  void launch(Value gridX, int64_t dynamicSharedBytes = 0);

private:
  OpBuilder &host;
  KernelHints &hints;
  Operation *source;
  SmallVector<int64_t> blockSize;
  SmallVector<Value> hostArguments;
  gpu::GPUFuncOp function;
  bool isPartOfOp = false;
  struct Body : IndexBuilder {
    using IndexBuilder::captures;
    using IndexBuilder::IndexBuilder;
  } body;
};

/// Returns the sizes that have to be arguments of a kernel.
SmallVector<Value> withoutConstants(ValueRange sizes);
/// Returns a size in host code as a value that is an argument of the kernel
/// even if it is known. With a size that is known, the only iteration of a loop
/// would be merged with the code around it, which takes more registers.
Value makeArgument(IndexBuilder &h, Value size);

/// Allocates a buffer of one dimension in host code. A size that is known is
/// part of its type, as those of the operands are.
Value allocateBuffer(IndexBuilder &h, Value size, Type element);

/// Sets all elements of a buffer of integers to 0, by a map.
void clearBuffer(IndexBuilder &h, Value buffer);

/// Builds both branches of an `scf.if` in host code, or only the one that is
/// taken if `condition` is known.
void buildBranches(IndexBuilder &h, Value condition,
                   function_ref<void(IndexBuilder &)> buildThen,
                   function_ref<void(IndexBuilder &)> buildElse);

/// Returns what a remark about a schedule says about the time of `op`: the
/// least number of clock cycles in which the target's memory reads and writes
/// all operands once. Empty if sizes are not known.
std::string describeMemoryTime(Operation *op,
                               const ::zyn::schedule::GPUTarget &target);

/// Emits a remark with the forms of the kernels of `op` among which the program
/// chooses, and the time that it takes at least. `what` is what the op is
/// called.
void reportForms(Operation *op, const ::zyn::schedule::GPUTarget &target,
                 StringRef name, StringRef what, ArrayRef<StringRef> forms);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELBUILDER_H
