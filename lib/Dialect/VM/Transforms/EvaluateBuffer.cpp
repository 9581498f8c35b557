//===- EvaluateBuffer.cpp - Evaluation of addresses -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluableInstruction.h"
#include "OpInterfaces.h"

using namespace mlir;
using namespace mlir::vm;
using zyn::KnownWords;

namespace {

/// An instruction with one address: folds a known register into the offset.
template <typename OpTy>
struct EvaluableAccess : EvaluableInstruction<EvaluableAccess<OpTy>, OpTy> {
  LogicalResult simplify(Operation *op, RewriterBase &rewriter,
                         ArrayRef<KnownWords> operands) const {
    auto access = cast<OpTy>(op);
    if (!access.getAddress())
      return failure();
    std::optional<uint32_t> base = getState(operands).get(*access.getAddress());
    if (!base)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      access.setOffset(access.getOffset() + *base);
      access.removeAddressAttr();
    });
    return success();
  }
};

template <typename OpTy>
struct EvaluableOther : EvaluableInstruction<EvaluableOther<OpTy>, OpTy> {};

template <typename... OpTys>
void attachAccesses(MLIRContext &context) {
  (OpTys::template attachInterface<EvaluableAccess<OpTys>>(context), ...);
}
template <typename... OpTys>
void attachOthers(MLIRContext &context) {
  (OpTys::template attachInterface<EvaluableOther<OpTys>>(context), ...);
}

} // namespace

void vm::attachBufferEvaluation(MLIRContext &context) {
  attachAccesses<LoadOp, StoreOp, AtomicOp, SendOp, ReceiveOp>(context);
  attachOthers<GatherOp, ScatterOp, OutputOp>(context);
}
