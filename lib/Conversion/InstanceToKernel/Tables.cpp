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
static Value buildElementPointer(DeviceBuilder &builder, StringRef name,
                                 Value index) {
  const DeviceLowering &lowering = builder.getLowering();
  const DeviceLayout::Table &table = lowering.layout.getTable(name);
  if (table.changes)
    return builder.callLibrary("element_pointer",
                               {builder.buildStateAddress(table.word), index});
  Value contents =
      builder.addressOf(lowering.getReferences(name, table.contents));
  return LLVM::GEPOp::create(builder, contents.getType(), builder.getI64Type(),
                             contents, index);
}

Value zyn::loadElement(DeviceBuilder &builder, StringRef table, Value index,
                       TrapKind kind) {
  Value number = builder.extend(index);
  builder.trapIf(builder.compare(arith::CmpIPredicate::uge, number,
                                 builder.buildWord(table)),
                 kind);
  // There is no element to point to.
  if (builder.getLowering().layout.getTable(table).capacity == 0)
    return builder.buildI64(0);
  Value pointer = buildElementPointer(builder, table, number);
  return LLVM::LoadOp::create(builder, builder.getI64Type(), pointer);
}

/// Returns the index in the state of an element of a table that changes.
static Value buildElementWord(DeviceBuilder &builder, StringRef table,
                              Value index) {
  return builder.add(
      index,
      builder.buildI64(builder.getLowering().layout.getTable(table).word));
}

static Value lowerTableGet(TableGetOp op, DeviceBuilder &builder) {
  return loadElement(builder, op.getTable(), op.getIndex(),
                     TrapKind::table_bounds);
}

static Value lowerTableSet(TableSetOp op, DeviceBuilder &builder) {
  Value index = builder.extend(op.getIndex());
  builder.trapIf(builder.compare(arith::CmpIPredicate::uge, index,
                                 builder.buildWord(op.getTable())),
                 TrapKind::table_bounds);
  LLVM::StoreOp::create(builder, op.getValue(),
                        buildElementPointer(builder, op.getTable(), index));
  return Value();
}

static Value lowerTableSize(TableSizeOp op, DeviceBuilder &builder) {
  return arith::TruncIOp::create(builder, builder.getI32Type(),
                                 builder.buildWord(op.getTable()));
}

static Value lowerTableGrow(TableGrowOp op, DeviceBuilder &builder) {
  const DeviceLayout::Table &table =
      builder.getLowering().layout.getTable(op.getTable());
  Value size = builder.buildWord(op.getTable());
  Value grown = builder.add(size, builder.extend(op.getCount()));
  Value fits = builder.compare(arith::CmpIPredicate::ule, grown,
                               builder.buildI64(table.capacity));
  Value count =
      builder.select(fits, builder.extend(op.getCount()), builder.buildI64(0));
  builder.storeWord(builder.add(size, count), op.getTable());
  builder.callLibrary("fill_table", {builder.buildStateAddress(table.word),
                                     size, op.getValue(), count});
  Value previous = arith::TruncIOp::create(builder, builder.getI32Type(), size);
  return builder.select(fits, previous, builder.buildI32(UINT32_MAX));
}

static Value lowerTableFill(TableFillOp op, DeviceBuilder &builder) {
  Value index = builder.extend(op.getIndex()),
        count = builder.extend(op.getCount());
  builder.checkRange(index, count, builder.buildWord(op.getTable()),
                     TrapKind::table_bounds);
  unsigned word = builder.getLowering().layout.getTable(op.getTable()).word;
  builder.callLibrary("fill_table", {builder.buildStateAddress(word), index,
                                     op.getValue(), count});
  return Value();
}

static Value lowerTableCopy(TableCopyOp op, DeviceBuilder &builder) {
  Value to = builder.extend(op.getIndex()), from = builder.extend(op.getFrom()),
        count = builder.extend(op.getCount());
  builder.checkRange(from, count, builder.buildWord(op.getSource()),
                     TrapKind::table_bounds);
  builder.checkRange(to, count, builder.buildWord(op.getDestination()),
                     TrapKind::table_bounds);
  Value state = builder.buildStateAddress(0);
  Value target = buildElementWord(builder, op.getDestination(), to);
  const DeviceLayout::Table &source =
      builder.getLowering().layout.getTable(op.getSource());
  if (source.changes)
    builder.callLibrary(
        "copy_table", {state, target,
                       buildElementWord(builder, op.getSource(), from), count});
  else if (!source.contents.empty())
    builder.callLibrary("initialize_table",
                        {state, target,
                         builder.addressOf(builder.getLowering().getReferences(
                             op.getSource(), source.contents)),
                         from, count});
  return Value();
}

static Value lowerTableInit(TableInitOp op, DeviceBuilder &builder) {
  const DeviceLowering &lowering = builder.getLowering();
  // Otherwise, the contents are known.
  if (!lowering.layout.getTable(op.getTable()).changes)
    return Value();
  Value to = builder.extend(op.getIndex()), from = builder.extend(op.getFrom()),
        count = builder.extend(op.getCount());
  builder.checkRange(from, count, builder.buildWord(op.getElements()),
                     TrapKind::table_bounds);
  builder.checkRange(to, count, builder.buildWord(op.getTable()),
                     TrapKind::table_bounds);
  auto elements = cast<ElementsOp>(lowering.getObject(op.getElements()));
  if (!elements.getValues().empty())
    builder.callLibrary(
        "initialize_table",
        {builder.buildStateAddress(0),
         buildElementWord(builder, op.getTable(), to),
         builder.addressOf(lowering.getReferences(
             op.getElements(), elements.getValues().getValue())),
         from, count});
  return Value();
}

static Value lowerElementsDrop(ElementsDropOp op, DeviceBuilder &builder) {
  builder.dropSegment(op.getElements());
  return Value();
}

static Value lowerRefFunc(RefFuncOp op, DeviceBuilder &builder) {
  return builder.buildI64(builder.getLowering().getReference(op.getFunction()));
}

static Value lowerRefNull(RefNullOp op, DeviceBuilder &builder) {
  return builder.buildI64(0);
}

static Value lowerRefIsNull(RefIsNullOp op, DeviceBuilder &builder) {
  return builder.compare(arith::CmpIPredicate::eq, op.getValue(),
                         builder.buildI64(0));
}

void zyn::populateTablePatterns(RewritePatternSet &patterns,
                                const DeviceLowering &lowering) {
  addLowerings(patterns, lowering, lowerTableGet, lowerTableSet, lowerTableSize,
               lowerTableGrow, lowerTableFill, lowerTableCopy, lowerTableInit,
               lowerElementsDrop, lowerRefFunc, lowerRefNull, lowerRefIsNull);
}
