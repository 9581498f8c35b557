//===- AllocateBuffers.cpp - Assigns offsets to buffers -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Transforms/Passes.h"

#include "Zyn/Dialect/VM/Analysis/BufferUses.h"
#include "Zyn/Dialect/VM/Analysis/PhaseOrder.h"
#include "mlir/IR/Remarks.h"

namespace mlir::vm {
#define GEN_PASS_DEF_VMALLOCATEBUFFERS
#include "Zyn/Dialect/VM/Transforms/Passes.h.inc"
} // namespace mlir::vm

using namespace mlir;
using namespace mlir::vm;

namespace {

/// The range of phases in which a buffer is live.
struct Lifetime {
  unsigned first = UINT_MAX, last = 0;

  void add(unsigned phase) {
    first = std::min(first, phase);
    last = std::max(last, phase);
  }
  bool overlaps(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct Placement {
  BufferOp buffer;
  Lifetime lifetime;
  int64_t offset = 0;

  int64_t getEnd() { return offset + buffer.getSize(); }
};

} // namespace

/// Assigns the lowest offset that does not conflict with placed buffers.
static void assignOffset(Placement &placement, ArrayRef<Placement> placed) {
  SmallVector<Placement> near;
  for (const Placement &other : placed)
    if (placement.lifetime.overlaps(other.lifetime))
      near.push_back(other);
  llvm::sort(near, [](const Placement &a, const Placement &b) {
    return a.offset < b.offset;
  });
  for (Placement &other : near) {
    if (placement.getEnd() <= other.offset)
      break;
    placement.offset = std::max(placement.offset, other.getEnd());
  }
}

static void report(ProgramOp program, BufferKind kind,
                   MutableArrayRef<Placement> placed) {
  int64_t words = 0, all = 0;
  for (Placement &placement : placed) {
    words = std::max(words, placement.getEnd());
    all += placement.buffer.getSize();
  }
  remark::passed(
      program.getLoc(),
      remark::RemarkOpts::name("BufferOffsets").category("vm-allocate-buffers"))
      << remark::reason("{0} buffers have {1} words, {2} without sharing",
                        stringifyBufferKind(kind), words, all);
}

namespace {

struct VMAllocateBuffers : vm::impl::VMAllocateBuffersBase<VMAllocateBuffers> {
  using VMAllocateBuffersBase::VMAllocateBuffersBase;

  void runOnOperation() override {
    ProgramOp program = getOperation();
    for (auto launch : program.getOps<LaunchOp>()) {
      launch.emitError(
          "expected launches in phases: run --vm-schedule-phases first");
      return signalPassFailure();
    }
    FailureOr<SmallVector<PhaseOp>> phases = orderPhases(program);
    if (failed(phases))
      return signalPassFailure();
    // The offsets of a decoded executable are part of its format.
    if (llvm::all_of(program.getOps<BufferOp>(), [](BufferOp buffer) {
          return buffer.getOffset().has_value();
        }))
      return;
    DenseMap<StringAttr, Lifetime> lifetimes = getLifetimes(*phases);
    for (BufferKind kind :
         {BufferKind::shared, BufferKind::instance, BufferKind::channel})
      allocate(kind, lifetimes);
  }

private:
  DenseMap<StringAttr, Lifetime> getLifetimes(ArrayRef<PhaseOp> phases) {
    DenseMap<StringAttr, Lifetime> lifetimes;
    ProgramOp program = getOperation();
    SymbolTable symbols(program);
    BufferUses uses(program);
    for (auto [number, phase] : llvm::enumerate(phases)) {
      PhaseOp op = phase;
      for (auto launch : op.getOps<LaunchOp>())
        for (const auto &use :
             uses.get(symbols.lookup<RoutineOp>(launch.getRoutine())))
          lifetimes[use.first].add(number);
    }
    return lifetimes;
  }

  void allocate(BufferKind kind,
                const DenseMap<StringAttr, Lifetime> &lifetimes) {
    SmallVector<Placement> waiting, placed;
    for (auto buffer : getOperation().getOps<BufferOp>()) {
      if (buffer.getKind() != kind)
        continue;
      Lifetime lifetime = lifetimes.lookup(buffer.getSymNameAttr());
      if (buffer.getRole() != BufferRole::temporary)
        lifetime = {0, UINT_MAX};
      waiting.push_back({buffer, lifetime});
    }
    if (waiting.empty())
      return;
    llvm::sort(waiting, [](Placement a, Placement b) {
      if (a.buffer.getSize() != b.buffer.getSize())
        return a.buffer.getSize() > b.buffer.getSize();
      return a.buffer->isBeforeInBlock(b.buffer);
    });
    for (Placement &placement : waiting) {
      assignOffset(placement, placed);
      placement.buffer.setOffset(placement.offset);
      placed.push_back(placement);
    }
    report(getOperation(), kind, placed);
  }
};

} // namespace
