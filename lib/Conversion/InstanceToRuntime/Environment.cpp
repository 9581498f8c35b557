//===- Environment.cpp - Lowers accesses to the environment ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

static Environment getEnvironment(StateBuilder &builder) {
  Value store =
      builder.loadField(builder.getPointerType(), builder.getInstance(),
                        offsetof(zynrt_instance, store),
                        /*invariant=*/true);
  auto load = [&](Type type, uint64_t offset) {
    return builder.loadField(type, store, offset, /*invariant=*/true);
  };
  return {load(builder.getPointerType(), offsetof(zynrt_store, environment)),
          load(builder.getI64Type(), offsetof(zynrt_store, instance))};
}

static Value lowerId(IdOp op, StateBuilder &builder) {
  return arith::TruncIOp::create(builder, builder.getI32Type(),
                                 getEnvironment(builder).instance);
}

static Value lowerCount(CountOp op, StateBuilder &builder) {
  return buildCount(builder, getEnvironment(builder));
}

static Value lowerClock(ClockOp op, StateBuilder &builder) {
  return builder.callRuntime("zynrtInstanceClock", {});
}

static Value lowerBufferSize(BufferSizeOp op, StateBuilder &builder) {
  return buildBufferSize(builder, getEnvironment(builder), op.getBuffer());
}

static Value lowerBufferRead(BufferReadOp op, StateBuilder &builder) {
  Value bytes =
      buildBufferAddress(builder, getEnvironment(builder), op.getBuffer(),
                         op.getFrom(), builder.extend(op.getSize()));
  builder.callOrTrap("zynrtBufferRead",
                     {builder.getReference(op.getMemory()), op.getAddress(),
                      bytes, op.getSize()},
                     TrapKind::memory_bounds);
  return Value();
}

static Value lowerBufferWrite(BufferWriteOp op, StateBuilder &builder) {
  Value bytes =
      buildBufferAddress(builder, getEnvironment(builder), op.getBuffer(),
                         op.getTo(), builder.extend(op.getSize()));
  builder.callOrTrap("zynrtBufferWrite",
                     {bytes, builder.getReference(op.getMemory()),
                      op.getAddress(), op.getSize()},
                     TrapKind::memory_bounds);
  return Value();
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

template <typename OpTy>
static Value buildAddress(OpTy op, StateBuilder &builder, Type type) {
  return buildAtomicAddress(builder, getEnvironment(builder), op.getOffset(),
                            type);
}

static unsigned getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

static Value lowerAtomicLoad(AtomicLoadOp op, StateBuilder &builder) {
  Type type = op.getType();
  return LLVM::LoadOp::create(builder, type, buildAddress(op, builder, type),
                              getBytes(type), /*isVolatile=*/false,
                              /*isNonTemporal=*/false, /*isInvariant=*/false,
                              /*isInvariantGroup=*/false,
                              LLVM::AtomicOrdering::monotonic);
}

static Value lowerAtomicStore(AtomicStoreOp op, StateBuilder &builder) {
  Type type = op.getValue().getType();
  LLVM::StoreOp::create(builder, op.getValue(), buildAddress(op, builder, type),
                        getBytes(type), /*isVolatile=*/false,
                        /*isNonTemporal=*/false, /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::monotonic);
  return Value();
}

static LLVM::AtomicBinOp getOperation(AtomicKind kind, Type type) {
  switch (kind) {
  case AtomicKind::add:
    return isa<FloatType>(type) ? LLVM::AtomicBinOp::fadd
                                : LLVM::AtomicBinOp::add;
  case AtomicKind::sub:
    return LLVM::AtomicBinOp::sub;
  case AtomicKind::And:
    return LLVM::AtomicBinOp::_and;
  case AtomicKind::Or:
    return LLVM::AtomicBinOp::_or;
  case AtomicKind::Xor:
    return LLVM::AtomicBinOp::_xor;
  case AtomicKind::exchange:
    return LLVM::AtomicBinOp::xchg;
  case AtomicKind::min_s:
    return LLVM::AtomicBinOp::min;
  case AtomicKind::min_u:
    return LLVM::AtomicBinOp::umin;
  case AtomicKind::max_s:
    return LLVM::AtomicBinOp::max;
  case AtomicKind::max_u:
    return LLVM::AtomicBinOp::umax;
  }
  llvm_unreachable("unknown kind of an atomic");
}

static Value lowerAtomicUpdate(AtomicUpdateOp op, StateBuilder &builder) {
  Type type = op.getType();
  return LLVM::AtomicRMWOp::create(builder, getOperation(op.getKind(), type),
                                   buildAddress(op, builder, type),
                                   op.getValue(),
                                   LLVM::AtomicOrdering::monotonic);
}

static Value lowerAtomicCompareExchange(AtomicCompareExchangeOp op,
                                        StateBuilder &builder) {
  Value exchange = LLVM::AtomicCmpXchgOp::create(
      builder, buildAddress(op, builder, op.getType()), op.getExpected(),
      op.getDesired(), LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic);
  return LLVM::ExtractValueOp::create(builder, exchange, 0);
}

static Value lowerFence(FenceOp op, StateBuilder &builder) {
  LLVM::FenceOp::create(builder, LLVM::AtomicOrdering::acq_rel);
  return Value();
}

void zyn::populateEnvironmentPatterns(RewritePatternSet &patterns,
                                      const RuntimeLowering &lowering) {
  addLowerings(patterns, lowering, lowerId, lowerCount, lowerClock,
               lowerBufferSize, lowerBufferRead, lowerBufferWrite,
               lowerAtomicLoad, lowerAtomicStore, lowerAtomicUpdate,
               lowerAtomicCompareExchange, lowerFence);
}
