//===- CallOps.cpp - Functions of the host and indirect calls--------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::instance;

LogicalResult HostCallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = lookUp<HostFunctionOp>(*this, getCalleeAttr(), symbols);
  if (!function)
    return failure();
  auto type = FunctionType::get(getContext(), getArguments().getTypes(),
                                getResultTypes());
  if (function.getFunctionType() != type)
    return emitOpError("expected the type of the function, ")
           << function.getFunctionType() << ", found " << type;
  return success();
}

LogicalResult CallIndirectOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto table = lookUp<TableOp>(*this, getTableAttr(), symbols);
  if (!table)
    return failure();
  if (!isa<FuncRefType>(table.getElementType()))
    return emitOpError("expected a table of !instance.funcref, found ")
           << table.getElementType();
  return success();
}
