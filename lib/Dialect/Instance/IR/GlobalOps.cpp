//===- GlobalOps.cpp - Global variables------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::instance;

static bool isValueType(Type type) {
  return type.isSignlessInteger(32) || type.isSignlessInteger(64) ||
         type.isF32() || type.isF64() || isReference(type);
}

LogicalResult GlobalOp::verify() {
  if (!isValueType(getType()))
    return emitOpError("expected a type of i32, i64, f32, f64, or a reference, "
                       "found ")
           << getType();
  if (getSource().has_value() == getValue().has_value())
    return emitOpError("expected either an import or an initial value");
  if (getSource() || isa<FlatSymbolRefAttr>(*getValue()))
    return success();
  auto constant = dyn_cast<TypedAttr>(*getValue());
  bool isValid = isReference(getType())
                     ? isa<UnitAttr>(*getValue())
                     : constant && constant.getType() == getType();
  if (!isValid)
    return emitOpError("expected an initial value of type ")
           << getType() << ", found " << *getValue();
  return success();
}

LogicalResult GlobalOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto name = dyn_cast_or_null<FlatSymbolRefAttr>(getValueAttr());
  if (!name)
    return success();
  Operation *found = symbols.lookupNearestSymbolFrom(*this, name);
  auto global = dyn_cast_or_null<GlobalOp>(found);
  bool isValid = global ? global.getType() == getType() && global.getSource()
                        : found && instance::getFunctionType(found) &&
                              isa<FuncRefType>(getType());
  if (!isValid)
    return emitOpError("expected a function or an imported global of type ")
           << getType() << ", found " << name;
  return success();
}

static GlobalOp verifyGlobal(Operation *op, FlatSymbolRefAttr symbol,
                             SymbolTableCollection &symbols, Type type) {
  auto global = lookUp<GlobalOp>(op, symbol, symbols);
  if (!global || global.getType() == type)
    return global;
  op->emitOpError("expected the type of the global, ")
      << global.getType() << ", found " << type;
  return nullptr;
}

LogicalResult GlobalGetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(
      verifyGlobal(*this, getGlobalAttr(), symbols, getResult().getType()));
}

LogicalResult GlobalSetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto global =
      verifyGlobal(*this, getGlobalAttr(), symbols, getValue().getType());
  if (!global)
    return failure();
  if (!global.getMutable_())
    return emitOpError("expected a mutable global, found ") << getGlobalAttr();
  return success();
}
