//===- RowsToLinalg.cpp - Lowers rows to linalg ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task computes some rows, so that what its maps and reductions exchange
// stays in the cache. A few long rows are computed together instead, since
// each map and reduction then has tasks of its own.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Tasks.h"

#include "Zyn/Dialect/Zyn/Transforms/RowSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

class RowTasks {
public:
  RowTasks(RewriterBase &rewriter, RowsOp op);

  void create();

private:
  /// Elements of a task. Rows of more than `longRow` elements are computed
  /// together if there are fewer than `fewRows`.
  static constexpr int64_t taskElements = 4096, longRow = 1 << 14, fewRows = 16;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value getSize(int64_t loop) {
    return getValueOrCreateConstantIndexOp(b, op.getLoc(), sizes[loop]);
  }
  /// Returns the number of iterations of some loops.
  Value getIterations(ArrayRef<int64_t> loops);
  /// Returns how many iterations of each kept dimension a task has.
  SmallVector<Value> getTaskSizes(Value rowElements);
  /// Returns whether there are few long rows.
  Value areRowsDivided(Value rowElements);
  /// Whether it is known that a task has all rows.
  bool isOneTask(ArrayRef<Value> taskSizes);
  void createTasks(Value rowElements, ArrayRef<Value> taskSizes);
  void createTask(ValueRange starts, ArrayRef<Value> taskSizes);

  RewriterBase &rewriter;
  ImplicitLocOpBuilder b;
  RowsOp op;
  SmallVector<int64_t> kept;
  SmallVector<OpFoldResult> sizes; ///< of the loops
};

} // namespace

RowTasks::RowTasks(RewriterBase &rewriter, RowsOp op)
    : rewriter(rewriter), b(op.getLoc(), rewriter), op(op),
      kept(op.getKeptDimensions()) {
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  for (OperandDimension dimension : computeOp.getLoopDimensions())
    sizes.push_back(memref::getMixedSize(b, op.getLoc(), dimension.getValue(),
                                         dimension.dim));
}

Value RowTasks::getIterations(ArrayRef<int64_t> loops) {
  Value product = constant(1);
  for (int64_t loop : loops)
    product = b.createOrFold<arith::MulIOp>(product, getSize(loop));
  return product;
}

/// Returns the greatest number up to `most` that divides `all`, or `most` if
/// that is much less.
static int64_t getTaskSize(int64_t all, int64_t most) {
  for (int64_t divisor = most; divisor > most / 4; --divisor)
    if (all % divisor == 0)
      return divisor;
  return most;
}

SmallVector<Value> RowTasks::getTaskSizes(Value rowElements) {
  // Columns that are rows here are read as parts of lines of the cache.
  constexpr int64_t minColumns = 64;
  bool areColumns = kept.back() == op.getNumLoops() - 1;
  Value atLeastOne = b.createOrFold<arith::MaxSIOp>(rowElements, constant(1));
  Value rows = b.createOrFold<arith::MaxSIOp>(
      b.createOrFold<arith::DivUIOp>(constant(taskElements), atLeastOne),
      constant(areColumns ? minColumns : 1));
  SmallVector<Value> taskSizes(kept.size(), constant(1));
  taskSizes.back() = rows;
  std::optional<int64_t> most = getConstantIntValue(rows);
  for (int64_t i = kept.size(); i-- > 0 && most;) {
    std::optional<int64_t> all = getConstantIntValue(sizes[kept[i]]);
    if (!all)
      break;
    int64_t size = getTaskSize(*all, std::min(*most, *all));
    taskSizes[i] = constant(size);
    // Only whole dimensions have others in a task.
    if (size < *all)
      break;
    most = *most / size;
  }
  return taskSizes;
}

Value RowTasks::areRowsDivided(Value rowElements) {
  Value areLong = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::sgt,
                                                rowElements, constant(longRow));
  Value areFew = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::slt, getIterations(kept), constant(fewRows));
  return b.createOrFold<arith::AndIOp>(areLong, areFew);
}

/// Makes `body`, whose row `start` of loop `loop` is the first one, compute the
/// same as that of all rows.
static void offsetIndices(Block &body, uint64_t loop, Value start) {
  body.walk([&](IndexOp index) {
    if (index.getDimension() != loop)
      return;
    OpBuilder b(index->getContext());
    b.setInsertionPointAfter(index);
    auto sum = arith::AddIOp::create(b, index.getLoc(), index, start);
    index.getResult().replaceAllUsesExcept(sum, sum);
  });
}

void RowTasks::createTask(ValueRange starts, ArrayRef<Value> taskSizes) {
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
      counts(sizes);
  for (auto [loop, start, most] : llvm::zip(kept, starts, taskSizes)) {
    offsets[loop] = start;
    std::optional<int64_t> all = getConstantIntValue(sizes[loop]),
                           known = getConstantIntValue(most);
    // Others may have less at the end.
    if (known && (*known == 1 || (all && *all % *known == 0)))
      counts[loop] = b.getIndexAttr(*known);
    else
      counts[loop] = b.createOrFold<arith::MinSIOp>(
          most, b.createOrFold<arith::SubIOp>(getSize(loop), start));
  }

  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  SmallVector<Value> parts;
  for (OpOperand &operand : op->getOpOperands())
    parts.push_back(getBufferPart(b, op.getLoc(), operand.get(),
                                  computeOp.getOperandAccess(operand).getMap(),
                                  offsets, counts));
  auto part = cast<RowsOp>(b.clone(*op));
  part->setOperands(parts);
  for (auto [loop, start] : llvm::zip(kept, starts))
    offsetIndices(*part.getBlock(), loop, start);
  createRowSteps(b, part);
  rewriter.eraseOp(part);
}

void RowTasks::createTasks(Value rowElements, ArrayRef<Value> taskSizes) {
  SmallVector<Value> upper =
      llvm::map_to_vector(kept, [&](int64_t loop) { return getSize(loop); });
  Value work = b.createOrFold<arith::MulIOp>(getIterations(kept), rowElements);
  zyn::createTasks(b, op, upper, taskSizes, work,
                   [&](OpBuilder &inner, ValueRange starts) {
                     OpBuilder::InsertionGuard guard(b);
                     b.restoreInsertionPoint(inner.saveInsertionPoint());
                     createTask(starts, taskSizes);
                   });
}

bool RowTasks::isOneTask(ArrayRef<Value> taskSizes) {
  return llvm::all_of(llvm::zip(kept, taskSizes), [&](auto dimension) {
    auto [loop, most] = dimension;
    std::optional<int64_t> size = getConstantIntValue(sizes[loop]),
                           known = getConstantIntValue(most);
    return size && known && *size <= *known;
  });
}

void RowTasks::create() {
  Value rowElements = getIterations(op.getDimensions());
  SmallVector<Value> taskSizes = getTaskSizes(rowElements);
  if (isOneTask(taskSizes))
    return createRowSteps(b, op);
  Value areDivided = areRowsDivided(rowElements);
  std::optional<int64_t> known = getConstantIntValue(areDivided);
  if (known)
    return *known ? createRowSteps(b, op) : createTasks(rowElements, taskSizes);
  auto choice = scf::IfOp::create(b, areDivided, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  createRowSteps(b, op);
  b.setInsertionPointToStart(choice.elseBlock());
  createTasks(rowElements, taskSizes);
}

/// Whether no dimension is kept, or an operand is known to have no elements: a
/// view of nothing would be invalid.
static bool hasNoTasks(RowsOp op) {
  return op.getKeptDimensions().empty() ||
         llvm::any_of(op->getOperands(), [](Value operand) {
           return llvm::is_contained(getBufferType(operand).getShape(), 0);
         });
}

namespace {
/// Replaces the op with maps and reductions, which are converted next.
struct ConvertRows : OpConversionPattern<RowsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RowsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasNoTasks(op))
      createRowSteps(rewriter, op);
    else
      RowTasks(rewriter, op).create();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateRowsToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertRows>(patterns.getContext());
}
