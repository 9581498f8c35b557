//===- RowsToKernel.cpp - Lowers rows to kernels --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of known length is kept in the registers of some lanes, or of a block,
// which read it once. Other rows are maps and reductions.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Schedule.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"
#include "Zyn/Dialect/Zyn/Transforms/RowSteps.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// Emits the kernel of rows in registers.
class RowKernel {
public:
  RowKernel(IndexBuilder &h, KernelModules &kernels, RowsOp op)
      : h(h), kernels(kernels), op(op), passes(op) {}

  /// Chooses how a row is distributed. Returns why it cannot be, or "".
  StringRef schedule();
  void emit();
  int64_t getLanes() const { return lanes; }

private:
  /// The loops that an operand depends on.
  enum class Part { Point, Row, Position };

  static std::optional<Part> getPart(RowsOp op, AffineMap map);
  StringRef chooseLanes();
  int64_t getElements() const { return vectors * width; }
  Value isValid(int64_t vector);
  /// Loads or clones what `values` depend on, for each element of a thread.
  void compute(ArrayRef<Value> values);
  void load(BlockArgument argument);
  void clone(Operation *inner);
  void setUniform(Value value, Value computed);
  Elements lookup(ValueRange values, int64_t element);
  void reduce(ReduceRowOp reduction);
  Elements combine(ReduceRowOp reduction, ValueRange left, ValueRange right);
  Elements combineIf(ReduceRowOp reduction, Value condition, ValueRange left,
                     ValueRange right);
  Elements combineLanes(ReduceRowOp reduction, Elements values, Value position,
                        int64_t numValid, int64_t groupSize);
  void store();

  IndexBuilder &h;
  KernelModules &kernels;
  RowsOp op;
  RowPasses passes;
  RowSchedule limit;
  SmallVector<Part> parts; ///< of each operand
  /// Elements of a row, of an access, accesses of a thread, lanes of a row, and
  /// rows of a block.
  int64_t length = 1, width = 1, vectors = 1, lanes = 1, rows = 1;

  KernelBuilder *kernel = nullptr;
  IndexBuilder *device = nullptr;
  Value lane, row, exists;
  SmallVector<Value> keptIndices;
  /// The values of each element, and whether they were computed.
  SmallVector<IRMapping> values;
  IRMapping computed;
};

} // namespace

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

std::optional<RowKernel::Part> RowKernel::getPart(RowsOp op, AffineMap map) {
  SmallVector<int64_t> loops =
      llvm::map_to_vector(map.getResults(), [](AffineExpr expr) -> int64_t {
        return cast<AffineDimExpr>(expr).getPosition();
      });
  if (map.isIdentity())
    return Part::Point;
  if (loops == op.getKeptDimensions())
    return Part::Row;
  if (ArrayRef(loops) == op.getDimensions())
    return Part::Position;
  return std::nullopt;
}

StringRef RowKernel::schedule() {
  ArrayRef<int64_t> dimensions = op.getDimensions();
  if (dimensions.front() + dimensions.size() != op.getNumLoops())
    return "the dimensions of a row are not the innermost ones";
  if (!areContiguous(op->getOperands()))
    return "a buffer has a layout";
  if (dimensions.size() > 1 && !op.getBlock()->getOps<IndexOp>().empty())
    return "a row has several indices";
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  SmallVector<OperandDimension> loops = computeOp.getLoopDimensions();
  for (int64_t dim : dimensions) {
    int64_t size = loops[dim].getStaticSize();
    if (ShapedType::isDynamic(size) || size == 0 ||
        llvm::MulOverflow(length, size, length))
      return "the length of a row is not known";
  }
  int64_t bits = 8;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Part> part =
        getPart(op, computeOp.getOperandAccess(operand).getMap());
    if (!part)
      return "an operand has some dimensions of a row";
    parts.push_back(*part);
    int64_t elementBits = getVectorizableBits(
        cast<MemRefType>(operand.get().getType()).getElementType());
    if (*part != Part::Row)
      bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  for (auto &reductions : passes.getReductions())
    for (ReduceRowOp reduction : reductions)
      for (Type type : reduction.getResultTypes())
        if (!canExchange(type) || !getVectorizableBits(type))
          return "lanes cannot exchange values of these types";
  if (bits)
    width = std::gcd(kAccessBytes * 8 / bits, length);
  return chooseLanes();
}

StringRef RowKernel::chooseLanes() {
  int64_t numVectors = length / width;
  int64_t most =
      std::max<int64_t>(limit.heldBytes / (passes.getHeldBytes() * width), 1);
  // Few lanes, so that each one has several loads in flight.
  lanes = llvm::PowerOf2Ceil(
      llvm::divideCeil(numVectors, std::min(limit.vectors, most)));
  if (lanes > limits::warpSize && limits::warpSize * most >= numVectors)
    lanes = limits::warpSize;
  lanes = std::min<int64_t>(lanes, limits::maxThreadsPerBlock);
  vectors = llvm::divideCeil(numVectors, lanes);
  if (vectors > most)
    return "a row does not fit into the registers of a block";
  int64_t bodyOps = op.getBlock()->getOperations().size();
  if (bodyOps * getElements() > limit.maxBodyOps)
    return "the unrolled body would have too many ops";
  rows = std::max<int64_t>(limit.threads / lanes, 1);
  return "";
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value RowKernel::isValid(int64_t vector) {
  IndexBuilder &b = *device;
  if ((vector + 1) * lanes * width <= length)
    return arith::ConstantIntOp::create(b, 1, 1);
  return b.less(b.add(lane, vector * lanes), b.constant(length / width));
}

void RowKernel::setUniform(Value value, Value result) {
  for (IRMapping &mapping : values)
    mapping.map(value, result);
}

void RowKernel::load(BlockArgument argument) {
  IndexBuilder &b = *device;
  unsigned number = argument.getArgNumber();
  Value buffer = kernel->argument(number);
  computed.map(argument, argument);
  if (parts[number] == Part::Row)
    return setUniform(argument, b.load(buffer, row));
  Value begin =
      parts[number] == Part::Point ? b.mul(row, length) : b.constant(0);
  for (int64_t v = 0; v < vectors; ++v) {
    // Lanes without a vector load one that exists.
    Value index = b.add(lane, v * lanes);
    if ((v + 1) * lanes * width > length)
      index = b.min(index, b.constant(length / width - 1));
    Value loaded = b.load(buffer, b.add(begin, b.mul(index, width)), width);
    for (int64_t i = 0; i < width; ++i)
      values[v * width + i].map(
          argument,
          width == 1 ? loaded : Value(vector::ExtractOp::create(b, loaded, i)));
  }
}

void RowKernel::clone(Operation *inner) {
  IndexBuilder &b = *device;
  if (auto index = dyn_cast<IndexOp>(inner)) {
    size_t dim = index.getDimension();
    if (dim < keptIndices.size())
      return setUniform(index.getResult(), keptIndices[dim]);
    for (auto [element, mapping] : llvm::enumerate(values)) {
      int64_t v = element / width, i = element % width;
      mapping.map(index.getResult(),
                  b.add(b.mul(b.add(lane, v * lanes), width), i));
    }
    return;
  }
  bool isUniform = llvm::none_of(inner->getResults(), [&](Value result) {
    return passes.isVarying(result);
  });
  for (IRMapping &mapping : values) {
    Operation *cloned = b.clone(*inner, mapping);
    if (!isUniform)
      continue;
    for (auto [result, value] :
         llvm::zip(inner->getResults(), cloned->getResults()))
      setUniform(result, value);
    return;
  }
}

void RowKernel::compute(ArrayRef<Value> needed) {
  SmallVector<Operation *> slice = passes.getSlice(needed, computed);
  auto loadArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op.getBlock() &&
        !computed.contains(argument))
      load(argument);
  };
  llvm::for_each(needed, loadArgument);
  for (Operation *inner : slice)
    inner->walk([&](Operation *nested) {
      llvm::for_each(nested->getOperands(), loadArgument);
    });
  for (Operation *inner : slice) {
    clone(inner);
    for (Value result : inner->getResults())
      computed.map(result, result);
  }
}

Elements RowKernel::lookup(ValueRange wanted, int64_t element) {
  return llvm::map_to_vector(wanted, [&](Value value) {
    return values[element].lookupOrDefault(value);
  });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Elements RowKernel::combine(ReduceRowOp reduction, ValueRange left,
                            ValueRange right) {
  SmallVector<Value> arguments(left);
  llvm::append_range(arguments, right);
  return device->cloneBody(*reduction.getBlock(), arguments);
}

Elements RowKernel::combineIf(ReduceRowOp reduction, Value condition,
                              ValueRange left, ValueRange right) {
  return llvm::map_to_vector(
      llvm::zip(combine(reduction, left, right), left), [&](auto pair) {
        return device->createOrFold<arith::SelectOp>(
            condition, std::get<0>(pair), std::get<1>(pair));
      });
}

Elements RowKernel::combineLanes(ReduceRowOp reduction, Elements combined,
                                 Value position, int64_t numValid,
                                 int64_t groupSize) {
  IndexBuilder &b = *device;
  auto exchangeAll = [&](kernel::ShuffleKind kind, int64_t offset) {
    return llvm::map_to_vector(combined, [&](Value value) {
      return exchange(b, kind, value, b.constant(offset), groupSize);
    });
  };
  for (int64_t step = groupSize / 2; step > 0; step /= 2)
    combined = combineIf(
        reduction, b.less(b.add(position, step), b.constant(numValid)),
        combined, exchangeAll(kernel::ShuffleKind::down, step));
  if (groupSize > 1)
    combined = exchangeAll(kernel::ShuffleKind::idx, 0);
  return combined;
}

void RowKernel::reduce(ReduceRowOp reduction) {
  IndexBuilder &b = *device;
  Elements total;
  for (int64_t v = 0; v < vectors; ++v) {
    Elements ofVector = lookup(reduction.getElements(), v * width);
    for (int64_t i = 1; i < width; ++i)
      ofVector = combine(reduction, ofVector,
                         lookup(reduction.getElements(), v * width + i));
    total = v ? combineIf(reduction, isValid(v), total, ofVector) : ofVector;
  }
  int64_t numVectors = length / width;
  int64_t groupSize = std::min<int64_t>(lanes, limits::warpSize);
  total = combineLanes(reduction, total, lane, numVectors, groupSize);
  if (int64_t warps = lanes / limits::warpSize; warps > 1) {
    SmallVector<Value> shared;
    for (Type type : reduction.getResultTypes())
      shared.push_back(kernel->shared({rows * warps}, type));
    Value first = b.mul(b.threadId(kernel::Dimension::y), b.constant(warps));
    b.buildIf(b.equal(b.rem(lane, limits::warpSize), b.constant(0)), [&] {
      Value at = b.add(first, b.div(lane, limits::warpSize));
      for (auto [value, buffer] : llvm::zip(total, shared))
        b.store(value, buffer, at);
    });
    kernel::BarrierOp::create(b);
    Value warp = b.rem(lane, warps), at = b.add(first, warp);
    for (auto [value, buffer] : llvm::zip(total, shared))
      value = b.load(buffer, at);
    total = combineLanes(reduction, total, warp,
                         llvm::divideCeil(numVectors, limits::warpSize), warps);
  }
  total = combine(reduction, lookup(reduction.getInits(), 0), total);
  for (auto [result, value] : llvm::zip(reduction.getResults(), total)) {
    setUniform(result, value);
    computed.map(result, result);
  }
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

void RowKernel::store() {
  IndexBuilder &b = *device;
  unsigned numInputs = op.getInputs().size();
  Operation *yield = op.getBlock()->getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  compute(yielded);
  for (int64_t v = 0; v < vectors; ++v)
    b.buildIf(b.land(exists, isValid(v)), [&] {
      for (auto [i, value] : llvm::enumerate(yielded)) {
        if (op.isPerRow(i))
          continue;
        SmallVector<Value> elements;
        for (int64_t e = 0; e < width; ++e)
          elements.push_back(values[v * width + e].lookupOrDefault(value));
        Value stored = elements[0];
        if (width > 1)
          stored = vector::FromElementsOp::create(
              b, VectorType::get(width, stored.getType()), elements);
        Value index = b.mul(b.add(lane, v * lanes), width);
        b.store(stored, kernel->argument(numInputs + i),
                b.add(b.mul(row, length), index));
      }
    });
  b.buildIf(b.land(exists, b.equal(lane, b.constant(0))), [&] {
    for (auto [i, value] : llvm::enumerate(yielded))
      if (op.isPerRow(i))
        b.store(values[0].lookupOrDefault(value),
                kernel->argument(numInputs + i), row);
  });
}

void RowKernel::emit() {
  // Combiners are cloned on their own.
  for (Operation &inner : llvm::make_early_inc_range(*op.getBlock()))
    if (inner.hasTrait<OpTrait::ConstantLike>())
      for (auto reduction : op.getBlock()->getOps<ReduceRowOp>()) {
        auto builder = OpBuilder::atBlockBegin(reduction.getBlock());
        replaceAllUsesInRegionWith(inner.getResult(0),
                                   builder.clone(inner)->getResult(0),
                                   reduction.getCombiner());
      }
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  SmallVector<Value> sizes, arguments;
  for (auto [loop, dimension] : llvm::enumerate(computeOp.getLoopDimensions()))
    if (int64_t(loop) < op.getDimensions().front())
      sizes.push_back(h.size(dimension.getValue(), dimension.dim));
  for (Value operand : op->getOperands())
    arguments.push_back(flattenBuffer(h, h.getLoc(), operand));
  unsigned numBuffers = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  kernels.getHints().stateType(KernelType::Reduce);
  KernelBuilder builder(kernels, h, op, {lanes, rows, 1}, arguments);
  // For another resident block, ptxas would spill what lanes keep.
  if (lanes == limits::maxThreadsPerBlock &&
      getElements() * passes.getHeldBytes() >= limit.heldBytes)
    builder.setMinBlocks(1);
  kernel = &builder;
  device = &builder.device();
  IndexBuilder &b = *device;
  SmallVector<Value> kernelSizes = builder.importSizes(numBuffers, sizes);
  Value count = b.product(kernelSizes);
  lane = b.threadId(kernel::Dimension::x);
  row = b.blockId();
  exists = arith::ConstantIntOp::create(b, 1, 1);
  if (rows > 1) {
    row = b.add(b.mul(row, rows), b.threadId(kernel::Dimension::y));
    exists = b.less(row, count);
    row = b.min(row, b.sub(count, b.constant(1)));
  }
  keptIndices = b.delinearize(row, kernelSizes);
  values.assign(getElements(), b.getCaptures());
  for (auto &reductions : passes.getReductions()) {
    SmallVector<Value> needed;
    for (ReduceRowOp reduction : reductions) {
      llvm::append_range(needed, reduction.getElements());
      llvm::append_range(needed, reduction.getInits());
    }
    compute(needed);
    for (ReduceRowOp reduction : reductions)
      reduce(reduction);
  }
  store();
  builder.launch(h.ceilDiv(h.product(sizes), rows));
}

namespace {
struct LowerRows : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(RowsOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    RowKernel kernel(h, kernels, op);
    auto options =
        remark::RemarkOpts::name("RowsSchedule").category("schedule");
    StringRef obstacle = kernel.schedule();
    if (obstacle.empty()) {
      remark::passed(op.getLoc(), options) << remark::reason(
          "each row is in the registers of {0} lanes", kernel.getLanes());
      kernel.emit();
    } else {
      remark::missed(op.getLoc(), options) << remark::reason(
          "rows are computed by several kernels: {0}", obstacle);
      createRowSteps(rewriter, op);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateRowsToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerRows>(patterns.getContext(), kernels);
}
