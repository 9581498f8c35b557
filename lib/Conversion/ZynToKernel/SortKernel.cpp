//===- SortKernel.cpp - What all forms of sorts share ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

SortKernels::SortKernels(KernelModules &kernels, SortOp op)
    : kernels(kernels), hints(kernels.getHints()), op(op) {
  hints.stateType(KernelType::Sort);
  hints.state(KernelHint::AsyncCopy, false,
              op.getComparator().empty()
                  ? "elements are exchanged between threads in registers"
                  : "elements of two runs are loaded");
  hints.state(KernelHint::Coalesced, true, "");
  hints.state(KernelHint::VectorWidth, 1,
              "neighboring lanes have neighboring elements");
  for (Value input : op.getInputs())
    elements.push_back(cast<MemRefType>(input.getType()).getElementType());
  if (op.getComparator().empty())
    passes = getKeyType().getIntOrFloatBitWidth() / BlockRanking::digitBits;
}

int64_t SortKernels::getElementBytes() {
  int64_t bytes = 0;
  for (Type type : elements)
    bytes = std::max(bytes, kernel::getElementBytes(type));
  return bytes;
}

int64_t SortKernels::getItems() {
  int64_t allBytes = 0;
  for (Type type : elements)
    allBytes += kernel::getElementBytes(type);
  int64_t items =
      std::min({schedule.maxItems,
                std::max<int64_t>(schedule.maxItemBytes / allBytes, 1),
                schedule.tileBytes / (getElementBytes() * schedule.threads)});
  items = hints.get(KernelHint::UnrollFactor, items);
  hints.state(KernelHint::UnrollFactor, items, "");
  return items;
}

Elements SortKernels::load(IndexBuilder &b, ArrayRef<Value> buffers,
                           Value index) {
  return llvm::map_to_vector(
      buffers, [&](Value buffer) { return b.load(buffer, index); });
}

void SortKernels::store(IndexBuilder &b, ValueRange values,
                        ArrayRef<Value> buffers, Value index) {
  for (auto [value, buffer] : llvm::zip(values, buffers))
    b.store(value, buffer, index);
}

SortKernel::SortKernel(IndexBuilder &h, SortKernels &sort,
                       ArrayRef<int64_t> blockSize, ArrayRef<Value> inputs,
                       ArrayRef<Value> outputs, ArrayRef<Value> hostSizes)
    : builder([&] {
        SmallVector<Value> arguments(inputs);
        llvm::append_range(arguments, outputs);
        llvm::append_range(arguments, withoutConstants(hostSizes));
        return KernelBuilder(sort.kernels, h, sort.op, blockSize, arguments);
      }()),
      in(builder.arguments(0, inputs.size())),
      out(builder.arguments(inputs.size(), outputs.size())),
      sizes(builder.importSizes(inputs.size() + outputs.size(), hostSizes)) {}

//===----------------------------------------------------------------------===//
// Ranking
//===----------------------------------------------------------------------===//

Value mlir::zyn::scanDigits(KernelBuilder &kernel, Value value, Value lane,
                            Value warp, Value participates) {
  constexpr int64_t warps = BlockRanking::digits / limits::warpSize;
  IndexBuilder &b = kernel.device();
  Type type = value.getType();
  Value sums = kernel.shared({warps}, type);
  Value scanned = value;
  for (int64_t step = 1; step < limits::warpSize; step *= 2) {
    Value before = exchange(b, kernel::ShuffleKind::up, scanned,
                            b.constant(step), limits::warpSize);
    Value sum = arith::AddIOp::create(b, scanned, before);
    scanned = arith::SelectOp::create(b, b.lessEqual(b.constant(step), lane),
                                      sum, scanned);
  }
  Value isLast = b.equal(lane, b.constant(limits::warpSize - 1));
  b.buildIf(b.land(isLast, participates),
            [&] { b.store(scanned, sums, warp); });
  kernel::BarrierOp::create(b);
  Value result = arith::SubIOp::create(b, scanned, value);
  for (int64_t i = 0; i + 1 < warps; ++i) {
    Value sum = arith::AddIOp::create(b, result, b.load(sums, b.constant(i)));
    result =
        arith::SelectOp::create(b, b.less(b.constant(i), warp), sum, result);
  }
  return result;
}

BlockRanking::BlockRanking(KernelBuilder &kernel, int64_t threads,
                           int64_t items)
    : kernel(kernel), b(kernel.device()), warps(threads / limits::warpSize),
      items(items) {
  thread = b.threadId(kernel::Dimension::x);
  lane = b.rem(thread, limits::warpSize);
  warp = b.div(thread, limits::warpSize);
  isDigitThread = b.less(thread, b.constant(digits));
  counters = kernel.shared({warps * digits}, b.getI32Type());
}

Value BlockRanking::constant(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}

Value BlockRanking::getNumber(int64_t item) {
  return b.add(b.add(b.mul(warp, items * limits::warpSize), lane),
               item * limits::warpSize);
}

Value mlir::zyn::getDigit(IndexBuilder &b, SortOp op, Value key, Value shift) {
  Value ordered = getOrderedKey(b, op.getLoc(), key, op.getDescending());
  unsigned width = ordered.getType().getIntOrFloatBitWidth();
  if (width > BlockRanking::digitBits) {
    ordered = arith::ShRUIOp::create(b, ordered, shift);
    ordered = arith::TruncIOp::create(
        b, b.getIntegerType(BlockRanking::digitBits), ordered);
  }
  return arith::ExtUIOp::create(b, b.getI32Type(), ordered);
}

Value BlockRanking::getDigit(SortOp op, Value key, Value shift, Value isValid) {
  return b.createOrFold<arith::SelectOp>(
      isValid, zyn::getDigit(b, op, key, shift), constant(digits - 1));
}

Value BlockRanking::getCounter(Value digit) {
  return b.add(b.mul(warp, digits),
               arith::IndexCastUIOp::create(b, b.getIndexType(), digit));
}

/// Returns the lanes of the warp that have the same digit. Ballots of its bits
/// take the same time for all digits, whereas `kernel.match` takes longer the
/// more digits differ.
static Value matchDigit(IndexBuilder &b, Value digit) {
  Value peers;
  for (int64_t bit = 0; bit < BlockRanking::digitBits; ++bit) {
    // LLVM shifts the bit down if this asks whether it is set; ptxas moves bits
    // that are masked in place to predicates at once.
    Value mask = arith::ConstantIntOp::create(b, int64_t(1) << bit, 32);
    Value isClear = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, digit, mask),
        arith::ConstantIntOp::create(b, 0, 32));
    Value clear = kernel::VoteOp::create(b, b.getI32Type(),
                                         kernel::VoteKind::ballot, isClear,
                                         /*mask=*/Value());
    Value ones = arith::ConstantIntOp::create(b, -1, 32);
    Value same = arith::SelectOp::create(b, isClear, clear,
                                         arith::XOrIOp::create(b, clear, ones));
    peers = peers ? Value(arith::AndIOp::create(b, peers, same)) : same;
  }
  return peers;
}

void BlockRanking::rank(ArrayRef<Value> ranked,
                        function_ref<void(Value count)> publish) {
  packed.clear();
  for (int64_t i = 0; i < digits; i += limits::warpSize)
    b.store(constant(0), counters, b.add(b.add(b.mul(warp, digits), lane), i));
  kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  Value lane32 = arith::IndexCastUIOp::create(b, b.getI32Type(), lane);
  Value own = arith::ShLIOp::create(b, constant(1), lane32);
  Value below = arith::SubIOp::create(b, own, constant(1));
  Value above = arith::XOrIOp::create(b, arith::OrIOp::create(b, own, below),
                                      constant(-1));
  for (Value digit : ranked) {
    Value peers = matchDigit(b, digit);
    Value counter = getCounter(digit);
    Value before = b.load(counters, counter);
    Value peersBefore =
        math::CtPopOp::create(b, arith::AndIOp::create(b, peers, below));
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    Value rank = arith::AddIOp::create(b, before, peersBefore);
    // The last one of the peers knows how many there are.
    Value peersAbove = arith::AndIOp::create(b, peers, above);
    b.buildIf(b.equal(peersAbove, constant(0)), [&] {
      b.store(arith::AddIOp::create(b, rank, constant(1)), counters, counter);
    });
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    Value high = arith::ShLIOp::create(b, digit, constant(rankBits));
    packed.push_back(arith::OrIOp::create(b, high, rank));
  }
  kernel::BarrierOp::create(b);

  // The first elements of each warp that have the thread's digit.
  auto branch = scf::IfOp::create(b, b.getI32Type(), isDigitThread,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    Value count = constant(0);
    for (int64_t w = 0; w < warps; ++w) {
      Value counter = b.add(thread, w * digits);
      Value own = b.load(counters, counter);
      b.store(count, counters, counter);
      count = arith::AddIOp::create(b, count, own);
    }
    publish(count);
    scf::YieldOp::create(b, count);
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, constant(0));
  }
  digitCount = branch.getResult(0);
  digitStart = scanDigits(kernel, digitCount, lane, warp, isDigitThread);
  b.buildIf(isDigitThread, [&] {
    for (int64_t w = 0; w < warps; ++w) {
      Value counter = b.add(thread, w * digits);
      Value sum =
          arith::AddIOp::create(b, b.load(counters, counter), digitStart);
      b.store(sum, counters, counter);
    }
  });
  kernel::BarrierOp::create(b);
}

Value BlockRanking::getPosition(int64_t item) {
  Value digit = arith::ShRUIOp::create(b, packed[item], constant(rankBits));
  Value rank =
      arith::AndIOp::create(b, packed[item], constant((1 << rankBits) - 1));
  Value first = b.load(counters, getCounter(digit));
  return arith::AddIOp::create(b, first, rank);
}
