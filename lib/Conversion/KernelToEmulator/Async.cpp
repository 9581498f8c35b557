//===- Async.cpp - Asynchronous copies, mbarriers, clusters and TMA -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/EmulatorABI.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

/// Base class of patterns for ops that become one call to the runtime.
template <typename OpTy>
struct CallPattern : EmulatorPattern<OpTy> {
  using EmulatorPattern<OpTy>::EmulatorPattern;

protected:
  Value constant(ConversionPatternRewriter &rewriter, OpTy op, unsigned bits,
                 int64_t value) const {
    return LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                    rewriter.getIntegerType(bits), value);
  }

  /// Returns the address of an element, unchecked: the runtime's functions for
  /// these ops report their accesses to the checker themselves.
  Value address(ConversionPatternRewriter &rewriter, OpTy op, Value memref,
                Value descriptor, ValueRange indices) const {
    return getElementAddress(*this->getTypeConverter(), rewriter, op.getLoc(),
                             cast<MemRefType>(memref.getType()), descriptor,
                             indices);
  }

  /// Stores `values` on the stack, one after the other, and returns their
  /// address. The memory is allocated in the entry block of the function, so
  /// that loops do not grow the stack.
  Value spill(ConversionPatternRewriter &rewriter, OpTy op,
              ValueRange values) const {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(op.getContext());
    if (values.empty())
      return LLVM::ZeroOp::create(rewriter, loc, pointer);
    Type type = values[0].getType();
    Value slot;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      auto function = op->template getParentOfType<FunctionOpInterface>();
      rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
      slot = LLVM::AllocaOp::create(
          rewriter, loc, pointer, LLVM::LLVMArrayType::get(type, values.size()),
          constant(rewriter, op, 64, 1));
    }
    for (auto [i, value] : llvm::enumerate(values)) {
      Value element =
          LLVM::GEPOp::create(rewriter, loc, pointer, type, slot,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      LLVM::StoreOp::create(rewriter, loc, value, element);
    }
    return slot;
  }

  LogicalResult replaceWithCall(ConversionPatternRewriter &rewriter, OpTy op,
                                StringRef function, ValueRange operands) const {
    callRuntime(rewriter, op, function, {}, operands);
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

struct LowerAsyncCopy : CallPattern<kernel::AsyncCopyOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = address(rewriter, op, op.getSource(), adaptor.getSource(),
                           adaptor.getSourceIndices());
    Value destination =
        address(rewriter, op, op.getDestination(), adaptor.getDestination(),
                adaptor.getDestinationIndices());
    Value bytes = constant(rewriter, op, 64, op.getBytes());
    Value validBytes = bytes;
    auto type = cast<MemRefType>(op.getSource().getType());
    if (Value valid = adaptor.getValid())
      validBytes = LLVM::MulOp::create(
          rewriter, op.getLoc(), valid,
          constant(rewriter, op, 64, type.getElementTypeBitWidth() / 8));
    return replaceWithCall(rewriter, op, "zynemuAsyncCopy",
                           {destination, source, bytes, validBytes});
  }
};

struct LowerAsyncCommit : CallPattern<kernel::AsyncCommitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuAsyncCommit", {});
  }
};

struct LowerAsyncWait : CallPattern<kernel::AsyncWaitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuAsyncWait",
                           constant(rewriter, op, 32, op.getGroups()));
  }
};

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

template <typename OpTy>
struct BarrierPattern : CallPattern<OpTy> {
  using CallPattern<OpTy>::CallPattern;

protected:
  Value barrier(ConversionPatternRewriter &rewriter, OpTy op,
                typename OpTy::Adaptor adaptor) const {
    return this->address(rewriter, op, op.getBarriers(), adaptor.getBarriers(),
                         adaptor.getIndices());
  }
};

/// Lowers ops whose only operand is the mbarrier.
template <typename OpTy>
struct LowerToBarrierCall : BarrierPattern<OpTy> {
  LowerToBarrierCall(const Lowering &lowering, StringRef function)
      : BarrierPattern<OpTy>(lowering), function(function) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->replaceWithCall(rewriter, op, function,
                                 this->barrier(rewriter, op, adaptor));
  }

  StringRef function;
};

struct LowerInit : BarrierPattern<kernel::MBarrierInitOp> {
  using BarrierPattern::BarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(
        rewriter, op, "zynemuMBarrierInit",
        {barrier(rewriter, op, adaptor), adaptor.getCount()});
  }
};

struct LowerArrive : BarrierPattern<kernel::MBarrierArriveOp> {
  using BarrierPattern::BarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value count =
        adaptor.getCount() ? adaptor.getCount() : constant(rewriter, op, 32, 1);
    return replaceWithCall(rewriter, op, "zynemuMBarrierArrive",
                           {barrier(rewriter, op, adaptor), count});
  }
};

/// Lowers `expect_tx` and `arrive_expect_tx`.
template <typename OpTy>
struct LowerExpect : BarrierPattern<OpTy> {
  LowerExpect(const Lowering &lowering, StringRef function)
      : BarrierPattern<OpTy>(lowering), function(function) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->replaceWithCall(
        rewriter, op, function,
        {this->barrier(rewriter, op, adaptor), adaptor.getBytes()});
  }

  StringRef function;
};

struct LowerArriveRemote : BarrierPattern<kernel::MBarrierArriveRemoteOp> {
  using BarrierPattern::BarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveRemoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(
        rewriter, op, "zynemuMBarrierArriveRemote",
        {barrier(rewriter, op, adaptor), adaptor.getBlock()});
  }
};

/// Base class of the patterns for waits and tests, which have the same
/// operands.
template <typename OpTy>
struct WaitPattern : BarrierPattern<OpTy> {
  using BarrierPattern<OpTy>::BarrierPattern;

protected:
  SmallVector<Value> operands(ConversionPatternRewriter &rewriter, OpTy op,
                              typename OpTy::Adaptor adaptor) const {
    Value parity = adaptor.getParity();
    if (!parity.getType().isInteger(32))
      parity = LLVM::ZExtOp::create(rewriter, op.getLoc(),
                                    rewriter.getI32Type(), parity);
    int64_t scope =
        op.getScope() == kernel::Scope::cluster ? ZYNEMU_CLUSTER : ZYNEMU_BLOCK;
    return {this->barrier(rewriter, op, adaptor), parity,
            this->constant(rewriter, op, 32, scope)};
  }
};

struct LowerWait : WaitPattern<kernel::MBarrierWaitOp> {
  using WaitPattern::WaitPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuMBarrierWait",
                           operands(rewriter, op, adaptor));
  }
};

struct LowerTest : WaitPattern<kernel::MBarrierTestOp> {
  using WaitPattern::WaitPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierTestOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value result =
        callRuntime(rewriter, op, "zynemuMBarrierTest", rewriter.getI32Type(),
                    operands(rewriter, op, adaptor))
            .getResult();
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, rewriter.getI1Type(),
                                               result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

struct LowerClusterBarrier : CallPattern<kernel::ClusterBarrierOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuClusterArrive", {},
                constant(rewriter, op, 32, /*relaxed=*/0));
    return replaceWithCall(rewriter, op, "zynemuClusterWait", {});
  }
};

struct LowerClusterArrive : CallPattern<kernel::ClusterArriveOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterArriveOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuClusterArrive",
                           constant(rewriter, op, 32, op.getRelaxed()));
  }
};

struct LowerClusterWait : CallPattern<kernel::ClusterWaitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuClusterWait", {});
  }
};

struct LowerMapShared : CallPattern<kernel::MapSharedOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::MapSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    // All memory spaces are the same on the host, so both descriptors have the
    // same type.
    MemRefDescriptor buffer(adaptor.getSource());
    Value mapped =
        callRuntime(rewriter, op, "zynemuMapShared", getPtrType(),
                    {buffer.alignedPtr(rewriter, loc), adaptor.getBlock()})
            .getResult();
    buffer.setAllocatedPtr(rewriter, loc, mapped);
    buffer.setAlignedPtr(rewriter, loc, mapped);
    rewriter.replaceOp(op, Value(buffer));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// TMA
//===----------------------------------------------------------------------===//

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
        {spill(rewriter, op, adaptor.getMap()),
         spill(rewriter, op, adaptor.getCoordinates()),
         spill(rewriter, op, adaptor.getOffsets()),
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
        {this->spill(rewriter, op, adaptor.getMap()),
         this->spill(rewriter, op, adaptor.getCoordinates()),
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

void mlir::zyn::emulator::populateAsyncPatterns(const Lowering &lowering,
                                                RewritePatternSet &patterns) {
  patterns.add<LowerAsyncCopy, LowerAsyncCommit, LowerAsyncWait, LowerInit,
               LowerArrive, LowerArriveRemote, LowerWait, LowerTest,
               LowerClusterBarrier, LowerClusterArrive, LowerClusterWait,
               LowerMapShared, LowerTmaLoad, LowerTmaStore<kernel::TmaStoreOp>,
               LowerTmaStore<kernel::TmaReduceOp>, LowerTmaCommit, LowerTmaWait,
               DropPrefetch<kernel::TmaPrefetchOp>,
               DropPrefetch<kernel::TmaPrefetchMapOp>>(lowering);
  patterns.add<LowerToBarrierCall<kernel::AsyncArriveOp>>(lowering,
                                                          "zynemuAsyncArrive");
  patterns.add<LowerToBarrierCall<kernel::MBarrierInvalidateOp>>(
      lowering, "zynemuMBarrierInvalidate");
  patterns.add<LowerExpect<kernel::MBarrierExpectTxOp>>(
      lowering, "zynemuMBarrierExpectTx");
  patterns.add<LowerExpect<kernel::MBarrierArriveExpectTxOp>>(
      lowering, "zynemuMBarrierArriveExpectTx");
}

void mlir::zyn::emulator::populateAsyncTypes(LLVMTypeConverter &converter) {
  mlir::zyn::populateTensorMapTypeConversion(converter);
  converter.addConversion([](kernel::MBarrierType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
}
