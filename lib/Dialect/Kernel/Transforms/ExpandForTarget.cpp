//===- ExpandForTarget.cpp - Expands ops that the target lacks ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELEXPANDFORTARGET
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;

namespace {

//===----------------------------------------------------------------------===//
// Asynchronous copies, sm_80
//===----------------------------------------------------------------------===//

/// Copies through registers at once, which is allowed: the destination must not
/// be accessed until the copy is waited for.
struct ExpandAsyncCopy : OpRewritePattern<AsyncCopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AsyncCopyOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type element = cast<MemRefType>(op.getSource().getType()).getElementType();
    int64_t count = op.getBytes() / getElementBytes(element);
    // A buffer of rank 0 has no vectors.
    Type type = count == 1 ? element : VectorType::get(count, element);
    auto copyAll = [&](OpBuilder &builder, Location loc) {
      Value value = LoadOp::create(builder, loc, type, op.getSource(),
                                   op.getSourceIndices(), CopyCache::automatic);
      StoreOp::create(builder, loc, value, op.getDestination(),
                      op.getDestinationIndices(), CopyCache::automatic);
    };
    if (!op.getValid()) {
      copyAll(b, b.getLoc());
      rewriter.eraseOp(op);
      return success();
    }
    Value isWhole =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, op.getValid(),
                              arith::ConstantIndexOp::create(b, count));
    scf::IfOp::create(
        b, isWhole,
        [&](OpBuilder &builder, Location loc) {
          copyAll(builder, loc);
          scf::YieldOp::create(builder, loc);
        },
        [&](OpBuilder &builder, Location loc) {
          copyPart(ImplicitLocOpBuilder(loc, builder), op, type);
          scf::YieldOp::create(builder, loc);
        });
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Copies the valid elements, and sets the others to zero.
  static void copyPart(ImplicitLocOpBuilder b, AsyncCopyOp op, Type type) {
    Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
    StoreOp::create(b, zeros, op.getDestination(), op.getDestinationIndices(),
                    CopyCache::automatic);
    Value zero = arith::ConstantIndexOp::create(b, 0),
          one = arith::ConstantIndexOp::create(b, 1);
    scf::ForOp::create(
        b, zero, op.getValid(), one, ValueRange(),
        [&](OpBuilder &builder, Location loc, Value i, ValueRange) {
          auto advance = [&](ValueRange indices) {
            SmallVector<Value> result(indices);
            if (!result.empty())
              result.back() =
                  arith::AddIOp::create(builder, loc, result.back(), i);
            return result;
          };
          Value value = LoadOp::create(
              builder, loc, getElementTypeOrSelf(type), op.getSource(),
              advance(op.getSourceIndices()), CopyCache::automatic);
          StoreOp::create(builder, loc, value, op.getDestination(),
                          advance(op.getDestinationIndices()),
                          CopyCache::automatic);
          scf::YieldOp::create(builder, loc);
        });
  }
};

/// Nothing is pending.
template <typename OpTy>
struct EraseAsyncOp : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Warps, sm_80
//===----------------------------------------------------------------------===//

/// Combines i32 as i64, which is lowered to shuffles.
struct ExpandWarpReduce : OpRewritePattern<WarpReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WarpReduceOp op,
                                PatternRewriter &rewriter) const override {
    // There are no shuffles of some lanes with unknown numbers.
    if (!op.getValue().getType().isInteger(32) || op.getMask())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    bool isSigned =
        op.getKind() == ReduceKind::min || op.getKind() == ReduceKind::max;
    Value wide;
    if (isSigned)
      wide = arith::ExtSIOp::create(b, b.getI64Type(), op.getValue());
    else
      wide = arith::ExtUIOp::create(b, b.getI64Type(), op.getValue());
    Value result = WarpReduceOp::create(b, wide.getType(), op.getKind(), wide,
                                        /*mask=*/Value());
    rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, b.getI32Type(), result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

/// Returns the elements of a thread from `offset` on as a fragment.
Value extractFragment(ImplicitLocOpBuilder &b, Value elements, int64_t offset,
                      FragmentType type) {
  Value part = vector::ExtractStridedSliceOp::create(
      b, elements, offset, type.getElementsPerThread(), /*stride=*/1);
  return MmaPackOp::create(b, type, part);
}

/// Multiplies f16 with a K of 16, which requires sm_80, in two steps with a K
/// of 8. In a thread, the elements of the first half of K precede the others.
struct ExpandMma : OpRewritePattern<MmaComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MmaComputeOp op,
                                PatternRewriter &rewriter) const override {
    FragmentType a = op.getA().getType(), b = op.getB().getType();
    constexpr int64_t depth = 8;
    if (!a.getElementType().isF16() || a.getColumns() != 2 * depth)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto halfA =
        FragmentType::get(getContext(), a.getRows(), depth, a.getElementType(),
                          FragmentRole::a, a.getHolder());
    auto halfB =
        FragmentType::get(getContext(), depth, b.getColumns(),
                          b.getElementType(), FragmentRole::b, b.getHolder());
    Value elementsA = MmaUnpackOp::create(builder, op.getA()),
          elementsB = MmaUnpackOp::create(builder, op.getB());
    Value sum = op.getAccumulator();
    for (int64_t i : {0, 1}) {
      Value partA = extractFragment(builder, elementsA,
                                    i * halfA.getElementsPerThread(), halfA);
      Value partB = extractFragment(builder, elementsB,
                                    i * halfB.getElementsPerThread(), halfB);
      sum = MmaComputeOp::create(builder, sum.getType(), partA, partB, sum,
                                 /*unsignedA=*/false, /*unsignedB=*/false,
                                 /*saturate=*/false);
    }
    rewriter.replaceOp(op, sum);
    return success();
  }
};

struct KernelExpandForTarget
    : kernel::impl::KernelExpandForTargetBase<KernelExpandForTarget> {
  using KernelExpandForTargetBase::KernelExpandForTargetBase;

  void runOnOperation() override {
    std::optional<Architecture> target = Architecture::parse(chip);
    if (!target || target->sm >= 80)
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandAsyncCopy, EraseAsyncOp<AsyncCommitOp>,
                 EraseAsyncOp<AsyncWaitOp>, ExpandWarpReduce, ExpandMma>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
