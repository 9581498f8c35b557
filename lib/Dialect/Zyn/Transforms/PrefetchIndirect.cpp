//===- PrefetchIndirect.cpp - Prefetches of rows that loops look up -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lookahead load of an index must not fault, whereas a prefetch never does:
// its address may be any. The load reads the buffer of the index after the
// iteration itself has read it, so that it exists and has an element, and at
// positions that are clamped to the size of the buffer. What else the loop does
// does not matter: where it ends, which checks fail, and what it writes.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPREFETCHINDIRECT
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static constexpr char category[] = "zyn-prefetch-indirect";

static constexpr int64_t kLineBytes = 64;
/// Lines that are prefetched of a row at most. The hardware follows streams
/// that are longer.
static constexpr int64_t kMostLines = 4;
/// Ops that compute an address at most, and ops in an inner loop that may
/// precede the load of an index.
static constexpr unsigned kMostOps = 16;
/// Loads and dependent steps for each row from which on a prefetch pays: of
/// shorter bodies, processors have several iterations in flight.
static constexpr int64_t kLeastSteps = 4;

namespace {
/// The ops that compute some values, each after its operands, and what they
/// read: arguments of blocks, and results of other ops.
struct Slice {
  SetVector<Operation *> ops;
  SetVector<Value> inputs;
  unsigned visited = 0;
};

/// A load from a table, at an address that depends on a loaded index.
struct Lookup {
  Operation *load;
  Value table;
  ValueRange indices;
  Slice address;
};

/// What an iteration reads of a row: contiguous bytes, and in how many steps.
struct RowReads {
  int64_t bytes, steps;
};

/// An index that `loop` loads in each iteration.
struct Stream {
  scf::ForOp loop;
  Slice position;
  /// What loads the index first: its load, or a loop around it.
  Operation *first = nullptr;
  SmallVector<std::pair<Lookup, int64_t>> lookups;
  DenseSet<Value> tables;
};

class Prefetcher {
public:
  explicit Prefetcher(int64_t distance, int64_t cachedBytes)
      : distance(distance), cachedBytes(cachedBytes) {}

  /// Adds `load` to the stream of its index. Reports why not, unless it has
  /// none.
  void add(Operation *load);

  /// Creates the prefetches of all streams.
  void emit();

private:
  std::optional<StringRef> findStream(memref::LoadOp index, Stream &stream);
  std::optional<StringRef>
  checkLookup(const Lookup &lookup, memref::LoadOp index, const Stream &stream);
  std::optional<StringRef> checkReads(const Lookup &lookup, RowReads reads,
                                      scf::ForOp outer);
  bool isVectorizable(scf::ForOp loop);
  void emit(memref::LoadOp index, Stream &stream);

  int64_t distance, cachedBytes;
  /// The results of `isVectorizable`.
  DenseMap<Operation *, bool> vectorizable;
  llvm::MapVector<memref::LoadOp, Stream> streams;
};
} // namespace

static remark::RemarkOpts prefetchRemark() {
  return remark::RemarkOpts::name("PrefetchIndirect").category(category);
}

/// Whether `op` is arithmetic on integers that may be computed for any values,
/// as divisions by variables may not.
static bool isAddressArithmetic(Operation *op) {
  auto isInteger = [](Type type) { return type.isIntOrIndex(); };
  return isa<arith::ArithDialect, affine::AffineDialect>(op->getDialect()) &&
         isPure(op) && llvm::all_of(op->getResultTypes(), isInteger) &&
         llvm::all_of(op->getOperandTypes(), isInteger);
}

/// Adds what computes `value` to `slice`. Fails if it is more than `kMostOps`
/// ops.
static LogicalResult addToSlice(Value value, Slice &slice) {
  Operation *op = value.getDefiningOp();
  if (!op || !isAddressArithmetic(op)) {
    slice.inputs.insert(value);
    return success();
  }
  if (slice.ops.contains(op))
    return success();
  if (slice.visited++ == kMostOps)
    return failure();
  for (Value operand : op->getOperands())
    if (failed(addToSlice(operand, slice)))
      return failure();
  slice.ops.insert(op);
  return success();
}

static LogicalResult addToSlice(ValueRange values, Slice &slice) {
  return success(llvm::all_of(values, [&](Value value) {
    return succeeded(addToSlice(value, slice));
  }));
}

/// Returns the innermost loop on whose induction variable `slice` depends, or
/// null.
static scf::ForOp findLoop(const Slice &slice) {
  scf::ForOp innermost;
  for (Value input : slice.inputs)
    if (scf::ForOp loop = scf::getForInductionVarOwner(input))
      if (!innermost || innermost->isProperAncestor(loop))
        innermost = loop;
  return innermost;
}

/// Returns the op in the body of `loop` that surely executes `load`, before
/// anything that could end the call or free memory, or null.
static Operation *findFirst(Operation *load, scf::ForOp loop) {
  Operation *op = load;
  while (op->getParentOp() != loop) {
    auto inner = dyn_cast<scf::ForOp>(op->getParentOp());
    std::optional<APInt> trips =
        inner ? inner.getStaticTripCount() : std::nullopt;
    if (!trips || trips->isZero())
      return nullptr;
    unsigned count = 0;
    for (Operation &before : *op->getBlock()) {
      if (&before == op)
        break;
      if (count++ == kMostOps ||
          !(isMemoryEffectFree(&before) ||
            hasSingleEffect<MemoryEffects::Read>(&before)))
        return nullptr;
    }
    op = inner;
  }
  return op;
}

/// Returns how many bytes an element takes in a buffer, or 0 if this is not
/// known.
static int64_t getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 0;
}

/// Whether the load's only use adds its elements to a scalar in order.
static bool isReducedInOrder(Operation *load) {
  if (!load->hasOneUse())
    return false;
  auto reduction = dyn_cast<vector::ReductionOp>(*load->user_begin());
  return reduction && reduction.getAcc() &&
         isa<FloatType>(reduction.getType()) &&
         !arith::bitEnumContainsAll(reduction.getFastmath(),
                                    arith::FastMathFlags::reassoc);
}

/// Returns what `lookup` reads of a row in the loops that are inside of that of
/// its stream, as far as this is known.
static RowReads getRowReads(const Lookup &lookup, scf::ForOp outer) {
  auto type = cast<MemRefType>(lookup.table.getType());
  int64_t bytes = getElementBytes(type.getElementType());
  int64_t elements = 1;
  if (auto vector = dyn_cast<VectorType>(lookup.load->getResultTypes()[0]))
    elements = vector.getNumElements();
  int64_t steps = isReducedInOrder(lookup.load) ? elements : 1;
  if (!type.isLastDimUnitStride())
    return {bytes, steps};
  // More than a prefetch covers is all the same, and products do not overflow.
  constexpr int64_t most = kMostLines * kLineBytes;
  for (Value variable : lookup.address.inputs) {
    scf::ForOp loop = scf::getForInductionVarOwner(variable);
    if (!loop || !outer->isProperAncestor(loop))
      continue;
    // Sums of the variable advance by as much as it does.
    DenseSet<Value> sums{variable};
    for (Operation *op : lookup.address.ops)
      if (isa<arith::AddIOp>(op) &&
          llvm::any_of(op->getOperands(),
                       [&](Value value) { return sums.contains(value); }))
        sums.insert(op->getResult(0));
    std::optional<APInt> trips = loop.getStaticTripCount();
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (!sums.contains(lookup.indices.back()) || !trips || trips->isZero() ||
        !step)
      continue;
    int64_t count = trips->getLimitedValue(most);
    elements += (count - 1) * std::min(*step, most);
    steps = std::min(steps * count, most);
  }
  return {elements * bytes, steps};
}

/// Whether no other buffer of the function overlaps `buffer`.
static bool isApart(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  if (Operation *op = buffer.getDefiningOp())
    return hasEffect<MemoryEffects::Allocate>(op, buffer);
  auto argument = cast<BlockArgument>(buffer);
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
}

/// Whether LLVM may vectorize `loop`, which a prefetch around it may prevent:
/// it only computes, loads, and stores to buffers that are apart, and the
/// values that it carries, if any, are sums that may be reassociated. Sums of
/// integers may be, too, but gain from a prefetch all the same.
bool Prefetcher::isVectorizable(scf::ForOp loop) {
  auto [found, isNew] = vectorizable.try_emplace(loop, false);
  if (!isNew)
    return found->second;
  bool reassociates = loop.getNumRegionIterArgs() == 0;
  for (Operation &op : *loop.getBody()) {
    Value stored;
    if (auto store = dyn_cast<memref::StoreOp>(op))
      stored = store.getMemref();
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      stored = store.getBase();
    if (stored ? !isApart(stored)
               : !isMemoryEffectFree(&op) &&
                     !hasSingleEffect<MemoryEffects::Read>(&op))
      return false;
    if (auto math = dyn_cast<arith::ArithFastMathInterface>(op))
      reassociates |=
          arith::bitEnumContainsAll(math.getFastMathFlagsAttr().getValue(),
                                    arith::FastMathFlags::reassoc);
  }
  return found->second = reassociates;
}

/// Returns why processors do not need a prefetch for these reads.
std::optional<StringRef>
Prefetcher::checkReads(const Lookup &lookup, RowReads reads, scf::ForOp outer) {
  if (reads.bytes == 0)
    return "the size of the table's elements is not known";
  if (reads.bytes < kLineBytes)
    return "less than a line of each row is read, for which processors overlap "
           "iterations";
  if (reads.steps < kLeastSteps)
    return "each row is read in fewer than 4 steps, for which processors "
           "overlap iterations";
  auto inner = lookup.load->getParentOfType<scf::ForOp>();
  if (inner != outer && isVectorizable(inner))
    return "the loop over a row can be vectorized, so that processors overlap "
           "iterations";
  return std::nullopt;
}

/// Determines the loop that loads `index`. Returns why there is none.
std::optional<StringRef> Prefetcher::findStream(memref::LoadOp index,
                                                Stream &stream) {
  if (failed(addToSlice(index.getIndices(), stream.position)))
    return "the position of the index is too long a computation";
  stream.loop = findLoop(stream.position);
  if (!stream.loop)
    return std::nullopt;
  scf::ForOp loop = stream.loop;
  for (Value input : stream.position.inputs)
    if (input != loop.getInductionVar() && !loop.isDefinedOutsideOfLoop(input))
      return "the position of the index is no function of the loop's variable";
  if (!loop.isDefinedOutsideOfLoop(index.getMemref()))
    return "the buffer of the index differs between iterations";
  unsigned bits =
      loop.getInductionVar().getType().isIndex()
          ? IndexType::kInternalStorageBitWidth
          : loop.getInductionVar().getType().getIntOrFloatBitWidth();
  if (!llvm::isIntN(bits - 1, distance))
    return "the loop's variable cannot hold the distance";
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (trips && trips->ule(distance))
    return "the loop ends before the first prefetched row";
  stream.first = findFirst(index, loop);
  if (!stream.first)
    return "the index is not loaded in each iteration";
  return std::nullopt;
}

/// Returns why `lookup` cannot be prefetched.
std::optional<StringRef> Prefetcher::checkLookup(const Lookup &lookup,
                                                 memref::LoadOp index,
                                                 const Stream &stream) {
  scf::ForOp loop = stream.loop;
  if (!loop.isDefinedOutsideOfLoop(lookup.table))
    return "the table differs between iterations";
  auto type = cast<MemRefType>(lookup.table.getType());
  int64_t bytes = getElementBytes(type.getElementType());
  if (type.hasStaticShape() && bytes > 0 &&
      type.getNumElements() <= cachedBytes / bytes)
    return "the table fits into the cache";
  for (Value input : lookup.address.inputs) {
    if (input == index.getResult() || input == loop.getInductionVar() ||
        loop.isDefinedOutsideOfLoop(input))
      continue;
    scf::ForOp inner = scf::getForInductionVarOwner(input);
    if (!inner || !loop.isDefinedOutsideOfLoop(inner.getLowerBound()))
      return "the address depends on other values of the iteration";
  }
  return std::nullopt;
}

void Prefetcher::add(Operation *load) {
  Lookup lookup{load, {}, {}, {}};
  if (auto scalar = dyn_cast<memref::LoadOp>(load)) {
    lookup.table = scalar.getMemref();
    lookup.indices = scalar.getIndices();
  } else if (auto vector = dyn_cast<vector::LoadOp>(load)) {
    lookup.table = vector.getBase();
    lookup.indices = vector.getIndices();
  } else {
    return;
  }
  if (failed(addToSlice(lookup.indices, lookup.address)))
    return;
  const auto *found = llvm::find_if(lookup.address.inputs, [](Value input) {
    return input.getDefiningOp<memref::LoadOp>();
  });
  if (found == lookup.address.inputs.end())
    return;
  auto index = found->getDefiningOp<memref::LoadOp>();

  Stream candidate;
  std::optional<StringRef> reason;
  auto known = streams.find(index);
  if (known == streams.end())
    reason = findStream(index, candidate);
  Stream &stream = known == streams.end() ? candidate : known->second;
  if (!reason && !stream.loop)
    return;
  if (!reason)
    reason = checkLookup(lookup, index, stream);
  RowReads reads = {};
  if (!reason) {
    reads = getRowReads(lookup, stream.loop);
    reason = checkReads(lookup, reads, stream.loop);
  }
  if (reason) {
    remark::missed(load->getLoc(), prefetchRemark())
        << remark::reason("{0}", *reason);
    return;
  }
  if (!stream.tables.insert(lookup.table).second)
    return;
  int64_t lines =
      std::min<int64_t>(kMostLines, llvm::divideCeil(reads.bytes, kLineBytes));
  remark::passed(load->getLoc(), prefetchRemark())
      << remark::reason("{0}: {1} lines of each row, {2} iterations ahead",
                        lookup.table.getType(), lines, distance);
  stream.lookups.emplace_back(std::move(lookup), lines);
  if (known == streams.end())
    streams.insert({index, std::move(candidate)});
}

/// Creates `value - 1`.
static Value subtractOne(OpBuilder &builder, Location loc, Value value) {
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(value.getType(), 1));
  return builder.createOrFold<arith::SubIOp>(loc, value, one);
}

/// Creates the variable of `loop` some iterations later, up to its end.
static Value createNext(OpBuilder &outside, OpBuilder &inside, Location loc,
                        scf::ForOp loop, int64_t distance) {
  Value variable = loop.getInductionVar();
  Value count = arith::ConstantOp::create(
      outside, loc, outside.getIntegerAttr(variable.getType(), distance));
  Value ahead = outside.createOrFold<arith::MulIOp>(loc, loop.getStep(), count);
  Value last = subtractOne(outside, loc, loop.getUpperBound());
  Value next = arith::AddIOp::create(inside, loc, variable, ahead);
  return loop.getUnsignedCmp()
             ? arith::MinUIOp::create(inside, loc, next, last).getResult()
             : arith::MinSIOp::create(inside, loc, next, last).getResult();
}

/// Computes `slice` for the values in `mapping`.
static void cloneSlice(OpBuilder &builder, const Slice &slice, scf::ForOp loop,
                       IRMapping &mapping) {
  for (Operation *op : slice.ops)
    if (loop->isProperAncestor(op) && !mapping.contains(op))
      builder.clone(*op, mapping);
}

void Prefetcher::emit(memref::LoadOp index, Stream &stream) {
  scf::ForOp loop = stream.loop;
  Location loc = index.getLoc();
  OpBuilder outside(loop), inside(loop.getContext());
  if (stream.first == index)
    inside.setInsertionPointAfter(index);
  else
    inside.setInsertionPoint(stream.first);

  IRMapping mapping;
  mapping.map(loop.getInductionVar(),
              createNext(outside, inside, loc, loop, distance));
  cloneSlice(inside, stream.position, loop, mapping);
  SmallVector<Value> position;
  for (auto [dimension, value] : llvm::enumerate(index.getIndices())) {
    Value next = mapping.lookupOrDefault(value);
    if (next != value) {
      Value size = outside.createOrFold<memref::DimOp>(loc, index.getMemref(),
                                                       dimension);
      next = arith::MinUIOp::create(inside, loc, next,
                                    subtractOne(outside, loc, size));
    }
    position.push_back(next);
  }
  mapping.map(index.getResult(),
              memref::LoadOp::create(inside, loc, index.getMemref(), position)
                  .getResult());
  for (auto &[lookup, lines] : stream.lookups) {
    for (Value input : lookup.address.inputs)
      if (scf::ForOp inner = scf::getForInductionVarOwner(input);
          inner && loop->isProperAncestor(inner))
        mapping.map(input, inner.getLowerBound());
    cloneSlice(inside, lookup.address, loop, mapping);
    SmallVector<Value> indices;
    for (Value value : lookup.indices)
      indices.push_back(mapping.lookupOrDefault(value));
    Type element = cast<MemRefType>(lookup.table.getType()).getElementType();
    int64_t step = llvm::divideCeil(kLineBytes, getElementBytes(element));
    for (int64_t line = 0; line < lines; ++line) {
      if (line > 0) {
        Value elements = arith::ConstantIndexOp::create(outside, loc, step);
        indices.back() =
            arith::AddIOp::create(inside, loc, indices.back(), elements);
      }
      memref::PrefetchOp::create(inside, loc, lookup.table, indices,
                                 /*isWrite=*/false, /*localityHint=*/3,
                                 /*isDataCache=*/true);
    }
  }
}

void Prefetcher::emit() {
  for (auto &[index, stream] : streams)
    emit(index, stream);
}

namespace {
struct PrefetchIndirect
    : mlir::zyn::impl::ZynPrefetchIndirectBase<PrefetchIndirect> {
  using ZynPrefetchIndirectBase::ZynPrefetchIndirectBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!mlir::zyn::isCriticalPath(function))
      return;
    if (distance < 1) {
      function.emitError("expected a distance of at least 1 iteration, found ")
          << distance.getValue();
      return signalPassFailure();
    }
    Prefetcher prefetcher(distance, cachedBytes);
    function.walk([&](Operation *op) { prefetcher.add(op); });
    prefetcher.emit();
  }
};
} // namespace
