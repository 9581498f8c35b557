//===- Tables.cpp - Lowers accesses to tables, and references--------------===//
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

/// Returns the pointer to an element, whose index has been checked.
static Value buildElementPointer(DeviceBuilder &builder,
                                 const DeviceLowering &lowering, StringRef name,
                                 Value index) {
  const DeviceLayout::Table &table = lowering.layout.getTable(name);
  if (table.changes)
    return builder.callLibrary("element_pointer",
                               {builder.buildStateAddress(table.word), index});
  Value contents =
      builder.addressOf(lowering.getReferences(name, table.contents));
  return LLVM::GEPOp::create(builder, contents.getType(), builder.getI64Type(),
                             contents, index);
}

Value zyn::loadElement(DeviceBuilder &builder, const DeviceLowering &lowering,
                       StringRef table, Value index, TrapKind kind) {
  Value number = builder.extend(index);
  builder.trapIf(builder.compare(arith::CmpIPredicate::uge, number,
                                 builder.buildWord(table)),
                 kind);
  // There is no element to point to.
  if (lowering.layout.getTable(table).capacity == 0)
    return builder.buildI64(0);
  Value pointer = buildElementPointer(builder, lowering, table, number);
  return LLVM::LoadOp::create(builder, builder.getI64Type(), pointer);
}

/// Returns the index in the state of an element of a table that changes.
static Value buildElementWord(DeviceBuilder &builder,
                              const DeviceLowering &lowering, StringRef table,
                              Value index) {
  return builder.add(index,
                     builder.buildI64(lowering.layout.getTable(table).word));
}

namespace {

struct LowerTableGet : DevicePattern<TableGetOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableGetOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(op, loadElement(builder, lowering, op.getTable(),
                                       op.getIndex(), TrapKind::table_bounds));
    return success();
  }
};

struct LowerTableSet : DevicePattern<TableSetOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableSetOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value index = builder.extend(op.getIndex());
    builder.trapIf(builder.compare(arith::CmpIPredicate::uge, index,
                                   builder.buildWord(op.getTable())),
                   TrapKind::table_bounds);
    LLVM::StoreOp::create(
        builder, op.getValue(),
        buildElementPointer(builder, lowering, op.getTable(), index));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableSize : DevicePattern<TableSizeOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableSizeOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(
        op, arith::TruncIOp::create(builder, builder.getI32Type(),
                                    builder.buildWord(op.getTable())));
    return success();
  }
};

struct LowerTableGrow : DevicePattern<TableGrowOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableGrowOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    const DeviceLayout::Table &table = lowering.layout.getTable(op.getTable());
    Value size = builder.buildWord(op.getTable());
    Value grown = builder.add(size, builder.extend(op.getCount()));
    Value fits = builder.compare(arith::CmpIPredicate::ule, grown,
                                 builder.buildI64(table.capacity));
    Value count = builder.select(fits, builder.extend(op.getCount()),
                                 builder.buildI64(0));
    builder.storeFrame(builder.add(size, count),
                       kFrameObjects + *lowering.layout.getWord(op.getTable()));
    builder.callLibrary("fill_table", {builder.buildStateAddress(table.word),
                                       size, op.getValue(), count});
    Value previous =
        arith::TruncIOp::create(builder, builder.getI32Type(), size);
    rewriter.replaceOp(
        op, builder.select(fits, previous, builder.buildI32(UINT32_MAX)));
    return success();
  }
};

struct LowerTableFill : DevicePattern<TableFillOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableFillOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value index = builder.extend(op.getIndex()),
          count = builder.extend(op.getCount());
    builder.checkRange(index, count, builder.buildWord(op.getTable()),
                       TrapKind::table_bounds);
    unsigned word = lowering.layout.getTable(op.getTable()).word;
    builder.callLibrary("fill_table", {builder.buildStateAddress(word), index,
                                       op.getValue(), count});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableCopy : DevicePattern<TableCopyOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableCopyOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    Value to = builder.extend(op.getIndex()),
          from = builder.extend(op.getFrom()),
          count = builder.extend(op.getCount());
    builder.checkRange(from, count, builder.buildWord(op.getSource()),
                       TrapKind::table_bounds);
    builder.checkRange(to, count, builder.buildWord(op.getDestination()),
                       TrapKind::table_bounds);
    Value state = builder.buildStateAddress(0);
    Value target = buildElementWord(builder, lowering, op.getDestination(), to);
    const DeviceLayout::Table &source =
        lowering.layout.getTable(op.getSource());
    if (source.changes)
      builder.callLibrary(
          "copy_table",
          {state, target,
           buildElementWord(builder, lowering, op.getSource(), from), count});
    else if (!source.contents.empty())
      builder.callLibrary("initialize_table",
                          {state, target,
                           builder.addressOf(lowering.getReferences(
                               op.getSource(), source.contents)),
                           from, count});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTableInit : DevicePattern<TableInitOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(TableInitOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    // Otherwise, the contents are known.
    if (lowering.layout.getTable(op.getTable()).changes)
      copyElements(builder, op);
    rewriter.eraseOp(op);
    return success();
  }

private:
  void copyElements(DeviceBuilder &builder, TableInitOp op) const {
    Value to = builder.extend(op.getIndex()),
          from = builder.extend(op.getFrom()),
          count = builder.extend(op.getCount());
    builder.checkRange(from, count, builder.buildWord(op.getElements()),
                       TrapKind::table_bounds);
    builder.checkRange(to, count, builder.buildWord(op.getTable()),
                       TrapKind::table_bounds);
    auto elements = cast<ElementsOp>(lowering.getObject(op.getElements()));
    if (elements.getValues().empty())
      return;
    builder.callLibrary(
        "initialize_table",
        {builder.buildStateAddress(0),
         buildElementWord(builder, lowering, op.getTable(), to),
         builder.addressOf(lowering.getReferences(
             op.getElements(), elements.getValues().getValue())),
         from, count});
  }
};

struct LowerElementsDrop : DevicePattern<ElementsDropOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(ElementsDropOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    if (std::optional<unsigned> word =
            lowering.layout.getWord(op.getElements()))
      builder.storeFrame(builder.buildI64(0), kFrameObjects + *word);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerRefFunc : DevicePattern<RefFuncOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(RefFuncOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(
        op, builder.buildI64(lowering.getReference(op.getFunction())));
    return success();
  }
};

struct LowerRefNull : DevicePattern<RefNullOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(RefNullOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(op, builder.buildI64(0));
    return success();
  }
};

struct LowerRefIsNull : DevicePattern<RefIsNullOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(RefIsNullOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(op, builder.compare(arith::CmpIPredicate::eq,
                                           op.getValue(), builder.buildI64(0)));
    return success();
  }
};

} // namespace

void zyn::populateTablePatterns(RewritePatternSet &patterns,
                                const DeviceLowering &lowering) {
  patterns.add<LowerTableGet, LowerTableSet, LowerTableSize, LowerTableGrow,
               LowerTableFill, LowerTableCopy, LowerTableInit,
               LowerElementsDrop, LowerRefFunc, LowerRefNull, LowerRefIsNull>(
      patterns.getContext(), lowering);
}
