//===- GatherToLinalg.cpp - Lowers gathers to loops -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedIndex.h"
#include "Patterns.h"

#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

/// Elements of a task.
static constexpr int64_t kTaskElements = 32768;

namespace {

/// Builds the loops of a gather: those over slices of contiguous arrays, which
/// read one index for each slice.
class GatherLoops {
public:
  GatherLoops(OpBuilder &builder, GatherOp op)
      : b(op.getLoc(), builder), op(op), buffers(b, op.getLoc()) {}

  void emit();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxUIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value rem(Value x, Value y) { return b.createOrFold<arith::RemUIOp>(x, y); }
  /// Builds a loop over up to `count` numbers from `first` on that are less
  /// than `end`.
  void buildFor(Value first, Value count, Value end,
                function_ref<void(Value)> body);
  void emitSlice(Value number, Value firstElement);

  ImplicitLocOpBuilder b;
  GatherOp op;
  ContiguousBuffers buffers;
  LineSizes sizes;
  Value source, indices, output, count;
};

} // namespace

void GatherLoops::buildFor(Value first, Value count, Value end,
                           function_ref<void(Value)> body) {
  auto loop =
      scf::ForOp::create(b, first, min(add(first, count), end), constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void GatherLoops::emitSlice(Value number, Value firstElement) {
  Value index =
      loadCheckedIndex(b, op, indices, rem(number, count), sizes.length);
  Value line = add(mul(div(number, count), sizes.length), index);
  Value from = mul(line, sizes.inner), to = mul(number, sizes.inner);
  buildFor(firstElement, constant(kTaskElements), sizes.inner, [&](Value i) {
    Value element = memref::LoadOp::create(b, source, add(from, i));
    memref::StoreOp::create(b, element, output, add(to, i));
  });
}

void GatherLoops::emit() {
  sizes = getLineSizes(b, op.getLoc(), op.getSource(), op.getDimension());
  source = buffers.get(op.getSource());
  indices = buffers.get(op.getIndices());
  output = buffers.getWritable(op.getInit(), /*isRead=*/false);
  Value zero = constant(0);
  count = b.createOrFold<memref::DimOp>(indices, zero);
  Value slices = mul(sizes.outer, count), task = constant(kTaskElements);
  Value perTask = max(div(task, max(sizes.inner, constant(1))), constant(1));
  auto tasks = scf::ParallelOp::create(b, ValueRange{zero, zero},
                                       ValueRange{slices, sizes.inner},
                                       ValueRange{perTask, task});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(tasks.getBody());
    buildFor(tasks.getInductionVars()[0], perTask, slices, [&](Value number) {
      emitSlice(number, tasks.getInductionVars()[1]);
    });
  }
  buffers.finish();
}

namespace {
struct ConvertGather : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GatherLoops(rewriter, op).emit();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateGatherToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertGather>(patterns.getContext());
}
