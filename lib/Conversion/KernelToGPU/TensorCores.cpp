//===- TensorCores.cpp - Loads and stores of fragments --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToGPU/TensorCores.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
namespace limits = ::zyn::limits;
using kernel::FragmentRole;

namespace {

/// The elements of a fragment that a thread holds, and their indices in a
/// buffer.
class ThreadElements {
public:
  ThreadElements(ImplicitLocOpBuilder &b, kernel::FragmentType type,
                 MemRefType memref, ValueRange indices, bool columnMajor,
                 bool aligned)
      : b(b), type(type), element(memref.getElementType()),
        indices(llvm::to_vector(indices)), columnMajor(columnMajor) {
    auto [strides, offset] = memref.getStridesAndOffset();
    // Elements of a register are adjacent along K, or along rows in an
    // accumulator.
    bool alongColumns = type.getRole() != FragmentRole::b;
    int64_t neighbors = type.getRole() == FragmentRole::accumulator
                            ? 2
                            : type.getElementsPerRegister();
    int64_t otherStride = strides[strides.size() - 2];
    bool isMultiple =
        !ShapedType::isDynamic(otherStride) && otherStride % neighbors == 0;
    if (alongColumns != columnMajor && strides.back() == 1 &&
        (aligned || isMultiple))
      count = neighbors;
    computeFirstElement();
  }

  /// Returns how many elements are accessed at once.
  int64_t width() const { return count; }
  VectorType vectorType() const { return VectorType::get(count, element); }

  /// Returns the indices of element `i` of the thread.
  SmallVector<Value> getIndices(int64_t i) {
    auto [rowOffset, columnOffset] = type.getElementPosition(i);
    SmallVector<Value> result(indices);
    Value &row = *(result.end() - (columnMajor ? 1 : 2));
    Value &column = *(result.end() - (columnMajor ? 2 : 1));
    row = add(row, add(firstRow, constant(rowOffset)));
    column = add(column, add(firstColumn, constant(columnOffset)));
    return result;
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value mul(Value x, int64_t y) {
    return b.createOrFold<arith::MulIOp>(x, constant(y));
  }
  Value div(Value x, int64_t y) {
    return b.createOrFold<arith::DivUIOp>(x, constant(y));
  }
  Value rem(Value x, int64_t y) {
    return b.createOrFold<arith::RemUIOp>(x, constant(y));
  }

  /// Returns the index of the thread in the block, x fastest.
  Value getLinearThreadId() {
    auto id = [&](kernel::Dimension dimension) -> Value {
      return kernel::ThreadIdOp::create(b, dimension);
    };
    auto size = [&](kernel::Dimension dimension) -> Value {
      return kernel::BlockSizeOp::create(b, dimension);
    };
    Value x = id(kernel::Dimension::x);
    Operation *function = b.getInsertionBlock()->getParentOp();
    if (!isa<gpu::GPUFuncOp>(function))
      function = function->getParentOfType<gpu::GPUFuncOp>();
    auto known = function ? cast<gpu::GPUFuncOp>(function).getKnownBlockSize()
                          : std::nullopt;
    if (known && (*known)[1] == 1 && (*known)[2] == 1)
      return x;
    Value y = id(kernel::Dimension::y), z = id(kernel::Dimension::z);
    Value row =
        add(y, b.createOrFold<arith::MulIOp>(z, size(kernel::Dimension::y)));
    return add(x,
               b.createOrFold<arith::MulIOp>(row, size(kernel::Dimension::x)));
  }

  /// Computes the row and column of the thread's element 0; see the description
  /// of the type.
  void computeFirstElement() {
    Value thread = getLinearThreadId();
    Value lane = rem(thread, limits::warpSize);
    Value group = div(lane, 4);
    int64_t width = type.getRole() == FragmentRole::accumulator
                        ? 2
                        : type.getElementsPerRegister();
    Value inGroup = mul(rem(lane, 4), width);
    bool isB = type.getRole() == FragmentRole::b;
    firstRow = isB ? inGroup : group;
    firstColumn = isB ? group : inGroup;
    if (type.getHolder() == kernel::FragmentHolder::warpgroup)
      firstRow =
          add(firstRow,
              mul(rem(div(thread, limits::warpSize), limits::warpsPerWarpgroup),
                  limits::wgmmaRowsPerWarp));
  }

  ImplicitLocOpBuilder &b;
  kernel::FragmentType type;
  Type element;
  SmallVector<Value> indices;
  bool columnMajor;
  int64_t count = 1;
  Value firstRow, firstColumn;
};

struct LowerLoad : OpRewritePattern<kernel::MmaLoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::MmaLoadOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType type = op.getResult().getType();
    ThreadElements part(b, type, op.getMemref().getType(), op.getIndices(),
                        op.getColumnMajor(), op.getAligned());
    SmallVector<Value> elements;
    for (int64_t i = 0; i < type.getElementsPerThread(); i += part.width()) {
      if (part.width() == 1) {
        elements.push_back(kernel::LoadOp::create(
            b, type.getStorageType(), op.getMemref(), part.getIndices(i)));
        continue;
      }
      Value vector = kernel::LoadOp::create(b, part.vectorType(),
                                            op.getMemref(), part.getIndices(i));
      for (int64_t j = 0; j < part.width(); ++j)
        elements.push_back(vector::ExtractOp::create(b, vector, j));
    }
    Value whole =
        vector::FromElementsOp::create(b, type.getThreadVectorType(), elements);
    rewriter.replaceOpWithNewOp<kernel::MmaPackOp>(op, type, whole);
    return success();
  }
};

struct LowerStore : OpRewritePattern<kernel::MmaStoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::MmaStoreOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    kernel::FragmentType type = op.getFragment().getType();
    ThreadElements part(b, type, op.getMemref().getType(), op.getIndices(),
                        op.getColumnMajor(), op.getAligned());
    Value whole = kernel::MmaUnpackOp::create(b, type.getThreadVectorType(),
                                              op.getFragment());
    Type element = op.getMemref().getType().getElementType();
    if (element != type.getStorageType())
      whole = arith::TruncFOp::create(
          b, type.getThreadVectorType().clone(element), whole);
    for (int64_t i = 0; i < type.getElementsPerThread(); i += part.width()) {
      SmallVector<Value> elements;
      for (int64_t j = 0; j < part.width(); ++j)
        elements.push_back(vector::ExtractOp::create(b, whole, i + j));
      Value value = elements.front();
      if (part.width() > 1)
        value = vector::FromElementsOp::create(b, part.vectorType(), elements);
      kernel::StoreOp::create(b, value, op.getMemref(), part.getIndices(i));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateFragmentAccessPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerLoad, LowerStore>(patterns.getContext());
}
