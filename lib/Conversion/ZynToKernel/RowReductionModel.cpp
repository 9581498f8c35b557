//===- RowReductionModel.cpp - When kernels reduce rows -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowReductionModel.h"
#include "RowStrips.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;

/// The bytes that L2 keeps from one kernel to the next: a third of that of an
/// H200.
static constexpr int64_t kResidentBytes = int64_t(1) << 24;

/// Returns the clock cycles of reading what another kernel has written.
static int64_t getReadCycles(int64_t bytes, const GPUTarget &target) {
  return bytes /
         (bytes <= kResidentBytes ? target.l2Bytes : target.memoryBytes);
}

int64_t mlir::zyn::getReadCycles(MemRefType result, const GPUTarget &target) {
  return ::getReadCycles(result.getNumElements() *
                             kernel::getElementBytes(result.getElementType()),
                         target);
}

/// Returns the number of ops that compute something.
static int64_t countOps(Region &region) {
  return llvm::count_if(region.front().without_terminator(), [](Operation &op) {
    return !op.hasTrait<OpTrait::ConstantLike>();
  });
}

int64_t mlir::zyn::getReductionCycles(const RowReduction &reduction,
                                      MemRefType result,
                                      const GPUTarget &target) {
  int64_t numOps = countOps(*reduction.elements);
  for (const std::unique_ptr<Region> &combiner : reduction.combiners)
    numOps += countOps(*combiner);
  int64_t opsPerCycle = target.threadMultiplications * target.multiprocessors;
  return result.getNumElements() * numOps / opsPerCycle;
}

int64_t mlir::zyn::getStripCycles(const RowReduction &reduction,
                                  MemRefType result, const GPUTarget &target) {
  int64_t bytes = 0;
  for (Type type : reduction.getTypes())
    bytes += kernel::getElementBytes(type);
  ArrayRef<int64_t> shape = result.getShape();
  int64_t numStrips = llvm::product_of(shape.drop_back(), int64_t(1)) *
                      llvm::divideCeil(shape.back(), kStripColumns);
  return 2 * ::getReadCycles(numStrips * bytes, target);
}

static remark::RemarkOpts getRemarkOptions() {
  return remark::RemarkOpts::name("RowStrips").category("zyn-to-kernel");
}

void mlir::zyn::remarkReducedRows(Location loc, const RowReduction &reduction,
                                  int64_t together, int64_t separate) {
  remark::passed(loc, getRemarkOptions()) << remark::reason(
      "the kernel also reduces the rows of its result, of which it stores {0} "
      "strips of 32 columns: about {1} cycles instead of {2}",
      reduction.isOnlyReader ? "only" : "the elements and", together, separate);
}

void mlir::zyn::remarkUnreducedRows(Location loc, const Twine &why) {
  remark::missed(loc, getRemarkOptions()) << remark::reason(
      "the kernel does not reduce the rows of its result: {0}", why.str());
}
