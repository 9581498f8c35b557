//===- LaunchWork.h - The work of launches --------------------- -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_LAUNCHWORK_H
#define ZYN_DIALECT_KERNEL_IR_LAUNCHWORK_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::kernel {

/// Builds the `#kernel.work` of a launch with given arguments. Amounts are null
/// if they are not known.
class WorkBuilder {
public:
  WorkBuilder(MLIRContext *context, ValueRange arguments)
      : context(context), arguments(arguments) {}

  /// Returns the buffer of an argument, or the one that a tensor map describes;
  /// null if it has none.
  static Value getBuffer(Value argument);

  /// Returns dimension `dim` of a buffer.
  AffineExpr getSize(Value buffer, int64_t dim);
  /// Returns the number of elements of a buffer.
  AffineExpr getElements(Value buffer);
  /// Returns the bytes of a buffer; elements take whole bytes.
  AffineExpr getBytes(Value buffer);

  AffineExpr constant(int64_t value) const {
    return getAffineConstantExpr(value, context);
  }
  AffineExpr multiply(AffineExpr a, AffineExpr b) const;
  AffineExpr add(AffineExpr a, AffineExpr b) const;

  WorkAttr build(AffineExpr bytes, AffineExpr flops, FlopUnit unit) const;

private:
  AffineExpr getSymbol(unsigned argument, int64_t dim);

  MLIRContext *context;
  ValueRange arguments;
  SmallVector<int64_t> sizes;
};

/// Returns the bytes of an element in memory.
int64_t getStoredBytes(Type element);

/// Returns the `#kernel.work` of a launch, or else what is known of it: the
/// bytes of its buffers, each once.
WorkAttr getWork(gpu::LaunchFuncOp launch);

/// The number of launches that become one: each block compares its index with
/// all of them to select its arguments.
inline constexpr unsigned maxMergedLaunches = 8;

/// Returns the work of a launch that does what several do. `numbers` has the
/// numbers of each one's arguments among those of the launch.
WorkAttr addWorks(ArrayRef<WorkAttr> works,
                  ArrayRef<SmallVector<unsigned>> numbers);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_IR_LAUNCHWORK_H
