//===- Memory.cpp - Lowers sizes and ranges of memory----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

namespace {

struct LowerMemorySize : DevicePattern<MemorySizeOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(MemorySizeOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value pages =
        arith::DivUIOp::create(builder, builder.buildWord(op.getMemory()),
                               builder.buildI64(kPageBytes));
    rewriter.replaceOp(
        op, arith::TruncIOp::create(builder, builder.getI32Type(), pages));
    return success();
  }
};

/// New pages are zero. They may contain what a previous instance in the slot
/// has left.
struct LowerMemoryGrow : DevicePattern<MemoryGrowOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(MemoryGrowOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value pageBytes = builder.buildI64(kPageBytes);
    Value size = builder.buildWord(op.getMemory());
    Value added = arith::MulIOp::create(builder, builder.extend(op.getPages()),
                                        pageBytes);
    Value grown = builder.add(size, added);
    Value most = builder.loadFrame(builder.getI64Type(), kFrameMemoryBytes);
    if (std::optional<uint64_t> maximum = lowering.getMemory().getMaximum())
      most = arith::MinUIOp::create(builder, most,
                                    builder.buildI64(*maximum * kPageBytes));
    Value fits = builder.compare(arith::CmpIPredicate::ule, grown, most);
    Value count = builder.select(fits, added, builder.buildI64(0));
    builder.storeFrame(builder.add(size, count),
                       kFrameObjects +
                           *lowering.layout.getWord(op.getMemory()));
    builder.callLibrary(
        "fill_memory", {builder.getMemory(), size, builder.buildI32(0), count});
    Value pages = arith::TruncIOp::create(
        builder, builder.getI32Type(),
        arith::DivUIOp::create(builder, size, pageBytes));
    rewriter.replaceOp(
        op, builder.select(fits, pages, builder.buildI32(UINT32_MAX)));
    return success();
  }
};

struct LowerMemoryFill : DevicePattern<MemoryFillOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(MemoryFillOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value begin = builder.extend(op.getAddress()),
          count = builder.extend(op.getSize());
    builder.checkRange(begin, count, builder.buildWord(op.getMemory()),
                       TrapKind::memory_bounds);
    builder.callLibrary("fill_memory",
                        {builder.getMemory(), begin, op.getValue(), count});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMemoryCopy : DevicePattern<MemoryCopyOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(MemoryCopyOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value to = builder.extend(op.getAddress()),
          from = builder.extend(op.getFrom()),
          count = builder.extend(op.getSize());
    for (Value begin : {to, from})
      builder.checkRange(begin, count, builder.buildWord(op.getDestination()),
                         TrapKind::memory_bounds);
    builder.callLibrary("copy_memory", {builder.getMemory(), to, from, count});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMemoryInit : DevicePattern<MemoryInitOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(MemoryInitOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value to = builder.extend(op.getAddress()),
          from = builder.extend(op.getFrom()),
          count = builder.extend(op.getSize());
    builder.checkRange(from, count, builder.buildWord(op.getData()),
                       TrapKind::memory_bounds);
    builder.checkRange(to, count, builder.buildWord(op.getMemory()),
                       TrapKind::memory_bounds);
    auto data = cast<DataOp>(lowering.getObject(op.getData()));
    if (!data.getBytes().empty())
      builder.callLibrary(
          "initialize_memory",
          {builder.getMemory(), to,
           builder.addressOf(lowering.getBytes(op.getData(), data.getBytes())),
           from, count});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerDataDrop : DevicePattern<DataDropOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(DataDropOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    if (std::optional<unsigned> word = lowering.layout.getWord(op.getData()))
      builder.storeFrame(builder.buildI64(0), kFrameObjects + *word);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void zyn::populateMemoryPatterns(RewritePatternSet &patterns,
                                 const DeviceLowering &lowering) {
  patterns.add<LowerMemorySize, LowerMemoryGrow, LowerMemoryFill,
               LowerMemoryCopy, LowerMemoryInit, LowerDataDrop>(
      patterns.getContext(), lowering);
}
