//===- ZynDialect.cpp - The zyn dialect -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

#include "Zyn/Dialect/Zyn/IR/ZynDialect.cpp.inc"
#include "Zyn/Dialect/Zyn/IR/ZynEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Zyn/IR/ZynAttributes.cpp.inc"

namespace {

/// Lets functions with ops of the dialect be inlined: the ops mean the same
/// anywhere, unless their checks or hints are other ones there.
struct ZynInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *destination, bool,
                       IRMapping &) const override {
    Operation *parent = destination->getParentOp();
    auto source = op->getParentOfType<FunctionOpInterface>();
    auto target = dyn_cast<FunctionOpInterface>(parent);
    if (!target)
      target = parent->getParentOfType<FunctionOpInterface>();
    return source && target && getInliningObstacle(source, target).empty();
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
};

} // namespace

void ZynDialect::initialize() {
  addInterfaces<ZynInlinerInterface>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Zyn/Dialect/Zyn/IR/ZynAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Zyn/Dialect/Zyn/IR/ZynOps.cpp.inc"
      >();
}

/// Checks that an attribute of an op for which it `isValid` is an `AttrTy`.
template <typename AttrTy>
static LogicalResult verifyAttr(Operation *op, NamedAttribute attr,
                                bool isValid, StringRef ops) {
  if (!isValid)
    return op->emitOpError("has '")
           << attr.getName().getValue() << "', which is only valid on " << ops;
  if (!isa<AttrTy>(attr.getValue()))
    return op->emitOpError("expected '")
           << attr.getName().getValue() << "' to be a #zyn."
           << AttrTy::getMnemonic() << " attribute, found " << attr.getValue();
  return success();
}

/// Checks that an upper bound, or -1, is given for each loop.
static LogicalResult verifyMaxSizes(Operation *op, NamedAttribute attr) {
  auto computeOp = dyn_cast<ComputeOpInterface>(op);
  if (!computeOp)
    return op->emitOpError("has '")
           << kMaxSizesAttrName << "', which is only valid on ops of the zyn "
           << "dialect with an iteration space";
  size_t numLoops = computeOp.getLoopIteratorTypes().size();
  auto sizes = dyn_cast<DenseI64ArrayAttr>(attr.getValue());
  if (!sizes || static_cast<size_t>(sizes.size()) != numLoops ||
      llvm::any_of(sizes.asArrayRef(), [](int64_t size) { return size < -1; }))
    return op->emitOpError("expected '")
           << kMaxSizesAttrName << "' to be an array of the greatest size, or "
           << "-1, of each of the " << numLoops << " loops, found "
           << attr.getValue();
  return success();
}

LogicalResult ZynDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  bool isFunction = isa<FunctionOpInterface>(op);
  if (attr.getName() == kKernelAttrName)
    return verifyAttr<KernelAttr>(op, attr, isFunction, "functions");
  if (attr.getName() == kConstraintsAttrName)
    return verifyAttr<ConstraintsAttr>(op, attr, isFunction, "functions");
  if (attr.getName() == kTileAttrName)
    return verifyAttr<TileAttr>(op, attr, isa<MatmulOp>(op), "zyn.matmul");
  if (attr.getName() == kMaxSizesAttrName)
    return verifyMaxSizes(op, attr);
  return op->emitOpError("has an unknown attribute '")
         << attr.getName().getValue() << "'; expected '" << kKernelAttrName
         << "', '" << kConstraintsAttrName << "', '" << kTileAttrName
         << "' or '" << kMaxSizesAttrName << "'";
}

LogicalResult KernelAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError, KernelType type,
    DeviceTarget device, DenseI32ArrayAttr workgroup, int64_t sharedMemory,
    int64_t maxRegisters, int64_t minBlocks, bool tensorCores,
    int64_t vectorWidth, int64_t unrollFactor, bool coalesced, bool asyncCopy) {
  int64_t threads = 0; // if known
  if (workgroup) {
    ArrayRef<int32_t> size = workgroup.asArrayRef();
    if (size.size() != 3)
      return emitError() << "expected a workgroup of three sizes [x, y, z], "
                            "found "
                         << size.size();
    threads = 1;
    for (int32_t extent : size) {
      if (extent < 1 || extent > limits::maxThreadsPerBlock)
        return emitError() << "expected workgroup sizes from 1 to "
                           << limits::maxThreadsPerBlock << ", found "
                           << extent;
      threads *= extent;
    }
    if (threads > limits::maxThreadsPerBlock)
      return emitError() << "expected a workgroup of at most "
                         << limits::maxThreadsPerBlock << " threads, found ["
                         << size << "] with " << threads;
    if (size[2] > limits::maxBlockSize[2])
      return emitError() << "expected a workgroup size in z from 1 to "
                         << limits::maxBlockSize[2] << ", found " << size[2];
  }
  if (sharedMemory < 0 || sharedMemory > limits::sharedBytesPerBlock)
    return emitError() << "expected shared_memory in bytes, from 0 to "
                       << limits::sharedBytesPerBlock << ", found "
                       << sharedMemory;
  if (maxRegisters != 0 && (maxRegisters < limits::minRegistersPerThread ||
                            maxRegisters > limits::maxRegistersPerThread))
    return emitError() << "expected max_registers from "
                       << limits::minRegistersPerThread << " to "
                       << limits::maxRegistersPerThread << ", found "
                       << maxRegisters;
  if (minBlocks < 0 || minBlocks > limits::maxBlocksPerMultiprocessor)
    return emitError() << "expected min_blocks from 1 to "
                       << limits::maxBlocksPerMultiprocessor << ", found "
                       << minBlocks;
  if (minBlocks * threads > limits::maxThreadsPerMultiprocessor)
    return emitError() << "expected min_blocks of " << threads
                       << " threads to be at most the "
                       << limits::maxThreadsPerMultiprocessor
                       << " threads of a multiprocessor, found " << minBlocks
                       << " blocks";
  if (minBlocks * threads * maxRegisters > limits::registersPerMultiprocessor)
    return emitError() << "expected min_blocks of " << threads
                       << " threads with max_registers = " << maxRegisters
                       << " to fit into the "
                       << limits::registersPerMultiprocessor
                       << " registers of a multiprocessor, found " << minBlocks
                       << " blocks";
  if (vectorWidth != 0 && (vectorWidth < 0 || vectorWidth > 16 ||
                           (vectorWidth & (vectorWidth - 1)) != 0))
    return emitError() << "expected a vector_width of 1, 2, 4, 8 or 16, found "
                       << vectorWidth;
  if (unrollFactor < 0 || unrollFactor > 16)
    return emitError() << "expected an unroll_factor from 1 to 16, found "
                       << unrollFactor;
  return success();
}

LogicalResult
ConstraintsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                        bool noAlloc, bool noSyscalls, bool inlineAlways,
                        bool unchecked, bool criticalPath, int64_t cpuAffinity,
                        int64_t targetLatencyNs, OptLevel optLevel) {
  if (cpuAffinity < -1)
    return emitError()
           << "expected cpu_affinity to be the number of a core, found "
           << cpuAffinity;
  if (targetLatencyNs == 0 || targetLatencyNs < -1)
    return emitError()
           << "expected target_latency_ns in nanoseconds, at least 1, found "
           << targetLatencyNs;
  if (optLevel == OptLevel::O0 && (criticalPath || inlineAlways))
    return emitError() << "expected "
                       << (criticalPath ? "critical_path" : "inline_always")
                       << " without opt_level = O0, at which nothing is "
                          "optimized or inlined";
  return success();
}

LogicalResult
TileAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                 TileUnit unit, int64_t rows, int64_t columns, bool transposed,
                 bool split) {
  if (rows < 1 || columns < 1)
    return emitError() << "expected rows and columns of at least 1, found "
                       << rows << " and " << columns;
  return success();
}
