//===- ModuleOps.cpp - Exports and the start function----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::instance;

FunctionType instance::getFunctionType(Operation *function) {
  if (auto host = dyn_cast<HostFunctionOp>(function))
    return cast<FunctionType>(host.getFunctionType());
  if (auto op = dyn_cast<FunctionOpInterface>(function))
    return dyn_cast<FunctionType>(op.getFunctionType());
  return nullptr;
}

Operation *instance::lookUpFunction(Operation *op, FlatSymbolRefAttr symbol,
                                    SymbolTableCollection &symbols) {
  Operation *found = symbols.lookupNearestSymbolFrom(op, symbol);
  if (found && getFunctionType(found))
    return found;
  op->emitOpError("expected the name of a function, found ") << symbol;
  return nullptr;
}

LogicalResult ExportOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *found = symbols.lookupNearestSymbolFrom(*this, getObjectAttr());
  if (!found ||
      !(getFunctionType(found) || isa<MemoryOp, TableOp, GlobalOp>(found)))
    return emitOpError(
               "expected the name of a function, memory, table or global, "
               "found ")
           << getObjectAttr();
  return success();
}

LogicalResult StartOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *function = lookUpFunction(*this, getFunctionAttr(), symbols);
  if (!function)
    return failure();
  FunctionType type = getFunctionType(function);
  if (type.getNumInputs() || type.getNumResults())
    return emitOpError("expected a function without arguments and results, "
                       "found ")
           << type;
  return success();
}
