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

namespace {

struct LowerLoad : InstancePattern<LoadOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value pointer = buildCheckedPointer(
        builder, op.getMemory(), op.getAddress(), op.getOffset(), op.getType());
    rewriter.replaceOp(op, LLVM::LoadOp::create(builder, op.getType(), pointer,
                                                /*alignment=*/1));
    return success();
  }
};

struct LowerStore : InstancePattern<StoreOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value pointer =
        buildCheckedPointer(builder, op.getMemory(), op.getAddress(),
                            op.getOffset(), op.getValue().getType());
    LLVM::StoreOp::create(builder, op.getValue(), pointer, /*alignment=*/1);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMemorySize : InstancePattern<MemorySizeOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(MemorySizeOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value bytes = builder.loadField(builder.getI64Type(),
                                    builder.getReference(op.getMemory()),
                                    offsetof(zynrt_memory, bytes));
    Value pages =
        arith::DivUIOp::create(builder, bytes, builder.buildI64(kPageBytes));
    rewriter.replaceOp(
        op, arith::TruncIOp::create(builder, builder.getI32Type(), pages));
    return success();
  }
};

struct LowerMemoryGrow : InstancePattern<MemoryGrowOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(MemoryGrowOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(
        op, builder.callRuntime(
                "zynrtMemoryGrow",
                {builder.getReference(op.getMemory()), op.getPages()}));
    return success();
  }
};

struct LowerMemoryFill : InstancePattern<MemoryFillOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(MemoryFillOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    builder.callOrTrap("zynrtMemoryFill",
                       {builder.getReference(op.getMemory()), op.getAddress(),
                        op.getValue(), op.getSize()},
                       TrapKind::memory_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMemoryCopy : InstancePattern<MemoryCopyOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(MemoryCopyOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    builder.callOrTrap("zynrtMemoryCopy",
                       {builder.getReference(op.getDestination()),
                        op.getAddress(), builder.getReference(op.getSource()),
                        op.getFrom(), op.getSize()},
                       TrapKind::memory_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMemoryInit : InstancePattern<MemoryInitOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(MemoryInitOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value segment =
        builder.buildWordAddress(lowering.layout.getWord(op.getData()));
    builder.callOrTrap("zynrtMemoryInit",
                       {builder.getReference(op.getMemory()), op.getAddress(),
                        segment, op.getFrom(), op.getSize()},
                       TrapKind::memory_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerDataDrop : InstancePattern<DataDropOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(DataDropOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value segment =
        builder.buildWordAddress(lowering.layout.getWord(op.getData()));
    LLVM::StoreOp::create(
        builder, builder.buildI64(0),
        builder.buildAddress(segment, offsetof(zynrt_segment, size)));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void zyn::populateMemoryPatterns(RewritePatternSet &patterns,
                                 const RuntimeLowering &lowering) {
  patterns
      .add<LowerLoad, LowerStore, LowerMemorySize, LowerMemoryGrow,
           LowerMemoryFill, LowerMemoryCopy, LowerMemoryInit, LowerDataDrop>(
          patterns.getContext(), lowering);
}
