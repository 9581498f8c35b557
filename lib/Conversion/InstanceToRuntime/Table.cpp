//===- Table.cpp - Lowers accesses to tables, and references---------------===//
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

/// Returns the pointer to an element, and traps if there is none.
static Value buildElementPointer(StateBuilder &builder, StringRef table,
                                 Value index) {
  Value reference = builder.getReference(table);
  Value size = builder.loadField(builder.getI64Type(), reference,
                                 offsetof(zynrt_table, size));
  Value number = builder.extend(index);
  builder.trapIf(builder.compare(arith::CmpIPredicate::uge, number, size),
                 TrapKind::table_bounds);
  Value elements = builder.loadField(builder.getPointerType(), reference,
                                     offsetof(zynrt_table, elements));
  return LLVM::GEPOp::create(builder, builder.getPointerType(),
                             builder.getPointerType(), elements, number);
}

namespace {

struct LowerTableGet : InstancePattern<TableGetOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableGetOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value pointer = buildElementPointer(builder, op.getTable(), op.getIndex());
    rewriter.replaceOp(
        op, LLVM::LoadOp::create(builder, builder.getPointerType(), pointer));
    return success();
  }
};

struct LowerTableSet : InstancePattern<TableSetOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableSetOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value pointer = buildElementPointer(builder, op.getTable(), op.getIndex());
    LLVM::StoreOp::create(builder, op.getValue(), pointer);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableSize : InstancePattern<TableSizeOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableSizeOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value size = builder.loadField(builder.getI64Type(),
                                   builder.getReference(op.getTable()),
                                   offsetof(zynrt_table, size));
    rewriter.replaceOp(
        op, arith::TruncIOp::create(builder, builder.getI32Type(), size));
    return success();
  }
};

struct LowerTableGrow : InstancePattern<TableGrowOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableGrowOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(op,
                       builder.callRuntime("zynrtTableGrow",
                                           {builder.getReference(op.getTable()),
                                            op.getValue(), op.getCount()}));
    return success();
  }
};

struct LowerTableFill : InstancePattern<TableFillOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableFillOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    builder.callOrTrap("zynrtTableFill",
                       {builder.getReference(op.getTable()), op.getIndex(),
                        op.getValue(), op.getCount()},
                       TrapKind::table_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableCopy : InstancePattern<TableCopyOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableCopyOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    builder.callOrTrap("zynrtTableCopy",
                       {builder.getReference(op.getDestination()),
                        op.getIndex(), builder.getReference(op.getSource()),
                        op.getFrom(), op.getCount()},
                       TrapKind::table_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableInit : InstancePattern<TableInitOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TableInitOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value segment =
        builder.buildWordAddress(lowering.layout.getWord(op.getElements()));
    builder.callOrTrap("zynrtTableInit",
                       {builder.getReference(op.getTable()), op.getIndex(),
                        segment, op.getFrom(), op.getCount()},
                       TrapKind::table_bounds);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerElementsDrop : InstancePattern<ElementsDropOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(ElementsDropOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value segment =
        builder.buildWordAddress(lowering.layout.getWord(op.getElements()));
    LLVM::StoreOp::create(
        builder, builder.buildI64(0),
        builder.buildAddress(segment, offsetof(zynrt_segment, size)));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerRefFunc : InstancePattern<RefFuncOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(RefFuncOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(op,
                       builder.buildWordAddress(
                           lowering.layout.getDescriptor(op.getFunction())));
    return success();
  }
};

struct LowerRefNull : InstancePattern<RefNullOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(RefNullOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(
        op, LLVM::LLVMPointerType::get(getContext()));
    return success();
  }
};

struct LowerRefIsNull : InstancePattern<RefIsNullOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(RefIsNullOp op,
                                PatternRewriter &rewriter) const override {
    Value null =
        LLVM::ZeroOp::create(rewriter, op.getLoc(), op.getValue().getType());
    rewriter.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq,
                                              op.getValue(), null);
    return success();
  }
};

} // namespace

void zyn::populateTablePatterns(RewritePatternSet &patterns,
                                const RuntimeLowering &lowering) {
  patterns.add<LowerTableGet, LowerTableSet, LowerTableSize, LowerTableGrow,
               LowerTableFill, LowerTableCopy, LowerTableInit,
               LowerElementsDrop, LowerRefFunc, LowerRefNull, LowerRefIsNull>(
      patterns.getContext(), lowering);
}
