//===- ReduceWindowToLinalg.cpp - Lowers windows to loops -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task computes neighboring results of the innermost dimension. The loop over
// these is the innermost one, inside of those over a window, and has no
// conditions: the bounds of the loops leave out what is in the padding.
//
//===----------------------------------------------------------------------===//

#include "ReduceToLinalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

/// Results of a task.
static constexpr int64_t kTaskResults = 1024;

namespace {

/// Builds the loops of windows.
class WindowLoops {
public:
  WindowLoops(OpBuilder &builder, ReduceWindowOp op, ValueRange accumulators)
      : b(op.getLoc(), builder), op(op), accumulators(accumulators),
        last(op.getRank() - 1) {}

  void emit();

private:
  /// Indices from `first` to `end`, exclusive.
  struct Range {
    Value first, end;
  };

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, int64_t y) {
    return b.createOrFold<arith::MulIOp>(x, constant(y));
  }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinSIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxSIOp>(x, y); }
  /// Returns the smallest number, at least 0, of which `step` times are at
  /// least `distance`.
  Value countSteps(Value distance, int64_t step) {
    Value positive = max(distance, constant(0));
    return b.createOrFold<arith::DivUIOp>(add(positive, constant(step - 1)),
                                          constant(step));
  }
  Value getSize(Value buffer, unsigned dim) {
    return b.createOrFold<memref::DimOp>(buffer, dim);
  }
  bool isPadded(unsigned dim) {
    return op.getPaddingBefore(dim) != 0 || op.getPaddingAfter(dim) != 0;
  }

  void buildFor(Range range, function_ref<void(Value)> body);
  /// Emits the loops over the dimensions of a window from `dim` on.
  void emitWindow(unsigned dim);
  /// Emits the loop over the results that have an element at `position` of the
  /// innermost dimension of the window.
  void emitResults(Value position);

  ImplicitLocOpBuilder b;
  ReduceWindowOp op;
  SmallVector<Value> accumulators;
  unsigned last;
  /// Of the results of the task, but for the last dimension.
  SmallVector<Value> resultIndices;
  SmallVector<Value> inputIndices; ///< of the dimensions so far
  Range results;                   ///< in the last dimension
};

} // namespace

void WindowLoops::buildFor(Range range, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, range.first, range.end, constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void WindowLoops::emitResults(Value position) {
  int64_t stride = op.getStride(last);
  Value offset = sub(mul(position, op.getDilation(last)),
                     constant(op.getPaddingBefore(last)));
  Range range = results;
  if (isPadded(last)) {
    Value size = getSize(op.getInputs()[0], last);
    range.first =
        max(range.first, countSteps(sub(constant(0), offset), stride));
    range.end = min(range.end, countSteps(sub(size, offset), stride));
  }
  buildFor(range, [&](Value result) {
    SmallVector<Value> at = resultIndices, from = inputIndices, arguments;
    at.push_back(result);
    from.push_back(add(mul(result, stride), offset));
    for (Value buffer : accumulators)
      arguments.push_back(memref::LoadOp::create(b, buffer, at));
    for (Value buffer : op.getInputs())
      arguments.push_back(memref::LoadOp::create(b, buffer, from));
    SmallVector<Value> combined =
        cloneCombiner(b, b.getLoc(), *op.getBlock(), arguments);
    for (auto [value, buffer] : llvm::zip(combined, accumulators))
      memref::StoreOp::create(b, value, buffer, at);
  });
}

void WindowLoops::emitWindow(unsigned dim) {
  int64_t window = op.getWindow()[dim], dilation = op.getDilation(dim);
  Range range = {constant(0), constant(window)};
  auto getOrigin = [&](Value result) {
    return sub(mul(result, op.getStride(dim)),
               constant(op.getPaddingBefore(dim)));
  };
  // Of the windows of the first and of the last result.
  Value first = getOrigin(dim == last ? results.first : resultIndices[dim]);
  Value other = dim == last ? getOrigin(sub(results.end, constant(1))) : first;
  if (isPadded(dim)) {
    Value size = getSize(op.getInputs()[0], dim);
    range.first = countSteps(sub(constant(0), other), dilation);
    range.end = min(range.end, countSteps(sub(size, first), dilation));
  }
  auto emitPosition = [&](Value position) {
    if (dim == last)
      return emitResults(position);
    inputIndices.push_back(add(first, mul(position, dilation)));
    emitWindow(dim + 1);
    inputIndices.pop_back();
  };
  if (window == 1 && (dim == last || !isPadded(dim)))
    return emitPosition(constant(0));
  buildFor(range, emitPosition);
}

void WindowLoops::emit() {
  SmallVector<Value> sizes, steps(last, constant(1));
  for (unsigned dim = 0; dim <= last; ++dim)
    sizes.push_back(getSize(accumulators[0], dim));
  steps.push_back(constant(kTaskResults));
  SmallVector<Value> zeros(last + 1, constant(0));
  auto tasks = scf::ParallelOp::create(b, zeros, sizes, steps);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(tasks.getBody());
  resultIndices = SmallVector<Value>(tasks.getInductionVars());
  Value first = resultIndices.pop_back_val();
  results = {first, min(add(first, constant(kTaskResults)), sizes.back())};
  emitWindow(/*dim=*/0);
}

namespace {
struct ConvertReduceWindow : OpConversionPattern<ReduceWindowOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    withAccumulators(rewriter, op.getLoc(), op.getInits(),
                     op.getAccumulatorTypes(), [&](ValueRange accumulators) {
                       WindowLoops(rewriter, op, accumulators).emit();
                     });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateReduceWindowToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReduceWindow>(patterns.getContext());
}
