//===- ComputeToLinalg.cpp - Lowers loop nests to host loops --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedIndex.h"
#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::zyn;

/// Points of a task if the body has no loops, and if it has.
static constexpr int64_t kTaskPoints = 8192, kTaskLoopPoints = 128;

static int64_t getTaskPoints(ComputeOp op) {
  WalkResult walk = op.getBody().walk(
      [](LoopLikeOpInterface) { return WalkResult::interrupt(); });
  bool hasLoops =
      walk.wasInterrupted() || !op.getBody().getOps<scf::WhileOp>().empty();
  return hasLoops ? kTaskLoopPoints : kTaskPoints;
}

namespace {

/// Builds the loops of a nest. A task has parts of neighboring rows along the
/// innermost dimension of the first destination.
class ComputeLoops {
public:
  ComputeLoops(OpBuilder &builder, ComputeOp op)
      : b(op.getLoc(), builder), op(op) {}

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
  /// Returns the indices in the first destination of the row `number`.
  SmallVector<Value> getRowIndices(Value number, ArrayRef<Value> rowSizes);
  /// Computes the point at `indices` of the first destination.
  void emitPoint(ArrayRef<Value> indices);
  Value loadElement(OpBuilder &builder, ElementOp element, ValueRange indices);

  ImplicitLocOpBuilder b;
  ComputeOp op;
};

} // namespace

void ComputeLoops::buildFor(Value first, Value count, Value end,
                            function_ref<void(Value)> body) {
  auto loop =
      scf::ForOp::create(b, first, min(add(first, count), end), constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

SmallVector<Value> ComputeLoops::getRowIndices(Value number,
                                               ArrayRef<Value> rowSizes) {
  SmallVector<Value> indices(rowSizes.size());
  for (size_t dim = rowSizes.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? number : rem(number, rowSizes[dim]);
    if (dim != 0)
      number = div(number, rowSizes[dim]);
  }
  return indices;
}

Value ComputeLoops::loadElement(OpBuilder &builder, ElementOp element,
                                ValueRange indices) {
  ImplicitLocOpBuilder inner(element.getLoc(), builder);
  Value array = element.getArray();
  for (unsigned dimension : element.getCheckedDimensions()) {
    Value size = inner.createOrFold<memref::DimOp>(array, dimension);
    // Negative indices are large without a sign.
    Value isInside = arith::CmpIOp::create(inner, arith::CmpIPredicate::ult,
                                           indices[dimension], size);
    assertInput(inner, element, isInside,
                element.getBadIndexMessage(dimension));
  }
  return memref::LoadOp::create(inner, array, indices);
}

void ComputeLoops::emitPoint(ArrayRef<Value> indices) {
  SmallVector<Value> point = applyPermutationMap(
      inversePermutation(op.getDestinationMap(0)), indices);
  SmallVector<Value> elements = cloneComputeBody(
      b, op, point, IRMapping(),
      [this](OpBuilder &builder, ElementOp element, ValueRange at) {
        return loadElement(builder, element, at);
      });
  for (auto [i, element] : llvm::enumerate(elements))
    memref::StoreOp::create(
        b, element, op.getInits()[i],
        applyPermutationMap(op.getDestinationMap(i), ArrayRef<Value>(point)));
}

void ComputeLoops::emit() {
  Value destination = op.getInits()[0];
  SmallVector<Value> sizes;
  for (int64_t dim : llvm::seq<int64_t>(op.getNumLoops()))
    sizes.push_back(b.createOrFold<memref::DimOp>(destination, dim));
  if (sizes.empty())
    return emitPoint({});
  Value columns = sizes.pop_back_val(), rows = constant(1);
  for (Value size : sizes)
    rows = mul(rows, size);
  Value zero = constant(0), task = constant(getTaskPoints(op));
  Value perTask = max(div(task, max(columns, constant(1))), constant(1));
  auto tasks =
      scf::ParallelOp::create(b, ValueRange{zero, zero},
                              ValueRange{rows, columns}, {perTask, task});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(tasks.getBody());
  buildFor(tasks.getInductionVars()[0], perTask, rows, [&](Value row) {
    SmallVector<Value> indices = getRowIndices(row, sizes);
    buildFor(tasks.getInductionVars()[1], task, columns, [&](Value column) {
      SmallVector<Value> at(indices);
      at.push_back(column);
      emitPoint(at);
    });
  });
}

namespace {
struct ConvertCompute : OpConversionPattern<ComputeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ComputeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ComputeLoops(rewriter, op).emit();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateComputeToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertCompute>(patterns.getContext());
}
