//===- Tma.cpp - Copies of tiles by the TMA unit --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPattern.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/EmulatorABI.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Stores `values`, which have the same type, on the stack, one after the
/// other, and returns their address.
static Value spillAll(OpBuilder &builder, Operation *op, ValueRange values) {
  Location loc = op->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(op->getContext());
  if (values.empty())
    return LLVM::ZeroOp::create(builder, loc, pointer);
  Type type = values[0].getType();
  Value slot =
      createSlot(builder, op, LLVM::LLVMArrayType::get(type, values.size()));
  for (auto [i, value] : llvm::enumerate(values)) {
    Value element =
        LLVM::GEPOp::create(builder, loc, pointer, type, slot,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, value, element);
  }
  return slot;
}

namespace {

struct LowerTmaLoad : CallPattern<kernel::TmaLoadOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    Value multicast = adaptor.getMulticast();
    multicast =
        multicast ? LLVM::ZExtOp::create(rewriter, op.getLoc(), i32, multicast)
                        .getResult()
                  : constant(rewriter, op, 32, -1);
    return replaceWithCall(
        rewriter, op, "zynemuTmaLoad",
        {spillAll(rewriter, op, adaptor.getMap()),
         spillAll(rewriter, op, adaptor.getCoordinates()),
         spillAll(rewriter, op, adaptor.getOffsets()),
         address(rewriter, op, op.getDestination(), adaptor.getDestination(),
                 adaptor.getIndices()),
         address(rewriter, op, op.getBarriers(), adaptor.getBarriers(),
                 adaptor.getBarrierIndices()),
         multicast});
  }
};

/// Lowers `tma.store` and `tma.reduce`.
template <typename OpTy>
struct LowerTmaStore : CallPattern<OpTy> {
  using CallPattern<OpTy>::CallPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t reduction = ZYNEMU_TMA_REPLACE;
    if constexpr (std::is_same_v<OpTy, kernel::TmaReduceOp>)
      reduction = static_cast<int64_t>(op.getKind());
    return this->replaceWithCall(
        rewriter, op, "zynemuTmaStore",
        {spillAll(rewriter, op, adaptor.getMap()),
         spillAll(rewriter, op, adaptor.getCoordinates()),
         this->address(rewriter, op, op.getSource(), adaptor.getSource(),
                       adaptor.getIndices()),
         this->constant(rewriter, op, 32, reduction)});
  }
};

struct LowerTmaCommit : CallPattern<kernel::TmaCommitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuTmaCommit", {});
  }
};

struct LowerTmaWait : CallPattern<kernel::TmaWaitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuTmaWait",
                           {constant(rewriter, op, 32, op.getGroups()),
                            constant(rewriter, op, 32, op.getRead())});
  }
};

/// The emulator has no caches.
template <typename OpTy>
struct DropPrefetch : CallPattern<OpTy> {
  using CallPattern<OpTy>::CallPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateTmaPatterns(const Lowering &lowering,
                                              RewritePatternSet &patterns) {
  patterns.add<LowerTmaLoad, LowerTmaStore<kernel::TmaStoreOp>,
               LowerTmaStore<kernel::TmaReduceOp>, LowerTmaCommit, LowerTmaWait,
               DropPrefetch<kernel::TmaPrefetchOp>,
               DropPrefetch<kernel::TmaPrefetchMapOp>>(lowering);
}
