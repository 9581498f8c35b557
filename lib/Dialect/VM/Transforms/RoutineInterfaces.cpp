//===- RoutineInterfaces.cpp - Interfaces of routines ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpInterfaces.h"

#include "Zyn/Dialect/VM/Analysis/RoutineUses.h"
#include "Zyn/Transforms/RegionLoops.h"

using namespace mlir;
using namespace mlir::vm;
using zyn::KnownWords;

namespace {

struct RoutineScope
    : zyn::EvaluationScopeOpInterface::ExternalModel<RoutineScope, RoutineOp> {
  SmallVector<KnownWords> getKnownArguments(Operation *op) const {
    auto routine = cast<RoutineOp>(op);
    Value state = routine.getBody().getArgument(0);
    Matrix matrix(cast<StateType>(state.getType()).getWordType());
    KnownWords known(kNumWords);
    known.set(kOne, matrix.getOneBits());
    // An instance starts with its number in r0 and zeros elsewhere.
    if (isOnlyLaunched(routine))
      for (unsigned number = 1; number < kNumRegisters; ++number)
        known.set(number, 0);
    return {known};
  }
};

struct UnrollableRoutine
    : zyn::UnrollableOpInterface::ExternalModel<UnrollableRoutine, RoutineOp> {
  unsigned unroll(Operation *op, RewriterBase &rewriter,
                  const zyn::UnrollOptions &options) const {
    return zyn::unrollRegionLoops(
        rewriter, cast<zyn::EvaluationScopeOpInterface>(op), options);
  }
};

} // namespace

void vm::attachRoutineInterfaces(MLIRContext &context) {
  RoutineOp::attachInterface<RoutineScope, UnrollableRoutine>(context);
}
