//===- KernelHints.h - What #zyn.kernel asks of kernels ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELHINTS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELHINTS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::zyn {

/// A parameter of `#zyn.kernel` that a kernel may not be able to follow. The
/// value of `Workgroup` is the number of threads, that of a flag is 0 or 1.
enum class KernelHint {
  Workgroup,
  MinBlocks,
  VectorWidth,
  UnrollFactor,
  Coalesced,
  AsyncCopy,
};

/// The `#zyn.kernel` of the function around an op, and what the op's kernels
/// make of it. Schedules get the hints that they can follow, and state what
/// each of their kernels has. `report` emits a remark for each difference, and
/// for each hint about which nothing was stated, so that none is ignored
/// silently.
class KernelHints {
public:
  explicit KernelHints(Operation *op);

  /// Returns the value of `hint`, or `otherwise` if it is not given.
  int64_t get(KernelHint hint, int64_t otherwise) const;
  /// Returns the size of a block in x, y and z, or `otherwise` if it is not
  /// given.
  SmallVector<int64_t, 3> getBlock(ArrayRef<int64_t> otherwise) const;
  /// Returns the number of threads of a block if it has to be a power of two,
  /// and all warps have to be whole.
  int64_t getPowerOf2Threads(int64_t otherwise) const;
  bool allowsTensorCores() const { return !attr || attr.getTensorCores(); }
  /// Whether the registers, the shared memory or the resident blocks of a
  /// kernel are limited.
  bool limitsResources() const {
    return attr && (attr.getMaxRegisters() || attr.getMinBlocks() ||
                    attr.getSharedMemory());
  }

  /// Returns the maximum number of bytes of shared memory of a block, or
  /// `otherwise` if it is not limited.
  int64_t getSharedMemory(int64_t otherwise) const {
    return attr && attr.getSharedMemory()
               ? std::min(attr.getSharedMemory(), otherwise)
               : otherwise;
  }

  /// States that a kernel has `value`, and why, if the hint asks for another
  /// one. The first reason for a value is reported.
  void state(KernelHint hint, int64_t value, const Twine &reason);
  /// States that a hint does not apply to a kernel.
  void ignore(KernelHint hint, const Twine &reason);
  /// States the size of a block.
  void stateBlock(ArrayRef<int64_t> size);
  /// States that a thread has `unroll` accesses of `width` elements in flight.
  /// Accesses have at most `fullWidth` elements, which is `vector_width`, or
  /// fewer if these do not fit into an access.
  void stateAccesses(int64_t width, int64_t fullWidth, int64_t unroll);
  /// States what the op computes. Without it, any `type` is right.
  void stateType(KernelType value) { type = value; }

  /// Sets the limits that the PTX of `kernel` declares.
  void setLimits(gpu::GPUFuncOp kernel) const;
  /// Checks that `kernel` does not need more shared memory than allowed, and
  /// states how many of its blocks can be resident.
  LogicalResult checkResources(gpu::GPUFuncOp kernel);

  /// Emits the remarks.
  void report() const;

private:
  friend class KernelTypes;

  struct Difference {
    std::string text, reason;
  };

  void addDifference(std::string text, const Twine &reason);

  Location loc;
  OperationName name;
  KernelAttr attr; ///< may be null
  KernelType type = KernelType::Custom;
  llvm::SmallSet<KernelHint, 4> stated;
  SmallVector<Difference> differences;
};

/// Compares the `type` of each function's `#zyn.kernel` with what its ops
/// compute. A function with several ops may have the type of any of them.
class KernelTypes {
public:
  void add(FunctionOpInterface function, const KernelHints &hints);
  /// Emits a remark for each function whose type is that of none of its ops.
  void report() const;

private:
  struct FunctionOps {
    llvm::SetVector<StringRef> names;
    bool hasType = false;
  };
  llvm::MapVector<FunctionOpInterface, FunctionOps> functions;
};

/// Returns the `#zyn.kernel` attribute of the function around `op`, or null.
KernelAttr getKernelAttr(Operation *op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELHINTS_H
