//===- Memory.cpp - Lowers accesses to memory------------------------------===//
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

/// Returns the pointer to `bits` bits at `address + offset`, and traps if some
/// of them are outside of the memory. The sums have at most 34 bits, so they do
/// not overflow.
static Value buildCheckedPointer(StateBuilder &builder, StringRef name,
                                 Value address, uint64_t offset, Type type) {
  Value memory = builder.getReference(name);
  Value size = builder.loadField(builder.getI64Type(), memory,
                                 offsetof(zynrt_memory, bytes));
  Value begin = builder.extend(address);
  uint64_t end = offset + type.getIntOrFloatBitWidth() / 8;
  Value last = arith::AddIOp::create(builder, begin, builder.buildI64(end));
  builder.trapIf(builder.compare(arith::CmpIPredicate::ugt, last, size),
                 TrapKind::memory_bounds);
  Value base = builder.getMemoryBase(name);
  Value effective =
      arith::AddIOp::create(builder, begin, builder.buildI64(offset));
  return LLVM::GEPOp::create(builder, builder.getPointerType(),
                             builder.getI8Type(), base, effective);
}

static Value lowerLoad(LoadOp op, StateBuilder &builder) {
  Value pointer = buildCheckedPointer(builder, op.getMemory(), op.getAddress(),
                                      op.getOffset(), op.getType());
  return LLVM::LoadOp::create(builder, op.getType(), pointer,
                              /*alignment=*/1);
}

static Value lowerStore(StoreOp op, StateBuilder &builder) {
  Value pointer = buildCheckedPointer(builder, op.getMemory(), op.getAddress(),
                                      op.getOffset(), op.getValue().getType());
  LLVM::StoreOp::create(builder, op.getValue(), pointer, /*alignment=*/1);
  return Value();
}

static Value lowerMemorySize(MemorySizeOp op, StateBuilder &builder) {
  Value bytes = builder.loadField(builder.getI64Type(),
                                  builder.getReference(op.getMemory()),
                                  offsetof(zynrt_memory, bytes));
  Value pages =
      arith::DivUIOp::create(builder, bytes, builder.buildI64(kPageBytes));
  return arith::TruncIOp::create(builder, builder.getI32Type(), pages);
}

static Value lowerMemoryGrow(MemoryGrowOp op, StateBuilder &builder) {
  return builder.callRuntime(
      "zynrtMemoryGrow", {builder.getReference(op.getMemory()), op.getPages()});
}

static Value lowerMemoryFill(MemoryFillOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtMemoryFill",
                     {builder.getReference(op.getMemory()), op.getAddress(),
                      op.getValue(), op.getSize()},
                     TrapKind::memory_bounds);
  return Value();
}

static Value lowerMemoryCopy(MemoryCopyOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtMemoryCopy",
                     {builder.getReference(op.getDestination()),
                      op.getAddress(), builder.getReference(op.getSource()),
                      op.getFrom(), op.getSize()},
                     TrapKind::memory_bounds);
  return Value();
}

static Value lowerMemoryInit(MemoryInitOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtMemoryInit",
                     {builder.getReference(op.getMemory()), op.getAddress(),
                      builder.buildSegment(op.getData()), op.getFrom(),
                      op.getSize()},
                     TrapKind::memory_bounds);
  return Value();
}

static Value lowerDataDrop(DataDropOp op, StateBuilder &builder) {
  builder.dropSegment(op.getData());
  return Value();
}

void zyn::populateMemoryPatterns(RewritePatternSet &patterns,
                                 const RuntimeLowering &lowering) {
  addLowerings(patterns, lowering, lowerLoad, lowerStore, lowerMemorySize,
               lowerMemoryGrow, lowerMemoryFill, lowerMemoryCopy,
               lowerMemoryInit, lowerDataDrop);
}
