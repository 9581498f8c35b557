//===- SymbolUses.h - Lookup of objects of an instance -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_INSTANCE_IR_SYMBOLUSES_H
#define ZYN_LIB_DIALECT_INSTANCE_IR_SYMBOLUSES_H

#include "Zyn/Dialect/Instance/IR/Instance.h"

namespace mlir::instance {

/// Returns the declaration of type `OpTy` that `op` refers to as `symbol`, or
/// emits an error.
template <typename OpTy>
OpTy lookUp(Operation *op, FlatSymbolRefAttr symbol,
            SymbolTableCollection &symbols) {
  auto found = symbols.lookupNearestSymbolFrom<OpTy>(op, symbol);
  if (!found)
    op->emitOpError("expected the name of an ")
        << OpTy::getOperationName() << ", found " << symbol;
  return found;
}

/// Returns the function, possibly of the host, that `op` refers to as `symbol`,
/// or emits an error.
Operation *lookUpFunction(Operation *op, FlatSymbolRefAttr symbol,
                          SymbolTableCollection &symbols);

} // namespace mlir::instance

#endif // ZYN_LIB_DIALECT_INSTANCE_IR_SYMBOLUSES_H
