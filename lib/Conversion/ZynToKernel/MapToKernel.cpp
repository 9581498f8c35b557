//===- MapToKernel.cpp - Lowers maps to elementwise kernels ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Schedule.h"

#include "Zyn/Support/GPULimits.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// A map and the buffers that its kernel works on: inputs first, then inits.
struct MapKernel {
  KernelModules &kernels;
  MapOp op;
  unsigned numInputs, numInits;
  int64_t threads, width, unroll;

  MapKernel(KernelModules &kernels, MapOp op);

  bool isFlat();
  void lowerFlat(OpBuilder &host);
  void lowerStrided(OpBuilder &host);

  void computeElement(IndexBuilder &b, ArrayRef<Value> buffers,
                      ArrayRef<Value> indices,
                      function_ref<SmallVector<Value>(unsigned)> inputIndices);
  void computeVectors(IndexBuilder &b, ArrayRef<Value> buffers,
                      ArrayRef<Value> inputs, ArrayRef<Value> indices);
};

} // namespace

MapKernel::MapKernel(KernelModules &kernels, MapOp op)
    : kernels(kernels), op(op), numInputs(op.getInputs().size()),
      numInits(op.getInits().size()) {
  MapSchedule schedule;
  KernelAttr attr = getKernelAttr(op);
  threads = schedule.threads;
  if (attr && attr.getWorkgroup())
    threads = attr.getWorkgroup()[0] * attr.getWorkgroup()[1] *
              attr.getWorkgroup()[2];

  // The widest element type determines the number of elements per access.
  int64_t bits = 8;
  for (Value buffer : op->getOperands()) {
    int64_t elementBits = getVectorizableBits(
        cast<MemRefType>(buffer.getType()).getElementType());
    bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  width = bits ? kAccessBytes * 8 / bits : 1;
  if (attr && attr.getVectorWidth())
    width = std::min(width, attr.getVectorWidth());

  int64_t bodyOps = op.getBlock()->getOperations().size();
  unroll =
      attr && attr.getUnrollFactor() ? attr.getUnrollFactor() : schedule.unroll;
  unroll =
      std::clamp<int64_t>(schedule.maxBodyOps / (bodyOps * width), 1, unroll);
}

/// Whether one linear index can be used for all buffers: each is contiguous and
/// read in order, or has a single element.
bool MapKernel::isFlat() {
  if (!areContiguous(op->getOperands()))
    return false;
  for (unsigned i = 0; i < numInputs; ++i)
    if (!op.getInputMap(i).isIdentity() && op.getInputMap(i).getNumResults())
      return false;
  return op.getNumLoops() <= 1 || op.getBlock()->getOps<IndexOp>().empty();
}

/// Loads, computes and stores the element at `indices`.
void MapKernel::computeElement(
    IndexBuilder &b, ArrayRef<Value> buffers, ArrayRef<Value> indices,
    function_ref<SmallVector<Value>(unsigned)> inputIndices) {
  SmallVector<Value> elements;
  for (unsigned i = 0; i < numInputs; ++i)
    elements.push_back(b.load(buffers[i], inputIndices(i)));
  SmallVector<Value> results = b.cloneBody(*op.getBlock(), elements, indices);
  for (unsigned i = 0; i < numInits; ++i)
    b.store(results[i], buffers[numInputs + i], indices);
}

/// Computes `width` neighboring elements. `inputs[i]` is a vector of elements
/// of input `i`, or one scalar for all lanes. `indices` are those of the first
/// element; the last one increases along the vector.
void MapKernel::computeVectors(IndexBuilder &b, ArrayRef<Value> buffers,
                               ArrayRef<Value> inputs,
                               ArrayRef<Value> indices) {
  SmallVector<SmallVector<Value>> lanes(numInits);
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> elements;
    for (unsigned i = 0; i < numInputs; ++i) {
      elements.push_back(
          isa<VectorType>(inputs[i].getType())
              ? Value(vector::ExtractOp::create(b, inputs[i], lane))
              : inputs[i]);
    }
    SmallVector<Value> laneIndices(indices);
    if (!laneIndices.empty())
      laneIndices.back() = b.add(laneIndices.back(), lane);
    for (auto [i, value] :
         llvm::enumerate(b.cloneBody(*op.getBlock(), elements, laneIndices)))
      lanes[i].push_back(value);
  }
  for (unsigned i = 0; i < numInits; ++i) {
    Value result = lanes[i][0];
    if (width > 1)
      result = vector::FromElementsOp::create(
          b, VectorType::get(width, result.getType()), lanes[i]);
    b.store(result, buffers[numInputs + i], indices);
  }
}

/// Uses one linear index for all buffers. A block whose elements are all in
/// bounds accesses whole vectors; the last block accesses single elements.
void MapKernel::lowerFlat(OpBuilder &host) {
  Location loc = op.getLoc();
  SmallVector<Value> buffers;
  for (Value input : op.getInputs()) {
    bool isScalar = cast<MemRefType>(input.getType()).getRank() == 0;
    buffers.push_back(isScalar ? input : flattenBuffer(host, loc, input));
  }
  for (Value init : op.getInits())
    buffers.push_back(flattenBuffer(host, loc, init));

  KernelBuilder kernel(kernels, host, op, {threads, 1, 1}, buffers);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> args = kernel.arguments(0, buffers.size());
  int64_t perBlock = threads * width * unroll;
  Value count = b.size(args.back(), 0);
  Value thread = b.threadId(kernel::Dimension::x);
  Value base = b.mul(b.blockId(), perBlock);
  auto isScalar = [&](unsigned i) {
    return cast<MemRefType>(args[i].getType()).getRank() == 0;
  };

  Value isWhole = b.lessEqual(b.add(base, perBlock), count);
  auto branch = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    SmallVector<Value> starts;
    SmallVector<SmallVector<Value>> inputs(unroll);
    for (int64_t u = 0; u < unroll; ++u) {
      Value start =
          b.add(b.add(base, u * threads * width), b.mul(thread, width));
      starts.push_back(start);
      for (unsigned i = 0; i < numInputs; ++i)
        inputs[u].push_back(isScalar(i) ? b.load(args[i], {})
                                        : b.load(args[i], start, width));
    }
    for (int64_t u = 0; u < unroll; ++u)
      computeVectors(b, args, inputs[u], starts[u]);

    b.setInsertionPoint(branch.elseYield());
    auto loop =
        scf::ForOp::create(b, b.add(base, thread), count, b.constant(threads));
    b.setInsertionPoint(loop.getBody()->getTerminator());
    Value i = loop.getInductionVar();
    computeElement(b, args, i, [&](unsigned input) {
      return isScalar(input) ? SmallVector<Value>() : SmallVector<Value>{i};
    });
  }
  IndexBuilder h(loc, host);
  kernel.launch(h.ceilDiv(h.size(buffers.back(), 0), perBlock));
}

/// Distributes the innermost dimension over threads in x, and all others
/// together over threads in y. A thread processes a vector if the innermost
/// size and the accesses allow it.
void MapKernel::lowerStrided(OpBuilder &host) {
  Location loc = op.getLoc();
  Value shaped = op.getInits()[0];
  auto type = cast<MemRefType>(shaped.getType());
  unsigned rank = type.getRank();
  int64_t inner = type.getShape().back();

  // Along the innermost dimension, an input can be read as vectors if that is
  // also its own last dimension, and as scalars if it does not depend on it.
  auto isInnermost = [&](unsigned i) {
    AffineMap map = op.getInputMap(i);
    return map.getNumResults() &&
           map.getResults().back() ==
               getAffineDimExpr(rank - 1, op.getContext());
  };
  bool vectorize = !ShapedType::isDynamic(inner) && inner % width == 0 &&
                   areContiguous(op.getInits());
  for (unsigned i = 0; i < numInputs; ++i)
    vectorize &= isInnermost(i) ? areContiguous(op.getInputs()[i])
                                : !op.getInputMap(i).isFunctionOfDim(rank - 1);
  if (!vectorize)
    width = 1;

  // As many threads along a row as it has vectors, rounded to a power of two.
  int64_t threadsX = limits::warpSize;
  if (!ShapedType::isDynamic(inner))
    threadsX =
        llvm::PowerOf2Ceil(std::clamp<int64_t>(inner / width, 1, threads));
  threadsX = std::min<int64_t>(threadsX, llvm::bit_floor<uint64_t>(threads));
  int64_t threadsY = std::max<int64_t>(threads / threadsX, 1);

  KernelBuilder kernel(kernels, host, op, {threadsX, threadsY, 1},
                       op->getOperands());
  IndexBuilder &b = kernel.device();
  SmallVector<Value> args = kernel.arguments(0, numInputs + numInits);
  SmallVector<Value> sizes = b.sizes(args[numInputs]);
  Value columns = sizes.pop_back_val();
  Value rows = b.product(sizes);

  Value block = b.blockId();
  Value threadX = b.threadId(kernel::Dimension::x);
  Value threadY = b.threadId(kernel::Dimension::y);
  Value blocksX = b.ceilDiv(columns, threadsX * width);
  Value column =
      b.mul(b.add(b.mul(b.rem(block, blocksX), threadsX), threadX), width);
  Value row = b.add(b.mul(b.div(block, blocksX), threadsY), threadY);
  Value exists = b.land(b.less(row, rows), b.less(column, columns));
  auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    SmallVector<Value> indices = b.delinearize(row, sizes);
    indices.push_back(column);
    auto inputIndices = [&](unsigned i) {
      return project(op.getInputMap(i), indices);
    };
    if (width == 1) {
      computeElement(b, args, indices, inputIndices);
    } else {
      SmallVector<Value> inputs;
      for (unsigned i = 0; i < numInputs; ++i)
        inputs.push_back(
            b.load(args[i], inputIndices(i), isInnermost(i) ? width : 1));
      computeVectors(b, args, inputs, indices);
    }
  }
  IndexBuilder h(loc, host);
  SmallVector<Value> hostSizes = h.sizes(shaped);
  Value hostColumns = hostSizes.pop_back_val();
  kernel.launch(h.mul(h.ceilDiv(hostColumns, threadsX * width),
                      h.ceilDiv(h.product(hostSizes), threadsY)));
}

namespace {
struct LowerMap : KernelPattern<MapOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    MapKernel kernel(kernels, op);
    if (kernel.isFlat())
      kernel.lowerFlat(rewriter);
    else
      kernel.lowerStrided(rewriter);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateMapToKernelPatterns(RewritePatternSet &patterns,
                                            KernelModules &kernels) {
  patterns.add<LowerMap>(patterns.getContext(), kernels);
}
