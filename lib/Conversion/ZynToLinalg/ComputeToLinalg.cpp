//===- ComputeToLinalg.cpp - Lowers loop nests to host loops --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedIndex.h"
#include "ComputeLanes.h"
#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

void zyn::checkComputeIndices(OpBuilder &builder, ElementOp element,
                              ValueRange indices) {
  ImplicitLocOpBuilder b(element.getLoc(), builder);
  for (unsigned dimension : element.getCheckedDimensions()) {
    Value size = b.createOrFold<memref::DimOp>(element.getArray(), dimension);
    // Negative indices are large without a sign.
    Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           indices[dimension], size);
    assertInput(b, element, isInside, element.getBadIndexMessage(dimension));
  }
}

Value zyn::loadComputeElement(OpBuilder &builder, ElementOp element,
                              ValueRange indices) {
  checkComputeIndices(builder, element, indices);
  return memref::LoadOp::create(builder, element.getLoc(), element.getArray(),
                                indices);
}

/// Points of a task if the body has no loops, and if it has.
static constexpr int64_t kTaskPoints = 8192, kTaskLoopPoints = 256;

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
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxUIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value rem(Value x, Value y) { return b.createOrFold<arith::RemUIOp>(x, y); }
  /// Builds a loop from `first` to `last`. LLVM does not vectorize it.
  void buildFor(Value first, Value last, int64_t step,
                function_ref<void(Value)> body);
  /// Returns the indices in the first destination of the row `number`.
  SmallVector<Value> getRowIndices(Value number, ArrayRef<Value> rowSizes);
  /// Computes the point at `indices` of the first destination.
  void emitPoint(ArrayRef<Value> indices);
  /// Computes the points of a row from `first` on.
  void emitColumns(ArrayRef<Value> row, Value first, Value last);

  ImplicitLocOpBuilder b;
  ComputeOp op;
};

} // namespace

void ComputeLoops::buildFor(Value first, Value last, int64_t step,
                            function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, first, last, constant(step));
  // The time that LLVM's vectorizer takes is exponential in the number of ops
  // in a chain of values that do not depend on the loop. The name is that of
  // the attribute of the branch to which upstream's lowerings copy it; they do
  // not translate `llvm.loop_annotation`.
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      b.getContext(), /*disable=*/b.getBoolAttr(true), {}, {}, {}, {}, {}, {});
  loop->setAttr("loop_annotation",
                LLVM::LoopAnnotationAttr::get(b.getContext(), {}, vectorize, {},
                                              {}, {}, {}, {}, {}, {}, {}, {},
                                              {}, {}, {}, {}));
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

void ComputeLoops::emitPoint(ArrayRef<Value> indices) {
  SmallVector<Value> point =
      applyPermutationMap(inversePermutation(op.getDestinationMap(0)), indices);
  SmallVector<Value> elements =
      cloneComputeBody(b, op, point, IRMapping(), loadComputeElement);
  for (auto [i, element] : llvm::enumerate(elements))
    memref::StoreOp::create(
        b, element, op.getInits()[i],
        applyPermutationMap(op.getDestinationMap(i), ArrayRef<Value>(point)));
}

void ComputeLoops::emitColumns(ArrayRef<Value> row, Value first, Value last) {
  AffineMap map = op.getDestinationMap(0), inverse = inversePermutation(map);
  unsigned loop = map.getDimPosition(map.getNumResults() - 1);
  auto getIndices = [&](Value column) {
    SmallVector<Value> indices(row);
    indices.push_back(column);
    return indices;
  };
  int64_t lanes = getComputeLanes(op, loop);
  if (lanes > 1) {
    Value count = sub(last, first);
    Value middle = add(first, sub(count, rem(count, constant(lanes))));
    buildFor(first, middle, lanes, [&](Value column) {
      SmallVector<Value> point =
          applyPermutationMap(inverse, ArrayRef<Value>(getIndices(column)));
      emitComputeLanes(b, op, point, loop, lanes);
    });
    first = middle;
  }
  buildFor(first, last, 1,
           [&](Value column) { emitPoint(getIndices(column)); });
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
  Value zero = constant(0);
  Value task = constant(hasSequentialLoops(op) ? kTaskLoopPoints : kTaskPoints);
  Value perTask = max(div(task, max(columns, constant(1))), constant(1));
  auto tasks = scf::ParallelOp::create(
      b, ValueRange{zero, zero}, ValueRange{rows, columns}, {perTask, task});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(tasks.getBody());
  Value firstRow = tasks.getInductionVars()[0],
        first = tasks.getInductionVars()[1];
  Value last = min(add(first, task), columns);
  buildFor(firstRow, min(add(firstRow, perTask), rows), 1, [&](Value row) {
    emitColumns(getRowIndices(row, sizes), first, last);
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
