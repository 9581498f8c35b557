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

static Value lowerTableGet(TableGetOp op, StateBuilder &builder) {
  Value pointer = buildElementPointer(builder, op.getTable(), op.getIndex());
  return LLVM::LoadOp::create(builder, builder.getPointerType(), pointer);
}

static Value lowerTableSet(TableSetOp op, StateBuilder &builder) {
  Value pointer = buildElementPointer(builder, op.getTable(), op.getIndex());
  LLVM::StoreOp::create(builder, op.getValue(), pointer);
  return Value();
}

static Value lowerTableSize(TableSizeOp op, StateBuilder &builder) {
  Value size = builder.loadField(builder.getI64Type(),
                                 builder.getReference(op.getTable()),
                                 offsetof(zynrt_table, size));
  return arith::TruncIOp::create(builder, builder.getI32Type(), size);
}

static Value lowerTableGrow(TableGrowOp op, StateBuilder &builder) {
  return builder.callRuntime(
      "zynrtTableGrow",
      {builder.getReference(op.getTable()), op.getValue(), op.getCount()});
}

static Value lowerTableFill(TableFillOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtTableFill",
                     {builder.getReference(op.getTable()), op.getIndex(),
                      op.getValue(), op.getCount()},
                     TrapKind::table_bounds);
  return Value();
}

static Value lowerTableCopy(TableCopyOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtTableCopy",
                     {builder.getReference(op.getDestination()), op.getIndex(),
                      builder.getReference(op.getSource()), op.getFrom(),
                      op.getCount()},
                     TrapKind::table_bounds);
  return Value();
}

static Value lowerTableInit(TableInitOp op, StateBuilder &builder) {
  builder.callOrTrap("zynrtTableInit",
                     {builder.getReference(op.getTable()), op.getIndex(),
                      builder.buildSegment(op.getElements()), op.getFrom(),
                      op.getCount()},
                     TrapKind::table_bounds);
  return Value();
}

static Value lowerElementsDrop(ElementsDropOp op, StateBuilder &builder) {
  builder.dropSegment(op.getElements());
  return Value();
}

static Value lowerRefFunc(RefFuncOp op, StateBuilder &builder) {
  return builder.buildWordAddress(
      builder.getLowering().layout.getDescriptor(op.getFunction()));
}

static Value lowerRefNull(RefNullOp, StateBuilder &builder) {
  return LLVM::ZeroOp::create(builder, builder.getPointerType());
}

static Value lowerRefIsNull(RefIsNullOp op, StateBuilder &builder) {
  Value null = LLVM::ZeroOp::create(builder, builder.getPointerType());
  return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, op.getValue(),
                              null);
}

void zyn::populateTablePatterns(RewritePatternSet &patterns,
                                const RuntimeLowering &lowering) {
  addLowerings(patterns, lowering, lowerTableGet, lowerTableSet, lowerTableSize,
               lowerTableGrow, lowerTableFill, lowerTableCopy, lowerTableInit,
               lowerElementsDrop, lowerRefFunc, lowerRefNull, lowerRefIsNull);
}
