//===- ScatterToKernel.cpp - Lowers scatters to kernels -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices are sorted, with their positions. As the sort is stable, neighbors in
// the result are the updates of one slice, in their order. The thread of the
// first one combines all of them, so that no two threads write an element.
//
// If the order does not matter, and the combiner is what an atomic computes,
// indices are not sorted.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "Patterns.h"
#include "Schedule.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the atomic that has the combiner's effect, if all targets have one.
/// Sums of bf16 need sm_90.
static std::optional<kernel::AtomicKind> getAtomicKind(ScatterOp op) {
  using Kind = std::optional<kernel::AtomicKind>;
  Block &block = *op.getBlock();
  Operation *combine = &block.front();
  if (combine->getNumResults() != 1 ||
      combine->getNextNode() != block.getTerminator() ||
      block.getTerminator()->getOperand(0) != combine->getResult(0))
    return std::nullopt;
  auto isOnArguments = [&](Value x, Value y) {
    return llvm::equal(combine->getOperands(), ValueRange{x, y});
  };
  if (!isOnArguments(block.getArgument(0), block.getArgument(1)) &&
      !isOnArguments(block.getArgument(1), block.getArgument(0)))
    return std::nullopt;
  Type type = combine->getResult(0).getType();
  if (isa<arith::AddFOp>(combine) &&
      (type.isF16() || type.isF32() || type.isF64()))
    return kernel::AtomicKind::add;
  if (!type.isSignlessInteger(32) && !type.isSignlessInteger(64))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Kind>(combine)
      .Case([](arith::AddIOp) { return kernel::AtomicKind::add; })
      .Case([](arith::MinSIOp) { return kernel::AtomicKind::min; })
      .Case([](arith::MaxSIOp) { return kernel::AtomicKind::max; })
      .Case([](arith::MinUIOp) { return kernel::AtomicKind::umin; })
      .Case([](arith::MaxUIOp) { return kernel::AtomicKind::umax; })
      .Case([](arith::AndIOp) { return kernel::AtomicKind::And; })
      .Case([](arith::OrIOp) { return kernel::AtomicKind::Or; })
      .Case([](arith::XOrIOp) { return kernel::AtomicKind::Xor; })
      .Default([](Operation *) { return Kind(); });
}

namespace {

/// Builds the kernels of a scatter to a contiguous array, with at least one
/// element in the updates.
class ScatterKernels {
public:
  ScatterKernels(IndexBuilder &h, KernelModules &kernels, ScatterOp op)
      : kernels(kernels), op(op),
        sizes(getLineSizes(h, op.getLoc(), op.getInit(), op.getDimension())),
        count(h.product(h.sizes(op.getIndices()))) {}

  Value countElements(IndexBuilder &h) {
    return h.product({sizes.outer, count, sizes.inner});
  }
  void lower(IndexBuilder &h);

private:
  /// An update of the kernel: the number of its index in row-major order, and
  /// those of its line and of its element in the slice.
  struct Update {
    Value outer, number, inner;
  };

  void emitAtomics(IndexBuilder &h, kernel::AtomicKind kind);
  /// Returns the type of the sorted indices: the narrowest one that has all
  /// indices in bounds and one that is not, since each byte is a pass of the
  /// sort.
  IntegerType getKeyType(IndexBuilder &h);
  /// Returns the indices as elements of that type.
  Value getKeys(IndexBuilder &h);
  void emitSorted(IndexBuilder &h);
  /// Combines the updates with those of `keys`, the sorted indices, that are
  /// equal.
  void emitSegments(IndexBuilder &h, Value keys, Value positions);
  /// Emits a kernel with a thread for each update.
  void emit(IndexBuilder &h, ArrayRef<Value> buffers,
            function_ref<void(IndexBuilder &, KernelBuilder &, Update)> body);

  /// Returns a buffer with `count` elements.
  Value allocate(IndexBuilder &h, Type element) {
    std::optional<int64_t> known = getConstantIntValue(count);
    temporaries.push_back(memref::AllocOp::create(
        h, MemRefType::get({known.value_or(ShapedType::kDynamic)}, element),
        known ? ValueRange() : ValueRange(count)));
    return temporaries.back();
  }
  /// Returns the checked index that is element `i` of `buffer`.
  Value loadIndex(IndexBuilder &b, Value buffer, Value i);
  /// Position of an element of the slice at `index` in the destination.
  Value getPosition(IndexBuilder &b, const Update &update, Value index) {
    return b.add(b.mul(b.add(b.mul(update.outer, length), index), inner),
                 update.inner);
  }

  KernelModules &kernels;
  ScatterOp op;
  ScatterSchedule schedule;
  LineSizes sizes;
  Value count;
  Value updates, indices, output;
  SmallVector<Value> temporaries;
  // Values of the kernel.
  Value numbers, length, inner;
};

} // namespace

Value ScatterKernels::loadIndex(IndexBuilder &b, Value buffer, Value i) {
  Value index =
      b.createOrFold<arith::IndexCastOp>(b.getIndexType(), b.load(buffer, i));
  // Negative indices are large without a sign.
  if (op.isChecked())
    kernel::AssertOp::create(b, b.less(index, length), op.getBadIndexMessage());
  return index;
}

void ScatterKernels::emit(
    IndexBuilder &h, ArrayRef<Value> buffers,
    function_ref<void(IndexBuilder &, KernelBuilder &, Update)> body) {
  KernelHints &hints = kernels.getHints();
  int64_t threads = hints.get(KernelHint::Workgroup, schedule.threads);
  StringRef reason = "a thread combines one element with each update";
  hints.state(KernelHint::VectorWidth, 1, reason);
  hints.state(KernelHint::UnrollFactor, 1, reason);
  hints.state(KernelHint::AsyncCopy, false, reason);
  hints.state(KernelHint::Coalesced, getConstantIntValue(sizes.inner) != 1,
              "each element of the updates has an index of its own");
  Value hostTotal = countElements(h);
  SmallVector<Value> hostSizes = {hostTotal, count, sizes.length, sizes.inner};
  SmallVector<Value> arguments(buffers);
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> kernelSizes =
      kernel.importSizes(buffers.size(), hostSizes);
  numbers = kernelSizes[1];
  length = kernelSizes[2];
  inner = kernelSizes[3];
  Value linear =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(linear, kernelSizes[0]), [&] {
    auto [rest, inSlice] = b.divide(linear, inner);
    Division inLine = {b.constant(0), rest};
    if (!isConstantIntValue(sizes.outer, 1))
      inLine = b.divide(rest, numbers);
    body(b, kernel, {inLine.quotient, inLine.remainder, inSlice});
  });
  kernel.launch(h.ceilDiv(hostTotal, threads));
}

void ScatterKernels::emitAtomics(IndexBuilder &h, kernel::AtomicKind kind) {
  emit(h, {indices, updates, output},
       [&](IndexBuilder &b, KernelBuilder &kernel, Update update) {
         Value index = loadIndex(b, kernel.argument(0), update.number);
         Value line = b.add(b.mul(update.outer, numbers), update.number);
         Value value = b.load(kernel.argument(1),
                              b.add(b.mul(line, inner), update.inner));
         kernel::AtomicOp::create(
             b, value.getType(), kind, kernel::Scope::device,
             kernel::MemoryOrder::relaxed, value, kernel.argument(2),
             getPosition(b, update, index));
       });
}

void ScatterKernels::emitSegments(IndexBuilder &h, Value keys,
                                  Value positions) {
  emit(h, {keys, positions, updates, output},
       [&](IndexBuilder &b, KernelBuilder &kernel, Update update) {
         Value sorted = kernel.argument(0);
         Value one = b.constant(1), first = update.number;
         Value index = loadIndex(b, sorted, first);
         Value key = b.load(sorted, first);
         Value previous = b.load(sorted, b.sub(b.max(first, one), one));
         auto isDifferent =
             arith::CmpIOp::create(b, arith::CmpIPredicate::ne, key, previous);
         Value isFirst = arith::OrIOp::create(b, b.equal(first, b.constant(0)),
                                              isDifferent);
         b.buildIf(isFirst, [&] {
           Value at = getPosition(b, update, index);
           Value old = b.load(kernel.argument(3), at);
           SmallVector<Type> types = {b.getIndexType(), old.getType()};
           SmallVector<Location> locs(2, b.getLoc());
           auto loop = scf::WhileOp::create(b, types, ValueRange{first, old});
           {
             OpBuilder::InsertionGuard guard(b);
             Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
             Value i = before->getArgument(0);
             Value other = b.load(sorted, b.min(i, b.sub(numbers, one)));
             Value repeats = b.land(b.less(i, numbers), b.equal(other, key));
             scf::ConditionOp::create(b, repeats, before->getArguments());
             Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
             i = after->getArgument(0);
             Value position = b.createOrFold<arith::IndexCastOp>(
                 b.getIndexType(), b.load(kernel.argument(1), i));
             Value line = b.add(b.mul(update.outer, numbers), position);
             Value value = b.load(kernel.argument(2),
                                  b.add(b.mul(line, inner), update.inner));
             Value combined =
                 b.cloneBody(*op.getBlock(), {after->getArgument(1), value})
                     .front();
             scf::YieldOp::create(b, ValueRange{b.add(i, one), combined});
           }
           b.store(loop.getResult(1), kernel.argument(3), at);
         });
       });
}

/// Creates a map from the elements of `inputs` to those of `target`.
static void compute(IndexBuilder &h, ValueRange inputs, Value target,
                    function_ref<Value(ValueRange)> body) {
  auto map =
      MapOp::create(h, TypeRange(), inputs, ValueRange{target}, ArrayAttr());
  OpBuilder::InsertionGuard guard(h);
  SmallVector<Type> types = llvm::map_to_vector(
      inputs, [](Value input) { return getElementTypeOrSelf(input); });
  SmallVector<Location> locs(types.size(), h.getLoc());
  Block *block = h.createBlock(&map.getBody(), {}, types, locs);
  YieldOp::create(h, body(block->getArguments()));
}

IntegerType ScatterKernels::getKeyType(IndexBuilder &h) {
  Type type = getElementTypeOrSelf(indices);
  unsigned bits = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  if (std::optional<int64_t> size = getConstantIntValue(sizes.length))
    for (unsigned narrow : {32, 16, 8})
      if (*size < (int64_t(1) << (narrow - 1)))
        bits = std::min(bits, narrow);
  return h.getIntegerType(bits);
}

Value ScatterKernels::getKeys(IndexBuilder &h) {
  IntegerType type = getKeyType(h);
  if (getElementTypeOrSelf(indices) == type)
    return indices;
  Value keys = allocate(h, type);
  compute(h, indices, keys, [&](ValueRange arguments) -> Value {
    Value index = arguments[0];
    if (std::optional<int64_t> size = getConstantIntValue(sizes.length)) {
      index = h.createOrFold<arith::IndexCastOp>(h.getIndexType(), index);
      // All indices that are out of bounds become the first of them. Negative
      // ones are large without a sign.
      index = h.createOrFold<arith::MinUIOp>(index, h.constant(*size));
    }
    return arith::IndexCastOp::create(h, type, index);
  });
  return keys;
}

void ScatterKernels::emitSorted(IndexBuilder &h) {
  Value keys = getKeys(h);
  std::optional<int64_t> known = getConstantIntValue(count);
  Type positionType = h.getIndexType();
  if (known && llvm::isInt<32>(*known))
    positionType = h.getI32Type();
  Value positions = allocate(h, positionType);
  compute(h, {}, positions, [&](ValueRange) -> Value {
    Value position = IndexOp::create(h, h.getIndexType(), 0);
    return h.createOrFold<arith::IndexCastOp>(positionType, position);
  });
  Value sortedKeys = allocate(h, getElementTypeOrSelf(keys));
  Value sortedPositions = allocate(h, positionType);
  SortOp::create(h, TypeRange(), ValueRange{keys, positions},
                 ValueRange{sortedKeys, sortedPositions}, /*dimension=*/0);
  emitSegments(h, sortedKeys, sortedPositions);
}

void ScatterKernels::lower(IndexBuilder &h) {
  ContiguousBuffers contiguous(h, h.getLoc());
  updates = contiguous.get(op.getUpdates());
  indices = contiguous.get(op.getIndices());
  output = contiguous.getWritable(op.getInit(), /*isRead=*/true);
  std::optional<kernel::AtomicKind> kind;
  if (op.getUnordered())
    kind = getAtomicKind(op);
  if (kind)
    emitAtomics(h, *kind);
  else
    emitSorted(h);
  for (Value temporary : temporaries)
    memref::DeallocOp::create(h, temporary);
  contiguous.finish();
}

namespace {
struct LowerScatter : KernelPattern<ScatterOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    ScatterKernels scatter(h, kernels, op);
    h.buildIf(h.less(h.constant(0), scatter.countElements(h)),
              [&] { scatter.lower(h); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateScatterToKernelPatterns(RewritePatternSet &patterns,
                                                KernelModules &kernels) {
  patterns.add<LowerScatter>(patterns.getContext(), kernels);
}
