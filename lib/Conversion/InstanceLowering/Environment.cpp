//===- Environment.cpp - What is outside of an instance -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"
#include "Zyn/Runtime/InstanceABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

static_assert(getMaxEnumValForBuffer() + 1 ==
              std::size(zynrt_environment().buffers));

/// Loads a field of the environment, which does not change during a run.
static Value loadField(InstanceBuilder &b, const Environment &environment,
                       Type type, uint64_t offset) {
  Value address = LLVM::GEPOp::create(
      b, environment.pointer.getType(), b.getI8Type(), environment.pointer,
      LLVM::GEPArg(static_cast<int32_t>(offset)));
  return LLVM::LoadOp::create(b, type, address, /*alignment=*/8,
                              /*isVolatile=*/false, /*isNonTemporal=*/false,
                              /*isInvariant=*/true);
}

static uint64_t getOffset(Buffer buffer) {
  return offsetof(zynrt_environment, buffers) +
         static_cast<uint64_t>(buffer) * sizeof(zynrt_buffer);
}

static Value loadSize(InstanceBuilder &b, const Environment &environment,
                      Buffer buffer) {
  return loadField(b, environment, b.getI64Type(),
                   getOffset(buffer) + offsetof(zynrt_buffer, bytes));
}

Value zyn::buildCount(InstanceBuilder &b, const Environment &environment) {
  Value count = loadField(b, environment, b.getI64Type(),
                          offsetof(zynrt_environment, instances));
  return arith::TruncIOp::create(b, b.getI32Type(), count);
}

Value zyn::buildBufferSize(InstanceBuilder &b, const Environment &environment,
                           Buffer buffer) {
  return arith::TruncIOp::create(b, b.getI32Type(),
                                 loadSize(b, environment, buffer));
}

Value zyn::buildBufferAddress(InstanceBuilder &b,
                              const Environment &environment, Buffer buffer,
                              Value offset, Value bytes) {
  Value begin = b.extend(offset);
  // The sum has at most 33 bits.
  Value end = arith::AddIOp::create(b, begin, bytes);
  b.trapIf(b.compare(arith::CmpIPredicate::ugt, end,
                     loadSize(b, environment, buffer)),
           TrapKind::memory_bounds);
  Value base = loadField(b, environment, environment.pointer.getType(),
                         getOffset(buffer) + offsetof(zynrt_buffer, base));
  Value stride = loadField(b, environment, b.getI64Type(),
                           getOffset(buffer) + offsetof(zynrt_buffer, stride));
  Value row = arith::MulIOp::create(b, environment.instance, stride);
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             Value(arith::AddIOp::create(b, row, begin)));
}

Value zyn::buildAtomicAddress(InstanceBuilder &b,
                              const Environment &environment, Value offset,
                              Type type) {
  uint32_t bytes = type.getIntOrFloatBitWidth() / 8;
  Value low = arith::AndIOp::create(b, offset, b.buildI32(bytes - 1));
  b.trapIf(b.compare(arith::CmpIPredicate::ne, low, b.buildI32(0)),
           TrapKind::unaligned_atomic);
  return buildBufferAddress(b, environment, Buffer::shared, offset,
                            b.buildI64(bytes));
}
