//===- ExternalModels.h - Interfaces of all ops of a kind ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXTERNALMODELS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXTERNALMODELS_H

#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::zyn {

/// Attaches `Model`, an external model of an interface, to each op of `dialect`
/// that implements `Interface`.
template <typename Model, typename Interface = ComputeOpInterface>
void attachToOps(Dialect &dialect) {
  // MLIRContext::getRegisteredOperationsByDialect of LLVM 22 searches with a
  // comparison that is not an ordering, and finds nothing.
  for (RegisteredOperationName name :
       dialect.getContext()->getRegisteredOperations())
    if (&name.getDialect() == &dialect && name.hasInterface<Interface>())
      name.attachInterface<Model>();
}

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EXTERNALMODELS_H
