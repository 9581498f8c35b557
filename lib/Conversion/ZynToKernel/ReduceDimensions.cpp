//===- ReduceDimensions.cpp - Dimensions that are reduced as one ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceDimensions.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

static MemRefType getMemRefType(Value buffer) {
  return cast<MemRefType>(buffer.getType());
}

/// Returns the strides of a buffer if they are known.
static std::optional<SmallVector<int64_t>> getKnownStrides(Value buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(getMemRefType(buffer).getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return std::nullopt;
  return strides;
}

/// Returns the dimensions of the inputs in descending order of strides that all
/// of them agree on, or in their own order.
static SmallVector<int64_t> getOrder(ArrayRef<Value> inputs, ReduceOp op) {
  auto own = llvm::to_vector(llvm::seq<int64_t>(0, op.getNumLoops()));
  SmallVector<int64_t> order;
  for (Value input : inputs) {
    std::optional<SmallVector<int64_t>> strides = getKnownStrides(input);
    if (!strides)
      return own;
    SmallVector<int64_t> sorted = own;
    llvm::sort(sorted, [&](int64_t a, int64_t b) {
      return std::pair((*strides)[b], a) < std::pair((*strides)[a], b);
    });
    if (!order.empty() && order != sorted)
      return own;
    order = sorted;
  }
  SmallVector<int64_t> kept =
      llvm::to_vector(llvm::make_filter_range(order, [&](int64_t dim) {
        return !llvm::is_contained(op.getDimensions(), dim);
      }));
  return llvm::is_sorted(kept) ? order : own;
}

static std::optional<int64_t> getMaxProduct(std::optional<int64_t> a,
                                            std::optional<int64_t> b) {
  int64_t product;
  if (!a || !b || llvm::MulOverflow(*a, *b, product))
    return std::nullopt;
  return product;
}

/// Merges `inner`, which is next to `group` in memory, into it unless only one
/// of them is reduced. Dimensions of the size 1 belong to any group.
static bool merge(IndexBuilder &h, DimensionGroup &group,
                  const DimensionGroup &inner) {
  bool isUnit = isConstantIntValue(group.size, 1);
  if (!isUnit && !isConstantIntValue(inner.size, 1) &&
      group.isReduced != inner.isReduced)
    return false;
  if (isUnit)
    group.isReduced = inner.isReduced;
  group.size = h.mul(group.size, inner.size);
  group.maxSize = getMaxProduct(group.maxSize, inner.maxSize);
  llvm::append_range(group.dims, inner.dims);
  return true;
}

ReduceDimensions::ReduceDimensions(IndexBuilder &h, ReduceKernels &reduce)
    : inputs(reduce.getLoadedInputs()) {
  ReduceOp op = reduce.op;
  areFlat = areContiguous(inputs);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, op.getNumLoops()));
  if (!areFlat) {
    order = getOrder(inputs, op);
    if (!llvm::is_sorted(order))
      for (Value &input : inputs)
        input = memref::TransposeOp::create(
            h, input,
            AffineMapAttr::get(
                AffineMap::getPermutationMap(order, op.getContext())));
  }
  for (auto [position, dim] : llvm::enumerate(order)) {
    Value size = h.size(op.getInputs()[0], dim);
    std::optional<int64_t> max = getConstantIntValue(size);
    if (!max)
      max = getMaxSize(op, dim);
    DimensionGroup group{
        llvm::is_contained(op.getDimensions(), dim), size, max, {dim}};
    bool isNext = false;
    if (!groups.empty()) {
      ReassociationIndices merged = dimensions.back();
      merged.push_back(position);
      isNext = llvm::all_of(inputs, [&](Value input) {
        return memref::CollapseShapeOp::isGuaranteedCollapsible(
            getMemRefType(input), merged);
      });
    }
    if (isNext && merge(h, groups.back(), group)) {
      dimensions.back().push_back(position);
      continue;
    }
    groups.push_back(group);
    dimensions.push_back({int64_t(position)});
  }
}

SmallVector<Value> ReduceDimensions::getViews(IndexBuilder &h) const {
  return llvm::map_to_vector(inputs, [&](Value input) -> Value {
    if (areFlat)
      return flattenBuffer(h, h.getLoc(), input);
    MemRefType type = getMemRefType(input);
    if (int64_t(dimensions.size()) == type.getRank())
      return input;
    // The shape has to be given: upstream infers a static 0 for a size of 0
    // next to dynamic sizes, which its verifier then rejects.
    SmallVector<int64_t> shape;
    for (const ReassociationIndices &dims : dimensions) {
      shape.push_back(1);
      for (int64_t dim : dims)
        shape.back() =
            ShapedType::isDynamic(shape.back()) || type.isDynamicDim(dim)
                ? ShapedType::kDynamic
                : shape.back() * type.getDimSize(dim);
    }
    MemRefType collapsed =
        memref::CollapseShapeOp::computeCollapsedType(type, dimensions);
    return memref::CollapseShapeOp::create(
        h, MemRefType::Builder(collapsed).setShape(shape), input, dimensions);
  });
}

std::optional<ReduceLayout>
ReduceDimensions::getLayout(IndexBuilder &h, ArrayRef<Value> views,
                            size_t outer, bool hasLength, size_t inner) const {
  if (areFlat)
    return std::nullopt;
  ReduceLayout layout;
  layout.hasLength = hasLength;
  auto getSizes = [](ArrayRef<DimensionGroup> groups) {
    return llvm::map_to_vector(
        groups, [](const DimensionGroup &group) { return group.size; });
  };
  layout.outerSizes = getSizes(ArrayRef(groups).take_front(outer));
  layout.innerSizes = getSizes(ArrayRef(groups).take_back(inner));
  for (Value view : views) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(h, h.getLoc(), view);
    auto getValue = [&](OpFoldResult value) {
      return getValueOrCreateConstantIndexOp(h, h.getLoc(), value);
    };
    Value offset = getValue(metadata.getConstifiedMixedOffset());
    SmallVector<Value> strides =
        llvm::map_to_vector(metadata.getConstifiedMixedStrides(), getValue);
    if (!strides.empty())
      layout.hasUnitStride &= isConstantIntValue(strides.pop_back_val(), 1);
    layout.starts.push_back(offset);
    llvm::append_range(layout.starts, strides);
    if (view == views.front()) {
      layout.offset = offset;
      layout.outerStrides.assign(
          strides.begin(), strides.begin() + std::min(outer, strides.size()));
    } else {
      for (auto [i, value] : llvm::enumerate(
               ArrayRef(layout.starts).take_back(1 + strides.size())))
        layout.differences.push_back(h.sub(value, layout.starts[i]));
    }
  }
  return layout;
}

void mlir::zyn::mergeGroups(IndexBuilder &h,
                            SmallVectorImpl<DimensionGroup> &groups) {
  SmallVector<DimensionGroup> merged;
  for (const DimensionGroup &group : groups)
    if (merged.empty() || !merge(h, merged.back(), group))
      merged.push_back(group);
  groups = std::move(merged);
}
