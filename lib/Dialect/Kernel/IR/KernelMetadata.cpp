//===- KernelMetadata.cpp - Attributes of kernels -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

static std::optional<int64_t> getInteger(Operation *op, StringRef name) {
  if (auto value = op->getAttrOfType<IntegerAttr>(name))
    return value.getInt();
  return std::nullopt;
}

/// Returns the maximum number of threads in a block that a kernel specifies.
static std::optional<int64_t> getThreads(gpu::GPUFuncOp function) {
  if (std::optional<ArrayRef<int32_t>> size = function.getKnownBlockSize()) {
    int64_t threads = 1;
    for (int32_t dimension : *size)
      threads *= dimension;
    return threads;
  }
  return getInteger(function, KernelDialect::getMaxThreadsAttrName());
}

/// Checks that the attributes of a kernel are consistent.
static LogicalResult verifyConsistency(gpu::GPUFuncOp function) {
  std::optional<int64_t>
      threads = getThreads(function),
      limit = getInteger(function, KernelDialect::getMaxThreadsAttrName()),
      blocks = getInteger(function, KernelDialect::getMinBlocksAttrName()),
      registers =
          getInteger(function, KernelDialect::getMaxRegistersAttrName());
  if (limit && *threads > *limit)
    return function.emitOpError("expected 'kernel.max_threads' to be at least "
                                "the number of threads in known_block_size, ")
           << *threads << ", found " << *limit;
  if (blocks && !threads)
    return function.emitOpError("expected 'kernel.max_threads' or "
                                "known_block_size with 'kernel.min_blocks'");
  if (blocks && registers &&
      *blocks * *threads * *registers > limits::registersPerMultiprocessor)
    return function.emitOpError("expected 'kernel.min_blocks' of ")
           << *threads
           << " threads with 'kernel.max_registers' = " << *registers
           << " to fit into the " << limits::registersPerMultiprocessor
           << " registers of a multiprocessor, found " << *blocks << " blocks";
  return success();
}

/// Checks that the sizes of `kernel.work` are those of arguments.
static LogicalResult verifyWork(Operation *op, Attribute attribute) {
  auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
  if (!launch)
    return op->emitOpError("expected 'kernel.work' on a gpu.launch_func only");
  auto work = dyn_cast<WorkAttr>(attribute);
  if (!work)
    return op->emitOpError("expected #kernel.work for 'kernel.work', found ")
           << attribute;
  ArrayRef<int64_t> sizes = work.getSizes();
  for (; !sizes.empty(); sizes = sizes.drop_front(2)) {
    int64_t argument = sizes[0], dim = sizes[1];
    OperandRange arguments = launch.getKernelOperands();
    if (argument < 0 || argument >= static_cast<int64_t>(arguments.size()))
      return op->emitOpError("expected 'kernel.work' to have sizes of the ")
             << arguments.size() << " kernel arguments, found argument #"
             << argument;
    Type type = arguments[argument].getType();
    auto buffer = dyn_cast<MemRefType>(type);
    if (dim == -1 ? !type.isIndex()
                  : !buffer || dim < 0 || dim >= buffer.getRank())
      return op->emitOpError("expected 'kernel.work' to have dimensions of "
                             "buffers, or -1 for an index, found ")
             << dim << " for argument #" << argument << " of type " << type;
  }
  return success();
}

static LogicalResult verifyAfter(Operation *op, Attribute attribute) {
  if (!isa<gpu::LaunchFuncOp>(op))
    return op->emitOpError("expected 'kernel.after' on a gpu.launch_func only");
  auto value = dyn_cast<IntegerAttr>(attribute);
  if (value && value.getType().isInteger(64) && value.getInt() >= 0)
    return success();
  return op->emitOpError("expected a number of type i64 that is not negative "
                         "for 'kernel.after', found ")
         << attribute;
}

LogicalResult
KernelDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == getWorkAttrName())
    return verifyWork(op, attribute.getValue());
  if (name == getAfterAttrName())
    return verifyAfter(op, attribute.getValue());
  int64_t least = 1, most = 0;
  if (name == getMaxThreadsAttrName())
    most = limits::maxThreadsPerBlock;
  else if (name == getMinBlocksAttrName())
    most = limits::maxBlocksPerMultiprocessor;
  else if (name == getMaxRegistersAttrName())
    least = limits::minRegistersPerThread, most = limits::maxRegistersPerThread;
  else
    return op->emitOpError("has the unknown attribute '")
           << name
           << "'; expected 'kernel.max_threads', 'kernel.min_blocks', "
              "'kernel.max_registers', 'kernel.work' or 'kernel.after'";
  auto function = dyn_cast<gpu::GPUFuncOp>(op);
  if (!function || !function.isKernel())
    return op->emitOpError("expected '")
           << name << "' on a gpu.func with 'kernel' only";
  auto value = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!value || value.getInt() < least || value.getInt() > most)
    return op->emitOpError("expected an integer from ")
           << least << " to " << most << " for '" << name << "', found "
           << attribute.getValue();
  return verifyConsistency(function);
}
