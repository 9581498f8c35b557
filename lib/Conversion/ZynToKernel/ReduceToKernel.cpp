//===- ReduceToKernel.cpp - Lowers reductions to kernels ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction of contiguous arrays is a sequence of steps, each of which
// reduces one dimension: neighboring dimensions that are all kept or all
// reduced are merged, and of several that remain reduced, the innermost one is
// reduced first. A step has one of several forms, depending on its sizes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ReduceKernel.h"

#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Neighboring dimensions that are all kept or all reduced.
struct DimensionGroup {
  bool isReduced;
  Value size;
  std::optional<int64_t> maxSize; ///< an upper bound of the size, if known
  SmallVector<int64_t> dims;
};

} // namespace

/// Merges the dimensions of the inputs. Those that are known to have the size 1
/// do not count.
static SmallVector<DimensionGroup> getGroups(IndexBuilder &h, ReduceOp op) {
  Value input = op.getInputs()[0];
  SmallVector<DimensionGroup> groups;
  for (auto [dim, size] : llvm::enumerate(h.sizes(input))) {
    bool isReduced = llvm::is_contained(op.getDimensions(), int64_t(dim));
    if (isConstantIntValue(size, 1))
      continue;
    if (groups.empty() || groups.back().isReduced != isReduced)
      groups.push_back({isReduced, h.constant(1), 1, {}});
    DimensionGroup &group = groups.back();
    group.size = h.mul(group.size, size);
    std::optional<int64_t> max = getConstantIntValue(size);
    if (!max)
      max = getMaxSize(op, dim);
    if (!group.maxSize || !max ||
        llvm::MulOverflow(*group.maxSize, *max, *group.maxSize))
      group.maxSize = std::nullopt;
    group.dims.push_back(dim);
  }
  return groups;
}

static Value getProduct(IndexBuilder &h, ArrayRef<DimensionGroup> groups) {
  return h.product(llvm::map_to_vector(
      groups, [](const DimensionGroup &group) { return group.size; }));
}

static SmallVector<int64_t> getDims(ArrayRef<DimensionGroup> groups) {
  SmallVector<int64_t> dims;
  for (const DimensionGroup &group : groups)
    llvm::append_range(dims, group.dims);
  return dims;
}

static void lowerStep(IndexBuilder &h, ReduceKernels &reduce,
                      const ReduceStep &step,
                      SmallVectorImpl<StringRef> &forms) {
  if (isConstantIntValue(step.inner, 1))
    lowerReduceRows(h, reduce, step, forms);
  else
    lowerReduceColumns(h, reduce, step, forms);
}

/// Lowers to steps; all sizes are at least 1.
static void lowerSteps(IndexBuilder &h, ReduceKernels &reduce,
                       SmallVector<DimensionGroup> groups,
                       SmallVectorImpl<StringRef> &forms) {
  ReduceStep step;
  step.isFirst = true;
  for (Value input : reduce.getLoadedInputs())
    step.inputs.push_back(flattenBuffer(h, h.getLoc(), input));
  SmallVector<Value> partials;
  auto isReduced = [](const DimensionGroup &group) { return group.isReduced; };
  while (true) {
    bool isLast = llvm::count_if(groups, isReduced) <= 1;
    // The innermost reduced group, and the groups outside and inside of it.
    auto found = llvm::find_if(llvm::reverse(groups), isReduced);
    size_t inside = found - groups.rbegin();
    size_t outside = groups.size() - inside;
    step.length = h.constant(1);
    step.maxLength = 1;
    SmallVector<int64_t> lengthDims;
    if (found != groups.rend()) {
      step.length = groups[--outside].size;
      step.maxLength = groups[outside].maxSize;
      lengthDims = groups[outside].dims;
    }
    ArrayRef<DimensionGroup> outer = ArrayRef(groups).take_front(outside),
                             inner = ArrayRef(groups).take_back(inside);
    step.outer = getProduct(h, outer);
    step.inner = getProduct(h, inner);
    if (step.isFirst) {
      reduce.outerDims = getDims(outer);
      reduce.lengthDims = lengthDims;
      reduce.innerDims = getDims(inner);
    }
    step.combinesInit = isLast;
    step.outputs.clear();
    if (isLast)
      for (Value init : reduce.op.getInits())
        step.outputs.push_back(flattenBuffer(h, h.getLoc(), init));
    else
      step.outputs = reduce.allocate(h, h.mul(step.outer, step.inner));
    lowerStep(h, reduce, step, forms);
    if (isLast)
      break;
    llvm::append_range(partials, step.outputs);
    step.inputs = step.outputs;
    step.isFirst = false;
    groups.erase(groups.begin() + outside);
  }
  for (Value partial : partials)
    memref::DeallocOp::create(h, partial);
}

namespace {
struct LowerReduce : KernelPattern<ReduceOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    ReduceKernels reduce(kernels, op);
    llvm::SetVector<Operation *> initializations;
    for (unsigned i = 0; i < reduce.count; ++i)
      if (MapOp map = findInitialization(op, i, reduce.initialValues[i]))
        initializations.insert(map);
    auto initialize = [&](OpBuilder &host) {
      for (Operation *map : initializations)
        host.clone(*map);
    };
    // If nothing is reduced, inputs may be in the buffers of the destinations,
    // of which other kernels than this one load rows that they do not store.
    StringRef obstacle;
    if (!reduce.canExchange())
      obstacle = "lanes cannot exchange elements of these types";
    else if (op.getDimensions().empty())
      obstacle = "no dimension is reduced";
    else if (!areContiguous(op->getOperands()))
      obstacle = "a buffer has a layout";
    if (obstacle.empty()) {
      lowerContiguous(rewriter, reduce, initialize);
    } else {
      initialize(rewriter);
      remark::missed(
          op.getLoc(),
          remark::RemarkOpts::name("ReduceSchedule").category("schedule"))
          << remark::reason("the reduction accesses single elements: {0}",
                            obstacle);
      lowerReduceStrided(rewriter, reduce);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// `initialize` initializes the destinations whose initial values are known.
  static void lowerContiguous(OpBuilder &host, ReduceKernels &reduce,
                              function_ref<void(OpBuilder &host)> initialize) {
    IndexBuilder h(reduce.op.getLoc(), host);
    SmallVector<DimensionGroup> groups = getGroups(h, reduce.op);
    if (reduce.generatesInputs())
      reduce.dimensionSizes = h.sizes(reduce.op.getInputs()[0]);
    // Without elements, the results are the initial values. Also, host code can
    // then divide by sizes.
    Value hasElements = h.less(h.constant(0), getProduct(h, groups));
    SmallVector<StringRef> forms;
    buildBranches(
        h, hasElements,
        [&](IndexBuilder &builder) {
          lowerSteps(builder, reduce, groups, forms);
        },
        [&](IndexBuilder &builder) { initialize(builder); });
    if (!forms.empty())
      reportForms(reduce.op, "ReduceSchedule", "reduction", forms);
  }
};
} // namespace

void mlir::zyn::populateReduceToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels) {
  patterns.add<LowerReduce>(patterns.getContext(), kernels);
}
