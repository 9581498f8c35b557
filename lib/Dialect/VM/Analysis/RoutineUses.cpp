//===- RoutineUses.cpp - How routines are entered -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/RoutineUses.h"

using namespace mlir;
using namespace mlir::vm;

bool vm::isOnlyLaunched(RoutineOp routine) {
  bool isLaunched = false;
  WalkResult walk = routine->getParentOp()->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOp>(op))
      if (call.getCalleeAttr().getAttr() == routine.getSymNameAttr())
        return WalkResult::interrupt();
    if (auto launch = dyn_cast<LaunchOp>(op))
      isLaunched |=
          launch.getRoutineAttr().getAttr() == routine.getSymNameAttr();
    return WalkResult::advance();
  });
  return isLaunched && !walk.wasInterrupted();
}
