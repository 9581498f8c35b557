//===- DeviceMemory.cpp - Memory that a call needs ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"
#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/MemoryPool.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::formatBytes;
using zyn::runtime::MemoryPool;

/// Querying a device for its free memory takes longer than a small copy, so
/// only calls that need more are checked.
static constexpr uint64_t minCheckedBytes = 16 << 20;

//===----------------------------------------------------------------------===//
// Allocations of compiled code
//===----------------------------------------------------------------------===//

/// Returns the size of a buffer that `op` allocates; 0 if it is not known.
static uint64_t bytesOf(mlir::memref::AllocOp op) {
  mlir::MemRefType type = op.getType();
  mlir::Type element = type.getElementType();
  if (!type.hasStaticShape() || type.getMemorySpace() ||
      !(element.isIntOrFloat() || element.isIndex()))
    return 0;
  // More than an int64_t does not fit into any memory.
  return mlir::kernel::getBufferBytes(type).value_or(INT64_MAX);
}

static BufferSize describe(mlir::memref::AllocOp op, uint64_t bytes,
                           const std::string &file) {
  BufferSize buffer;
  buffer.bytes = bytes;
  buffer.shape = op.getType().getShape();
  llvm::raw_string_ostream(buffer.element) << op.getType().getElementType();
  zyn::SourceLocation location = toSourceLocation(op.getLoc(), file);
  buffer.name = "the buffer allocated for " + location.file;
  if (location.line)
    buffer.name += ":" + std::to_string(location.line) + ":" +
                   std::to_string(location.column);
  return buffer;
}

AllocationBound zyn::compiler::boundAllocations(mlir::func::FuncOp function,
                                                const std::string &file) {
  AllocationBound bound;
  if (function.isExternal())
    return bound;
  llvm::DenseMap<mlir::Value, uint64_t> live;
  uint64_t sum = 0;
  for (mlir::Operation &op : function.front()) {
    if (auto alloc = llvm::dyn_cast<mlir::memref::AllocOp>(op)) {
      uint64_t bytes = bytesOf(alloc);
      uint64_t taken = MemoryPool::classSize(bytes);
      live[alloc] = taken;
      sum = llvm::SaturatingAdd(sum, taken);
      bound.bytes = std::max(bound.bytes, sum);
      if (bytes > bound.largest.bytes)
        bound.largest = describe(alloc, bytes, file);
      continue;
    }
    // Branches may or may not free a buffer, and the one that a cast or a view
    // belongs to is not known: the bound stays one if too many count as freed.
    op.walk([&](mlir::memref::DeallocOp free) {
      auto found = live.find(free.getMemref());
      if (found == live.end()) {
        live.clear();
        sum = 0;
      } else {
        sum -= found->second;
        live.erase(found);
      }
    });
  }
  return bound;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static std::string formatShape(const BufferSize &buffer) {
  std::string text;
  for (int64_t size : buffer.shape)
    text += std::to_string(size) + "x";
  return text + buffer.element;
}

/// Returns how many bytes a block may have that takes at most `space` bytes of
/// a pool.
static uint64_t largestBlock(uint64_t space) {
  uint64_t step = MemoryPool::classSize(0);
  uint64_t bytes = space / step * step;
  while (bytes && MemoryPool::classSize(bytes) > space)
    bytes -= step;
  return bytes;
}

/// Says how large `buffer` may be if everything else needs `others`.
static std::string describeFit(BufferSize buffer, uint64_t others,
                               uint64_t available) {
  std::string text = "the largest is " + buffer.name + ", " +
                     formatShape(buffer) + " with " + formatBytes(buffer.bytes);
  if (others >= available)
    return text + ", and all others need " + formatBytes(others);
  uint64_t fitting = largestBlock(available - others);
  if (!buffer.shape.empty()) {
    auto slices = static_cast<uint64_t>(buffer.shape.front());
    uint64_t fittingSlices = fitting / (buffer.bytes / slices);
    buffer.shape.front() = static_cast<int64_t>(fittingSlices);
    if (fittingSlices)
      return text + ", of which " + formatShape(buffer) + " would fit";
  }
  return text + ", of which " + formatBytes(fitting) + " would fit";
}

Error zyn::compiler::checkMemory(Context &context, const Signature &signature,
                                 const std::vector<BufferSize> &arguments,
                                 const ConstantList &constants,
                                 const AllocationBound &allocations) {
  uint64_t forArguments = 0, forConstants = 0;
  const BufferSize *largest = &allocations.largest;
  for (const BufferSize &argument : arguments) {
    forArguments = llvm::SaturatingAdd(forArguments,
                                       MemoryPool::classSize(argument.bytes));
    if (argument.bytes >= largest->bytes)
      largest = &argument;
  }
  for (const std::shared_ptr<runtime::Constant> &constant : constants)
    if (!constant->isLoaded(context))
      forConstants = llvm::SaturatingAdd(
          forConstants, MemoryPool::classSize(constant->size()));
  uint64_t needed =
      llvm::SaturatingAdd(forArguments, forConstants, allocations.bytes);
  if (needed < minCheckedBytes)
    return Error::success();
  uint64_t available = context.availableMemory();
  if (needed <= available)
    return Error::success();
  return Error(Diagnostic{
      Severity::Error,
      signature.location,
      "'" + signature.name + "' needs at least " + formatBytes(needed) +
          " of memory on '" + context.device().label() + "', found " +
          formatBytes(available) + " free: " + formatBytes(forArguments) +
          " for arguments" +
          (forConstants ? ", " + formatBytes(forConstants) + " for constants"
                        : "") +
          " and " + formatBytes(allocations.bytes) + " for what it computes; " +
          describeFit(*largest, needed - MemoryPool::classSize(largest->bytes),
                      available),
      {}});
}
