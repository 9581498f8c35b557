//===- SpmmToLinalg.cpp - Lowers sparse matmuls to loops ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task adds the products of a few rows and of neighboring columns. The sums
// of a vector of columns are in registers.
//
//===----------------------------------------------------------------------===//

#include "CheckedIndex.h"
#include "ProductToLinalg.h"

#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

/// Rows and columns of a task.
static constexpr int64_t kTaskRows = 8, kTaskColumns = 512;
/// Columns of a vector. Narrower ones are for the last columns of a row.
static constexpr int64_t kVectorColumns[] = {64, 8, 1};

namespace {

/// Builds the loops that add the products of `op` to `sums`.
class SpmmLoops {
public:
  SpmmLoops(OpBuilder &builder, SpmmOp op)
      : b(op.getLoc(), builder), op(op), contiguous(b, op.getLoc()) {}

  void emit(Value sums);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value isLessEqual(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, x, y);
  }
  void buildFor(Value first, Value last, int64_t step,
                function_ref<void(Value)> body);
  void emitRow(Value row, Value firstColumn, Value endColumn);
  /// Adds the products of elements `first` to `last` of A for `width` columns.
  void emitColumns(Value row, Value first, Value last, Value column,
                   int64_t width);

  ImplicitLocOpBuilder b;
  SpmmOp op;
  ContiguousBuffers contiguous;
  Value offsets, columns, values, dense, sums;
  Value numColumns, numInner, numValues;
};

} // namespace

void SpmmLoops::buildFor(Value first, Value last, int64_t step,
                         function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, first, last, constant(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void SpmmLoops::emitColumns(Value row, Value first, Value last, Value column,
                            int64_t width) {
  Type type = op.getAccumulatorType();
  auto getType = [&](Type element) -> Type {
    return width == 1 ? element : VectorType::get(width, element);
  };
  auto load = [&](Value buffer, Value index) -> Value {
    if (width == 1)
      return memref::LoadOp::create(b, buffer, index);
    return vector::LoadOp::create(
        b, cast<VectorType>(getType(getBufferType(buffer).getElementType())),
        buffer, index);
  };
  // The accumulator is wider than the elements.
  auto extend = [&](Value value) -> Value {
    Type wide = isa<VectorType>(value.getType()) ? getType(type) : type;
    if (value.getType() == wide)
      return value;
    if (isa<FloatType>(type))
      return arith::ExtFOp::create(b, wide, value);
    return arith::ExtSIOp::create(b, wide, value);
  };
  Value at = add(mul(row, numColumns), column);
  auto loop = scf::ForOp::create(b, first, last, constant(1), load(sums, at));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    Value inner = loadCheckedIndex(b, op, columns, i, numInner);
    Value x = extend(memref::LoadOp::create(b, values, i));
    Value y = extend(load(dense, add(mul(inner, numColumns), column)));
    if (width != 1)
      x = vector::BroadcastOp::create(b, getType(type), x);
    Value sum = loop.getRegionIterArg(0);
    if (isa<FloatType>(type))
      sum = math::FmaOp::create(b, x, y, sum);
    else
      sum = arith::AddIOp::create(b, sum, arith::MulIOp::create(b, x, y));
    scf::YieldOp::create(b, sum);
  }
  if (width == 1)
    memref::StoreOp::create(b, loop.getResult(0), sums, at);
  else
    vector::StoreOp::create(b, loop.getResult(0), sums, at);
}

void SpmmLoops::emitRow(Value row, Value firstColumn, Value endColumn) {
  Value first = loadIndex(b, offsets, row);
  Value last = loadIndex(b, offsets, add(row, constant(1)));
  // Negative offsets are large without a sign.
  if (op.isChecked())
    assertInput(b, op,
                arith::AndIOp::create(b, isLessEqual(first, last),
                                      isLessEqual(last, numValues)),
                op.getBadOffsetMessage());
  Value column = firstColumn;
  for (int64_t width : kVectorColumns) {
    Value count = b.createOrFold<arith::SubIOp>(endColumn, column);
    count = b.createOrFold<arith::DivUIOp>(count, constant(width));
    Value end = add(column, mul(count, constant(width)));
    buildFor(column, end, width,
             [&](Value i) { emitColumns(row, first, last, i, width); });
    column = end;
  }
}

void SpmmLoops::emit(Value buffer) {
  offsets = contiguous.get(op.getOffsets());
  columns = contiguous.get(op.getColumns());
  values = contiguous.get(op.getValues());
  dense = contiguous.get(op.getDense());
  sums = contiguous.getWritable(buffer, /*isRead=*/true);
  Value zero = constant(0);
  Value numRows = b.createOrFold<memref::DimOp>(buffer, 0);
  numColumns = b.createOrFold<memref::DimOp>(buffer, 1);
  numInner = b.createOrFold<memref::DimOp>(op.getDense(), 0);
  numValues = b.createOrFold<memref::DimOp>(values, 0);
  Value rows = constant(kTaskRows), taskColumns = constant(kTaskColumns);
  auto tasks = scf::ParallelOp::create(b, ValueRange{zero, zero},
                                       ValueRange{numRows, numColumns},
                                       ValueRange{rows, taskColumns});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(tasks.getBody());
    Value firstRow = tasks.getInductionVars()[0],
          firstColumn = tasks.getInductionVars()[1];
    Value endColumn = min(add(firstColumn, taskColumns), numColumns);
    buildFor(firstRow, min(add(firstRow, rows), numRows), 1,
             [&](Value row) { emitRow(row, firstColumn, endColumn); });
  }
  contiguous.finish();
}

namespace {
struct ConvertSpmm : OpConversionPattern<SpmmOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SpmmOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    lowerProduct(rewriter, op,
                 [&](Value sums) { SpmmLoops(rewriter, op).emit(sums); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateSpmmToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSpmm>(patterns.getContext());
}
