//===- Matrices.cpp - Converts subgroup matrices to fragments -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix of the gpu dialect is an operand of one wmma instruction, and a
// fragment is an operand of one mma instruction. Therefore, a B or C with 16
// columns consists of two fragments.
//
//===----------------------------------------------------------------------===//

#include "GPUToKernel.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using kernel::FragmentRole;
using kernel::FragmentType;

namespace {
/// How a matrix is divided into fragments.
struct Fragments {
  FragmentType type;
  int64_t rows, columns;
};
} // namespace

static std::optional<Fragments> getFragments(gpu::MMAMatrixType matrix) {
  ArrayRef<int64_t> shape = matrix.getShape();
  Type element = matrix.getElementType();
  bool isDouble = element.isF64();
  int64_t maxRows = isDouble ? 8 : 16, maxColumns = 8;
  FragmentRole role = FragmentRole::accumulator;
  if (matrix.getOperand() == "AOp") {
    role = FragmentRole::a;
    maxColumns = shape[1];
  } else if (matrix.getOperand() == "BOp") {
    role = FragmentRole::b;
    maxRows = shape[0];
  }
  // A matmul of f32 is one of tf32.
  if (element.isF32() && role != FragmentRole::accumulator)
    element = FloatTF32Type::get(matrix.getContext());
  if (shape[0] % maxRows != 0 || shape[1] % maxColumns != 0)
    return std::nullopt;
  auto type = FragmentType::getChecked(
      [&] { return emitError(UnknownLoc::get(matrix.getContext())); },
      matrix.getContext(), maxRows, maxColumns, element, role,
      kernel::FragmentHolder::warp);
  if (!type)
    return std::nullopt;
  return Fragments{type, shape[0] / maxRows, shape[1] / maxColumns};
}

/// Returns the indices in memory of each fragment of a matrix, in order.
static SmallVector<SmallVector<Value>>
getFragmentIndices(OpBuilder &builder, Location loc, const Fragments &fragments,
                   ValueRange indices, bool isTransposed) {
  auto advance = [&](Value index, int64_t offset) -> Value {
    if (offset == 0)
      return index;
    return arith::AddIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, offset));
  };
  size_t row = indices.size() - 2, column = indices.size() - 1;
  if (isTransposed)
    std::swap(row, column);
  SmallVector<SmallVector<Value>> result;
  for (int64_t i = 0; i < fragments.rows; ++i)
    for (int64_t j = 0; j < fragments.columns; ++j) {
      SmallVector<Value> start(indices);
      start[row] = advance(start[row], i * fragments.type.getRows());
      start[column] = advance(start[column], j * fragments.type.getColumns());
      result.push_back(start);
    }
  return result;
}

/// Checks that the strides of the buffer, which accesses use, agree with
/// `leadDimension`.
static LogicalResult checkLayout(Operation *op, MemRefType type,
                                 const APInt &leadDimension) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getRank() < 2 || failed(type.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1 ||
      strides[strides.size() - 2] != leadDimension.getSExtValue())
    return op->emitOpError("expected a buffer of at least two dimensions with "
                           "rows 'leadDimension' = ")
           << leadDimension.getSExtValue() << " elements apart, found " << type;
  return success();
}

namespace {

template <typename SourceOp>
struct MatrixPattern : OpConversionPattern<SourceOp> {
  using OpConversionPattern<SourceOp>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<SourceOp>::OneToNOpAdaptor;

  static LogicalResult emitNoFragments(Operation *op) {
    return op->emitOpError("has a matrix that cannot be divided into fragments "
                           "of the kernel dialect");
  }
};

struct ConvertLoad : MatrixPattern<gpu::SubgroupMmaLoadMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupMmaLoadMatrixOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto fragments =
        getFragments(cast<gpu::MMAMatrixType>(op.getRes().getType()));
    if (!fragments)
      return emitNoFragments(op);
    auto type = cast<MemRefType>(op.getSrcMemref().getType());
    if (failed(checkLayout(op, type, op.getLeadDimension())))
      return failure();
    bool isTransposed = op.getTranspose().value_or(false);
    SmallVector<Value> loaded;
    for (const SmallVector<Value> &indices : getFragmentIndices(
             rewriter, op.getLoc(), *fragments, op.getIndices(), isTransposed))
      loaded.push_back(
          kernel::MmaLoadOp::create(rewriter, op.getLoc(), fragments->type,
                                    op.getSrcMemref(), indices, isTransposed));
    rewriter.replaceOpWithMultiple(op, {loaded});
    return success();
  }
};

struct ConvertStore : MatrixPattern<gpu::SubgroupMmaStoreMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupMmaStoreMatrixOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto fragments =
        getFragments(cast<gpu::MMAMatrixType>(op.getSrc().getType()));
    if (!fragments)
      return emitNoFragments(op);
    auto type = cast<MemRefType>(op.getDstMemref().getType());
    if (failed(checkLayout(op, type, op.getLeadDimension())))
      return failure();
    bool isTransposed = op.getTranspose().value_or(false);
    for (auto [fragment, indices] :
         llvm::zip_equal(adaptor.getSrc(),
                         getFragmentIndices(rewriter, op.getLoc(), *fragments,
                                            op.getIndices(), isTransposed)))
      kernel::MmaStoreOp::create(rewriter, op.getLoc(), fragment,
                                 op.getDstMemref(), indices, isTransposed);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertConstant : MatrixPattern<gpu::SubgroupMmaConstantMatrixOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupMmaConstantMatrixOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto fragments =
        getFragments(cast<gpu::MMAMatrixType>(op.getRes().getType()));
    if (!fragments)
      return emitNoFragments(op);
    Value fill = kernel::MmaFillOp::create(rewriter, op.getLoc(),
                                           fragments->type, op.getValue());
    SmallVector<Value> filled(fragments->rows * fragments->columns, fill);
    rewriter.replaceOpWithMultiple(op, {filled});
    return success();
  }
};

struct ConvertCompute : MatrixPattern<gpu::SubgroupMmaComputeOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupMmaComputeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // `a_transpose` and `b_transpose` repeat how the operands were loaded.
    ValueRange a = adaptor.getOpA(), b = adaptor.getOpB(), c = adaptor.getOpC();
    SmallVector<Value> sums;
    for (Value left : a)
      for (Value right : b)
        sums.push_back(kernel::MmaComputeOp::create(rewriter, op.getLoc(), left,
                                                    right, c[sums.size()]));
    rewriter.replaceOpWithMultiple(op, {sums});
    return success();
  }
};

/// Each thread computes on the elements that it holds.
struct ConvertElementwise : MatrixPattern<gpu::SubgroupMmaElementwiseOp> {
  using MatrixPattern::MatrixPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupMmaElementwiseOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto fragments =
        getFragments(cast<gpu::MMAMatrixType>(op.getRes().getType()));
    if (!fragments)
      return emitNoFragments(op);
    SmallVector<ValueRange> operands(adaptor.getArgs());
    SmallVector<Value> computed;
    for (size_t i = 0; i < operands.front().size(); ++i) {
      SmallVector<Value> elements;
      for (ValueRange operand : operands)
        elements.push_back(
            kernel::MmaUnpackOp::create(rewriter, op.getLoc(), operand[i]));
      Value result = compute(rewriter, op, elements,
                             fragments->type.getThreadVectorType());
      if (!result)
        return op.emitOpError("of kind '")
               << gpu::stringifyMMAElementwiseOp(op.getOpType())
               << "' has no counterpart in the kernel dialect";
      computed.push_back(kernel::MmaPackOp::create(rewriter, op.getLoc(),
                                                   fragments->type, result));
    }
    rewriter.replaceOpWithMultiple(op, {computed});
    return success();
  }

private:
  static Value compute(OpBuilder &b, gpu::SubgroupMmaElementwiseOp op,
                       ArrayRef<Value> x, Type type) {
    Location loc = op.getLoc();
    using Kind = gpu::MMAElementwiseOp;
    switch (op.getOpType()) {
    case Kind::ADDF:
      return arith::AddFOp::create(b, loc, x[0], x[1]);
    case Kind::SUBF:
      return arith::SubFOp::create(b, loc, x[0], x[1]);
    case Kind::MULF:
      return arith::MulFOp::create(b, loc, x[0], x[1]);
    case Kind::DIVF:
      return arith::DivFOp::create(b, loc, x[0], x[1]);
    case Kind::MAXF:
      return arith::MaximumFOp::create(b, loc, x[0], x[1]);
    case Kind::MINF:
      return arith::MinimumFOp::create(b, loc, x[0], x[1]);
    case Kind::NEGATEF:
      return arith::NegFOp::create(b, loc, x[0]);
    case Kind::EXTF:
      return arith::ExtFOp::create(b, loc, type, x[0]);
    default: // Ops on integers, which no supported matrix has.
      return {};
    }
  }
};

} // namespace

void mlir::zyn::populateMatrixTypeConversion(TypeConverter &converter) {
  converter.addConversion(
      [](gpu::MMAMatrixType type,
         SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
        std::optional<Fragments> fragments = getFragments(type);
        if (!fragments)
          return failure();
        results.append(fragments->rows * fragments->columns, fragments->type);
        return success();
      });
}

void mlir::zyn::populateMatrixPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ConvertCompute, ConvertConstant, ConvertElementwise, ConvertLoad,
               ConvertStore>(converter, patterns.getContext());
}
