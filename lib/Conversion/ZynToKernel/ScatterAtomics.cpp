//===- ScatterAtomics.cpp - Scatters by atomics ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterKernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::zyn;

// Sums of bf16 need sm_90.
std::optional<kernel::AtomicKind> mlir::zyn::getAtomicKind(ScatterOp op) {
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

/// Returns the value that changes nothing, for a combiner that has an atomic.
/// The only number of which the sum with any zero is that zero is -0.0.
static TypedAttr getIdentity(Builder &b, Operation *combine) {
  Type type = combine->getResult(0).getType();
  if (auto floating = dyn_cast<FloatType>(type))
    return b.getFloatAttr(type, APFloat::getZero(floating.getFloatSemantics(),
                                                 /*Negative=*/true));
  return *arith::getNeutralElement(combine);
}

/// Whether two values have the same bits.
static Value haveSameBits(IndexBuilder &b, Value x, Value y) {
  Type bits = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                               b.createOrFold<arith::BitcastOp>(bits, x),
                               b.createOrFold<arith::BitcastOp>(bits, y));
}

void ScatterKernels::emitGlobalAtomics(IndexBuilder &h,
                                       kernel::AtomicKind kind) {
  emit(h, {indices, updates, output}, /*unroll=*/1,
       [&](IndexBuilder &b, KernelBuilder &kernel, Update update) {
         Value index = loadIndex(b, kernel.argument(0), update.number);
         Value value = b.load(kernel.argument(1),
                              getUpdatePosition(b, update, update.number));
         kernel::AtomicOp::create(
             b, value.getType(), kind, kernel::Scope::device,
             kernel::MemoryOrder::relaxed, value, kernel.argument(2),
             getPosition(b, update, index));
       });
}

void ScatterKernels::emitBlockAtomics(IndexBuilder &h, kernel::AtomicKind kind,
                                      int64_t numElements) {
  Type type = getElementTypeOrSelf(updates);
  int64_t threads = applyHints(schedule.blockThreads, schedule.blockUnroll,
                               "a block combines updates in shared memory");
  int64_t step = threads * schedule.blockUnroll;
  // Blocks write all elements in the end, which should be a small part.
  Value total = countElements(h), one = h.constant(1);
  Value blocks = h.max(
      h.min(h.constant(schedule.multiprocessors * schedule.residentBlocks),
            h.div(total, numElements * schedule.minReuse)),
      one);
  Value part = h.mul(h.ceilDiv(h.ceilDiv(total, blocks), step), step);
  SmallVector<Value> hostSizes = {total, sizes.length, sizes.inner, part};
  SmallVector<Value> arguments = {indices, updates, output};
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> kernelSizes = kernel.importSizes(3, hostSizes);
  length = kernelSizes[1];
  inner = kernelSizes[2];
  Value combined = kernel.dynamicShared(0, {numElements}, type, kAccessBytes);
  Value identity =
      arith::ConstantOp::create(b, getIdentity(b, &op.getBlock()->front()))
          .getResult();
  Value thread = b.threadId(kernel::Dimension::x);
  auto forEachElement = [&](function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, thread, b.constant(numElements),
                                   b.constant(threads));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  };
  forEachElement([&](Value i) { b.store(identity, combined, i); });
  kernel::BarrierOp::create(b);

  Value begin = b.mul(b.blockId(), kernelSizes[3]);
  Value end = b.min(b.add(begin, kernelSizes[3]), kernelSizes[0]);
  auto loop = scf::ForOp::create(b, begin, end, b.constant(step));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value first = b.add(loop.getInductionVar(), thread);
    Value last = b.sub(end, b.constant(1));
    SmallVector<Value> exist, positions, values;
    for (int64_t u = 0; u < schedule.blockUnroll; ++u) {
      Value linear = b.add(first, u * threads);
      exist.push_back(b.less(linear, end));
      linear = b.min(linear, last);
      auto [number, inSlice] = b.divide(linear, inner);
      Value index = loadIndex(b, kernel.argument(0), number);
      positions.push_back(b.add(b.mul(index, inner), inSlice));
      values.push_back(b.load(kernel.argument(1), linear));
    }
    for (int64_t u = 0; u < schedule.blockUnroll; ++u)
      b.buildIf(exist[u], [&] {
        kernel::AtomicOp::create(b, type, kind, kernel::Scope::block,
                                 kernel::MemoryOrder::relaxed, values[u],
                                 combined, positions[u]);
      });
  }
  kernel::BarrierOp::create(b);
  forEachElement([&](Value i) {
    Value value = b.load(combined, i);
    b.buildIf(
        haveSameBits(b, value, identity), [] {},
        [&] {
          kernel::AtomicOp::create(b, type, kind, kernel::Scope::device,
                                   kernel::MemoryOrder::relaxed, value,
                                   kernel.argument(2), i);
        });
  });
  kernel.launch(h.ceilDiv(total, part),
                numElements * type.getIntOrFloatBitWidth() / 8);
}

void ScatterKernels::emitAtomics(IndexBuilder &h, kernel::AtomicKind kind) {
  std::optional<int64_t> length = getConstantIntValue(sizes.length),
                         inner = getConstantIntValue(sizes.inner);
  int64_t bits = getElementTypeOrSelf(updates).getIntOrFloatBitWidth();
  int64_t most = schedule.maxSharedBytes * 8 / bits;
  // Atomics of f16 in shared memory are loops.
  bool mayFit = isConstantIntValue(sizes.outer, 1) && length && inner &&
                bits >= 32 && *length <= most && *inner <= most &&
                *length * *inner <= most && *length * *inner > 0;
  if (!mayFit)
    return emitGlobalAtomics(h, kind);
  int64_t numElements = *length * *inner;
  int64_t least =
      std::max(schedule.minUpdates, numElements * schedule.minUpdatesOfElement);
  buildBranches(
      h, h.lessEqual(h.constant(least), countElements(h)),
      [&](IndexBuilder &b) { emitBlockAtomics(b, kind, numElements); },
      [&](IndexBuilder &b) { emitGlobalAtomics(b, kind); });
}
