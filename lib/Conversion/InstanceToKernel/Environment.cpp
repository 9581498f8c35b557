//===- Environment.cpp - Lowers accesses to the environment ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

static Environment getEnvironment(DeviceBuilder &builder) {
  return {builder.loadFrame(builder.getPointerType(kGlobalSpace),
                            kFrameEnvironment),
          builder.loadFrame(builder.getI64Type(), kFrameInstance)};
}

static Value lowerId(IdOp op, DeviceBuilder &builder) {
  return arith::TruncIOp::create(builder, builder.getI32Type(),
                                 getEnvironment(builder).instance);
}

static Value lowerCount(CountOp op, DeviceBuilder &builder) {
  return buildCount(builder, getEnvironment(builder));
}

static Value lowerClock(ClockOp op, DeviceBuilder &builder) {
  return kernel::NanotimeOp::create(builder);
}

static Value lowerBufferSize(BufferSizeOp op, DeviceBuilder &builder) {
  return buildBufferSize(builder, getEnvironment(builder), op.getBuffer());
}

template <typename OpTy>
static void lowerCopy(OpTy op, DeviceBuilder &builder, Value bufferOffset,
                      StringRef function) {
  Value size = builder.extend(op.getSize()),
        address = builder.extend(op.getAddress());
  Value bytes = buildBufferAddress(builder, getEnvironment(builder),
                                   op.getBuffer(), bufferOffset, size);
  builder.checkRange(address, size, builder.buildWord(op.getMemory()),
                     TrapKind::memory_bounds);
  builder.callMemoryLibrary(function, {address, bytes, size});
}

static Value lowerBufferRead(BufferReadOp op, DeviceBuilder &builder) {
  lowerCopy(op, builder, op.getFrom(), "copy_to_memory");
  return Value();
}

static Value lowerBufferWrite(BufferWriteOp op, DeviceBuilder &builder) {
  lowerCopy(op, builder, op.getTo(), "copy_from_memory");
  return Value();
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

/// Returns a buffer whose only element is the value.
template <typename OpTy>
static Value buildElement(OpTy op, DeviceBuilder &builder, Type type) {
  Value address = buildAtomicAddress(builder, getEnvironment(builder),
                                     op.getOffset(), type);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  address = LLVM::AddrSpaceCastOp::create(builder, pointer, address);
  auto descriptor = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {pointer, pointer, builder.getI64Type()});
  Value value = LLVM::PoisonOp::create(builder, descriptor);
  for (int64_t i : {0, 1})
    value = LLVM::InsertValueOp::create(builder, value, address, i);
  value = LLVM::InsertValueOp::create(builder, value, builder.buildI64(0), 2);
  return UnrealizedConversionCastOp::create(builder, MemRefType::get({}, type),
                                            value)
      .getResult(0);
}

static Value lowerAtomicLoad(AtomicLoadOp op, DeviceBuilder &builder) {
  return kernel::AtomicLoadOp::create(
      builder, op.getType(), kernel::Scope::device,
      kernel::MemoryOrder::relaxed, buildElement(op, builder, op.getType()),
      ValueRange());
}

static Value lowerAtomicStore(AtomicStoreOp op, DeviceBuilder &builder) {
  kernel::AtomicStoreOp::create(
      builder, kernel::Scope::device, kernel::MemoryOrder::relaxed,
      op.getValue(), buildElement(op, builder, op.getValue().getType()),
      ValueRange());
  return Value();
}

static kernel::AtomicKind getKind(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::add:
    return kernel::AtomicKind::add;
  case AtomicKind::sub:
    return kernel::AtomicKind::sub;
  case AtomicKind::And:
    return kernel::AtomicKind::And;
  case AtomicKind::Or:
    return kernel::AtomicKind::Or;
  case AtomicKind::Xor:
    return kernel::AtomicKind::Xor;
  case AtomicKind::exchange:
    return kernel::AtomicKind::exchange;
  case AtomicKind::min_s:
    return kernel::AtomicKind::min;
  case AtomicKind::min_u:
    return kernel::AtomicKind::umin;
  case AtomicKind::max_s:
    return kernel::AtomicKind::max;
  case AtomicKind::max_u:
    return kernel::AtomicKind::umax;
  }
  llvm_unreachable("unknown kind of an atomic");
}

static Value lowerAtomicUpdate(AtomicUpdateOp op, DeviceBuilder &builder) {
  return kernel::AtomicOp::create(
      builder, op.getType(), getKind(op.getKind()), kernel::Scope::device,
      kernel::MemoryOrder::relaxed, op.getValue(),
      buildElement(op, builder, op.getType()), ValueRange());
}

static Value lowerAtomicCompareExchange(AtomicCompareExchangeOp op,
                                        DeviceBuilder &builder) {
  return kernel::AtomicCasOp::create(
      builder, op.getType(), kernel::Scope::device,
      kernel::MemoryOrder::relaxed, op.getExpected(), op.getDesired(),
      buildElement(op, builder, op.getType()), ValueRange());
}

static Value lowerFence(FenceOp op, DeviceBuilder &builder) {
  kernel::FenceOp::create(builder, kernel::Scope::device);
  return Value();
}

void zyn::populateEnvironmentPatterns(RewritePatternSet &patterns,
                                      const DeviceLowering &lowering) {
  addLowerings(patterns, lowering, lowerId, lowerCount, lowerClock,
               lowerBufferSize, lowerBufferRead, lowerBufferWrite,
               lowerAtomicLoad, lowerAtomicStore, lowerAtomicUpdate,
               lowerAtomicCompareExchange, lowerFence);
}
