//===- BufferLayout.cpp - Places of buffers -------------------------------===//
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

/// Takes the places that the buffers have, or makes places.
static LogicalResult choosePlaces(MutableArrayRef<BufferOp> buffers,
                                  BufferLayout &layout) {
  bool arePlaced = llvm::any_of(
      buffers, [](BufferOp buffer) { return buffer.getOffset().has_value(); });
  for (auto [buffer, place] : llvm::zip(buffers, layout.places)) {
    if (arePlaced && !buffer.getOffset())
      return buffer.emitOpError(
          "expected a place, as other buffers have one: run "
          "--vm-allocate-buffers");
    uint64_t &size = layout.sizes[static_cast<uint32_t>(buffer.getKind())];
    place.offset = arePlaced ? *buffer.getOffset() : size;
    size = std::max<uint64_t>(size, place.offset + buffer.getSize());
    if (size > std::numeric_limits<uint32_t>::max())
      return buffer.emitOpError("expected ")
             << stringifyBufferKind(buffer.getKind())
             << " buffers of up to 4294967295 words in all, found " << size;
  }
  return success();
}

/// Finds the first and the last phase that use each buffer.
static void findPhases(ProgramOp program, ArrayRef<PhaseOp> phases,
                       const BufferUses &uses,
                       MutableArrayRef<BufferOp> buffers,
                       BufferLayout &layout) {
  SymbolTable symbols(program);
  DenseMap<StringAttr, BufferPlace *> places;
  for (auto [buffer, place] : llvm::zip(buffers, layout.places))
    places[buffer.getSymNameAttr()] = &place;
  for (auto [number, phase] : llvm::enumerate(phases))
    for (auto launch : PhaseOp(phase).getOps<LaunchOp>())
      for (auto [name, use] :
           uses.get(symbols.lookup<RoutineOp>(launch.getRoutine()))) {
        BufferPlace &place = *places.lookup(name);
        if (place.firstPhase == kNoPhase)
          place.firstPhase = number;
        place.lastPhase = number;
      }
}

static LogicalResult checkOverlaps(MutableArrayRef<BufferOp> buffers,
                                   const BufferLayout &layout) {
  // Sorted, each can only overlap those that begin before it ends.
  auto order = llvm::to_vector(llvm::seq<size_t>(0, buffers.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(layout.places[a].offset, a) <
           std::pair(layout.places[b].offset, b);
  });
  for (auto [position, number] : llvm::enumerate(order)) {
    BufferOp buffer = buffers[number];
    const BufferPlace &place = layout.places[number];
    for (size_t other : ArrayRef(order).drop_front(position + 1)) {
      BufferOp second = buffers[other];
      if (layout.places[other].offset >= place.offset + buffer.getSize())
        break;
      if (second.getKind() == buffer.getKind() &&
          existTogether(
              buffer.getRole() == BufferRole::temporary, place.firstPhase,
              place.lastPhase, second.getRole() == BufferRole::temporary,
              layout.places[other].firstPhase, layout.places[other].lastPhase))
        return second.emitOpError("expected a place of its own, found words "
                                  "that @")
               << buffer.getSymName() << " has at the same time";
    }
  }
  return success();
}

FailureOr<BufferLayout> executable::layOutBuffers(ProgramOp program,
                                                  ArrayRef<PhaseOp> phases,
                                                  const BufferUses &uses) {
  auto buffers = llvm::to_vector(program.getOps<BufferOp>());
  BufferLayout layout;
  layout.places.resize(buffers.size());
  if (failed(choosePlaces(buffers, layout)))
    return failure();
  findPhases(program, phases, uses, buffers, layout);
  if (failed(checkOverlaps(buffers, layout)))
    return failure();
  return layout;
}
