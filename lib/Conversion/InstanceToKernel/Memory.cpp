//===- Memory.cpp - Lowers sizes and ranges of memory----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

static Value lowerMemorySize(MemorySizeOp op, DeviceBuilder &builder) {
  Value pages = arith::DivUIOp::create(
      builder, builder.buildWord(op.getMemory()), builder.buildI64(kPageBytes));
  return arith::TruncIOp::create(builder, builder.getI32Type(), pages);
}

/// New pages are zero. Those in the window may contain what a previous instance
/// in the slot has left.
static Value lowerMemoryGrow(MemoryGrowOp op, DeviceBuilder &builder) {
  Value pageBytes = builder.buildI64(kPageBytes);
  Value size = builder.buildWord(op.getMemory());
  Value added =
      arith::MulIOp::create(builder, builder.extend(op.getPages()), pageBytes);
  Value grown = builder.add(size, added);
  Value most = builder.loadFrame(builder.getI64Type(), kFrameMemoryBytes);
  if (std::optional<uint64_t> maximum =
          builder.getLowering().getMemory().getMaximum())
    most = arith::MinUIOp::create(builder, most,
                                  builder.buildI64(*maximum * kPageBytes));
  Value fits = builder.compare(arith::CmpIPredicate::ule, grown, most);
  grown = builder.select(fits, grown, size);
  Value hasPages = builder.callMemoryLibrary("has_pages", {size, grown});
  builder.storeFrame(
      builder.select(hasPages,
                     builder.loadFrame(builder.getI64Type(), kFrameLackedPages),
                     builder.buildI64(kSlotLackedPages)),
      kFrameLackedPages);
  grown = builder.select(hasPages, grown, size);
  fits = arith::AndIOp::create(builder, fits, hasPages);
  builder.storeWord(grown, op.getMemory());
  builder.storeFastEnd(grown);
  builder.callMemoryLibrary("clear_window",
                            {size, builder.extend(builder.buildFastEnd())});
  Value pages =
      arith::TruncIOp::create(builder, builder.getI32Type(),
                              arith::DivUIOp::create(builder, size, pageBytes));
  return builder.select(fits, pages, builder.buildI32(UINT32_MAX));
}

static Value lowerMemoryFill(MemoryFillOp op, DeviceBuilder &builder) {
  Value begin = builder.extend(op.getAddress()),
        count = builder.extend(op.getSize());
  builder.checkRange(begin, count, builder.buildWord(op.getMemory()),
                     TrapKind::memory_bounds);
  builder.callMemoryLibrary("fill_memory", {begin, op.getValue(), count});
  return Value();
}

static Value lowerMemoryCopy(MemoryCopyOp op, DeviceBuilder &builder) {
  Value to = builder.extend(op.getAddress()),
        from = builder.extend(op.getFrom()),
        count = builder.extend(op.getSize());
  for (Value begin : {to, from})
    builder.checkRange(begin, count, builder.buildWord(op.getDestination()),
                       TrapKind::memory_bounds);
  builder.callMemoryLibrary("copy_memory", {to, from, count});
  return Value();
}

static Value lowerMemoryInit(MemoryInitOp op, DeviceBuilder &builder) {
  Value to = builder.extend(op.getAddress()),
        from = builder.extend(op.getFrom()),
        count = builder.extend(op.getSize());
  builder.checkRange(from, count, builder.buildWord(op.getData()),
                     TrapKind::memory_bounds);
  builder.checkRange(to, count, builder.buildWord(op.getMemory()),
                     TrapKind::memory_bounds);
  const DeviceLowering &lowering = builder.getLowering();
  auto data = cast<DataOp>(lowering.getObject(op.getData()));
  if (data.getBytes().empty())
    return Value();
  Value bytes =
      builder.addressOf(lowering.getBytes(op.getData(), data.getBytes()));
  Value first = LLVM::GEPOp::create(builder, bytes.getType(),
                                    builder.getI8Type(), bytes, from);
  builder.callMemoryLibrary("copy_to_memory", {to, first, count});
  return Value();
}

static Value lowerDataDrop(DataDropOp op, DeviceBuilder &builder) {
  builder.dropSegment(op.getData());
  return Value();
}

void zyn::populateMemoryPatterns(RewritePatternSet &patterns,
                                 const DeviceLowering &lowering) {
  addLowerings(patterns, lowering, lowerMemorySize, lowerMemoryGrow,
               lowerMemoryFill, lowerMemoryCopy, lowerMemoryInit,
               lowerDataDrop);
}
