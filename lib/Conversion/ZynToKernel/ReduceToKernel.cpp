//===- ReduceToKernel.cpp - Lowers reductions to kernels ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction is a sequence of steps, each of which reduces one dimension:
// neighboring dimensions that are all kept or all reduced are merged, and of
// several that remain reduced, the innermost one is reduced first. A step has
// one of several forms, depending on its sizes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ReduceDimensions.h"

#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

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
  // If nothing is reduced, inputs may be in the buffers of the destinations:
  // only columns load just the elements that the same thread stores.
  if (isConstantIntValue(step.inner, 1) && !reduce.op.getDimensions().empty())
    lowerReduceRows(h, reduce, step, forms);
  else
    lowerReduceColumns(h, reduce, step, forms);
}

/// Lowers to steps; all sizes are at least 1.
static void lowerSteps(IndexBuilder &h, ReduceKernels &reduce,
                       const ReduceDimensions &dimensions,
                       SmallVectorImpl<StringRef> &forms) {
  SmallVector<DimensionGroup> groups = dimensions.groups;
  ReduceStep step;
  step.isFirst = true;
  step.inputs = dimensions.getViews(h);
  SmallVector<Value> partials;
  ContiguousBuffers results(h, h.getLoc());
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
    bool hasLength = found != groups.rend();
    if (hasLength) {
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
      step.layout = dimensions.getLayout(h, step.inputs, outer.size(),
                                         hasLength, inner.size());
    }
    step.combinesInit = isLast;
    step.outputs.clear();
    if (isLast)
      for (Value init : reduce.op.getInits())
        step.outputs.push_back(results.getWritable(init, /*isRead=*/true));
    else
      step.outputs = reduce.allocate(h, h.mul(step.outer, step.inner));
    lowerStep(h, reduce, step, forms);
    if (isLast)
      break;
    llvm::append_range(partials, step.outputs);
    step.inputs = step.outputs;
    step.isFirst = false;
    step.layout = std::nullopt;
    groups.erase(groups.begin() + outside);
    mergeGroups(h, groups);
  }
  results.finish();
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
    lower(rewriter, reduce, initialize);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// `initialize` initializes the destinations whose initial values are known.
  static void lower(OpBuilder &host, ReduceKernels &reduce,
                    function_ref<void(OpBuilder &host)> initialize) {
    IndexBuilder h(reduce.op.getLoc(), host);
    ReduceDimensions dimensions(h, reduce);
    if (reduce.generatesInputs())
      reduce.dimensionSizes = h.sizes(reduce.op.getInputs()[0]);
    // Without elements, the results are the initial values. Also, host code can
    // then divide by sizes.
    Value hasElements = h.less(h.constant(0), getProduct(h, dimensions.groups));
    SmallVector<StringRef> forms;
    buildBranches(
        h, hasElements,
        [&](IndexBuilder &builder) {
          lowerSteps(builder, reduce, dimensions, forms);
        },
        [&](IndexBuilder &builder) { initialize(builder); });
    if (!forms.empty())
      reportForms(reduce.op, reduce.kernels.target, "ReduceSchedule",
                  "reduction", forms);
  }
};
} // namespace

void mlir::zyn::populateReduceToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels) {
  patterns.add<LowerReduce>(patterns.getContext(), kernels);
}
