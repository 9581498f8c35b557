//===- BufferLayout.cpp - Offsets of buffers ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLayout.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

/// Uses the offsets of the buffers, or assigns consecutive ones if there are
/// none.
static LogicalResult chooseOffsets(MutableArrayRef<BufferOp> buffers,
                                   BufferLayout &layout) {
  bool haveOffsets = llvm::any_of(
      buffers, [](BufferOp buffer) { return buffer.getOffset().has_value(); });
  for (auto [buffer, allocation] : llvm::zip(buffers, layout.allocations)) {
    if (haveOffsets && !buffer.getOffset())
      return buffer.emitOpError(
          "expected an offset, as other buffers have one: run "
          "--vm-allocate-buffers");
    uint64_t &size = layout.sizes[static_cast<uint32_t>(buffer.getKind())];
    allocation.offset = haveOffsets ? *buffer.getOffset() : size;
    size = std::max<uint64_t>(size, allocation.offset + buffer.getSize());
    if (size > std::numeric_limits<uint32_t>::max())
      return buffer.emitOpError("expected at most 4294967295 words of ")
             << stringifyBufferKind(buffer.getKind()) << " buffers, found "
             << size;
  }
  return success();
}

/// Finds the first and last phase that use each buffer.
static void findPhases(ProgramOp program, ArrayRef<PhaseOp> phases,
                       const BufferUses &uses,
                       MutableArrayRef<BufferOp> buffers,
                       BufferLayout &layout) {
  SymbolTable symbols(program);
  DenseMap<StringAttr, BufferAllocation *> allocations;
  for (auto [buffer, allocation] : llvm::zip(buffers, layout.allocations))
    allocations[buffer.getSymNameAttr()] = &allocation;
  for (auto [number, phase] : llvm::enumerate(phases))
    for (auto launch : PhaseOp(phase).getOps<LaunchOp>())
      for (auto [name, use] :
           uses.get(symbols.lookup<RoutineOp>(launch.getRoutine()))) {
        BufferAllocation &allocation = *allocations.lookup(name);
        if (allocation.firstPhase == kNoPhase)
          allocation.firstPhase = number;
        allocation.lastPhase = number;
      }
}

static LogicalResult checkOverlaps(MutableArrayRef<BufferOp> buffers,
                                   const BufferLayout &layout) {
  // In order of offsets, a buffer can only overlap those that begin before its
  // end.
  auto order = llvm::to_vector(llvm::seq<size_t>(0, buffers.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(layout.allocations[a].offset, a) <
           std::pair(layout.allocations[b].offset, b);
  });
  for (auto [position, number] : llvm::enumerate(order)) {
    BufferOp buffer = buffers[number];
    const BufferAllocation &allocation = layout.allocations[number];
    for (size_t other : ArrayRef(order).drop_front(position + 1)) {
      BufferOp second = buffers[other];
      if (layout.allocations[other].offset >=
          allocation.offset + buffer.getSize())
        break;
      if (second.getKind() == buffer.getKind() &&
          areLiveTogether(buffer.getRole() == BufferRole::temporary,
                          allocation.firstPhase, allocation.lastPhase,
                          second.getRole() == BufferRole::temporary,
                          layout.allocations[other].firstPhase,
                          layout.allocations[other].lastPhase))
        return second.emitOpError("expected no overlap with other live "
                                  "buffers, found one with @")
               << buffer.getSymName();
    }
  }
  return success();
}

FailureOr<BufferLayout> executable::layOutBuffers(ProgramOp program,
                                                  ArrayRef<PhaseOp> phases,
                                                  const BufferUses &uses) {
  auto buffers = llvm::to_vector(program.getOps<BufferOp>());
  BufferLayout layout;
  layout.allocations.resize(buffers.size());
  if (failed(chooseOffsets(buffers, layout)))
    return failure();
  findPhases(program, phases, uses, buffers, layout);
  if (failed(checkOverlaps(buffers, layout)))
    return failure();
  return layout;
}
