//===- RemovedChecks.h - Checks of unchecked functions -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_REMOVEDCHECKS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_REMOVEDCHECKS_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::zyn {

/// Removes checks from functions that are `unchecked`, and counts them. Checks
/// are inserted as in other functions, by a builder with this listener: only
/// the code that inserts them knows whether there are any.
class RemovedChecks : public OpBuilder::Listener {
public:
  /// Removes what was inserted since the last call if `op` is in an `unchecked`
  /// function. Returns whether it is.
  bool removeIfUnchecked(Operation *op);

  /// Counts checks that are not inserted if `op` is in an `unchecked` function.
  void countIfUnchecked(Operation *op, unsigned checks);

  /// Emits a remark for each function from which checks were removed.
  void report() const;

private:
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    inserted.push_back(op);
  }

  SmallVector<Operation *> inserted;
  llvm::MapVector<FunctionOpInterface, unsigned> counts;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_REMOVEDCHECKS_H
