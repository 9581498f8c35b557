//===- TableOps.cpp - Tables, their segments and references----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::instance;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static LogicalResult verifyElementType(Operation *op, Type type) {
  if (isReference(type))
    return success();
  return op->emitOpError("expected elements of !instance.funcref or "
                         "!instance.externref, found ")
         << type;
}

LogicalResult TableOp::verify() {
  if (getMaximum() && *getMaximum() < getMinimum())
    return emitOpError("expected at least as many elements at most as at "
                       "first, found ")
           << getMinimum() << " to " << *getMaximum();
  return verifyElementType(*this, getElementType());
}

LogicalResult ElementsOp::verify() {
  for (Attribute value : getValues())
    if (!isa<FlatSymbolRefAttr, UnitAttr>(value))
      return emitOpError("expected names of functions or globals, or unit, "
                         "found ")
             << value;
  return verifyElementType(*this, getElementType());
}

LogicalResult ElementsOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (auto symbol : getValues().getAsRange<Attribute>()) {
    auto name = dyn_cast<FlatSymbolRefAttr>(symbol);
    if (!name)
      continue;
    Operation *found = symbols.lookupNearestSymbolFrom(*this, name);
    auto global = dyn_cast_or_null<GlobalOp>(found);
    bool isValid = global ? global.getType() == getElementType()
                          : found && instance::getFunctionType(found) &&
                                isa<FuncRefType>(getElementType());
    if (!isValid)
      return emitOpError("expected a function or a global of type ")
             << getElementType() << ", found " << name;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Verifies that the elements of a table have the type of `value`.
static LogicalResult verifyAccess(Operation *op, FlatSymbolRefAttr symbol,
                                  SymbolTableCollection &symbols, Value value) {
  auto table = lookUp<TableOp>(op, symbol, symbols);
  if (!table)
    return failure();
  if (value && value.getType() != table.getElementType())
    return op->emitOpError("expected the type of the elements, ")
           << table.getElementType() << ", found " << value.getType();
  return success();
}

LogicalResult TableGetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyAccess(*this, getTableAttr(), symbols, getResult());
}

LogicalResult TableSetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyAccess(*this, getTableAttr(), symbols, getValue());
}

LogicalResult TableSizeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyAccess(*this, getTableAttr(), symbols, Value());
}

LogicalResult TableGrowOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyAccess(*this, getTableAttr(), symbols, getValue());
}

LogicalResult TableFillOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyAccess(*this, getTableAttr(), symbols, getValue());
}

LogicalResult TableCopyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto destination = lookUp<TableOp>(*this, getDestinationAttr(), symbols);
  auto source = lookUp<TableOp>(*this, getSourceAttr(), symbols);
  if (!destination || !source)
    return failure();
  if (destination.getElementType() != source.getElementType())
    return emitOpError("expected tables of the same type, found ")
           << destination.getElementType() << " and "
           << source.getElementType();
  return success();
}

LogicalResult TableInitOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto table = lookUp<TableOp>(*this, getTableAttr(), symbols);
  auto elements = lookUp<ElementsOp>(*this, getElementsAttr(), symbols);
  if (!table || !elements)
    return failure();
  if (table.getElementType() != elements.getElementType())
    return emitOpError("expected elements of the type of the table, ")
           << table.getElementType() << ", found " << elements.getElementType();
  return success();
}

LogicalResult ElementsDropOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<ElementsOp>(*this, getElementsAttr(), symbols));
}

LogicalResult RefFuncOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUpFunction(*this, getFunctionAttr(), symbols));
}
