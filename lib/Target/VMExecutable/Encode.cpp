//===- Encode.cpp - Encodes programs --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Encode.h"

#include "BufferLayout.h"
#include "EncodeInstructions.h"
#include "Zyn/Dialect/VM/Analysis/Estimates.h"
#include "Zyn/Dialect/VM/Analysis/PhaseOrder.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

/// Checks that a program is in a form that can be encoded.
static LogicalResult checkProgram(ProgramOp program) {
  for (Operation &op : program.getBody().front()) {
    if (isa<LaunchOp>(op))
      return op.emitOpError("expected to be in a phase: run "
                            "--vm-schedule-phases first");
    if (auto symbol = dyn_cast<SymbolOpInterface>(op);
        symbol && (symbol.getName().empty() || symbol.getName().contains('\0')))
      return op.emitOpError("expected a non-empty name without null bytes");
  }
  if (program.getOps<PhaseOp>().empty())
    return program.emitOpError("expected at least one phase");
  return success();
}

static uint32_t encodeCallDepth(std::optional<uint32_t> depth) {
  return depth.value_or(kRecursion);
}

static void encodeRoutines(ProgramOp program,
                           const InstructionNumbering &numbering,
                           const Estimates &estimates, Sections &sections) {
  auto routines = llvm::to_vector(program.getOps<RoutineOp>());
  for (auto [i, routine] : llvm::enumerate(routines)) {
    uint32_t entry = numbering.getEntry(routine);
    uint32_t end = i + 1 < routines.size() ? numbering.getEntry(routines[i + 1])
                                           : numbering.getNumInstructions();
    const RoutineEstimate &estimate = estimates.get(routine);
    sections.addWords(kRoutines,
                      {sections.addString(routine.getSymName()), entry,
                       end - entry, estimate.epochs, estimate.memoryBytes,
                       encodeCallDepth(estimate.callDepth),
                       sections.addLocation(routine.getLoc()), 0});
  }
}

static void encodeBuffers(ProgramOp program, const BufferLayout &layout,
                          Sections &sections) {
  for (auto [buffer, allocation] :
       llvm::zip(program.getOps<BufferOp>(), layout.allocations))
    sections.addWords(kBuffers, {sections.addString(buffer.getSymName()),
                                 static_cast<uint32_t>(buffer.getKind()),
                                 static_cast<uint32_t>(buffer.getRole()),
                                 static_cast<uint32_t>(buffer.getSize()),
                                 static_cast<uint32_t>(allocation.offset),
                                 static_cast<uint32_t>(
                                     buffer.getElementType().isF32() ? 1 : 0),
                                 allocation.firstPhase, allocation.lastPhase});
}

static void encodePlan(ProgramOp program, ArrayRef<PhaseOp> phases,
                       Sections &sections) {
  llvm::StringMap<uint32_t> routines;
  for (auto routine : program.getOps<RoutineOp>())
    routines.insert({routine.getSymName(), routines.size()});
  for (PhaseOp phase : phases) {
    auto launches = llvm::to_vector(phase.getOps<LaunchOp>());
    sections.addWords(kPlan, {0, sections.addString(phase.getSymName()),
                              static_cast<uint32_t>(launches.size()),
                              sections.addLocation(phase.getLoc())});
    for (LaunchOp launch : launches)
      sections.addWords(
          kPlan, {1, routines.lookup(launch.getRoutine()),
                  static_cast<uint32_t>(launch.getInstances().value_or(0)),
                  sections.addLocation(launch.getLoc())});
  }
}

FailureOr<SmallVector<char>> vm::encodeProgram(ProgramOp program,
                                               const EncodeOptions &options) {
  if (failed(checkProgram(program)))
    return failure();
  FailureOr<SmallVector<PhaseOp>> phases = orderPhases(program);
  if (failed(phases))
    return failure();
  BufferUses uses(program);
  FailureOr<BufferLayout> layout = layOutBuffers(program, *phases, uses);
  if (failed(layout))
    return failure();
  InstructionNumbering numbering(program);
  Estimates estimates(program, numbering, uses);

  Sections sections;
  uint32_t name = sections.addString(program.getSymName());
  encodeInstructions(program, numbering, options, sections);
  encodeRoutines(program, numbering, estimates, sections);
  encodeBuffers(program, *layout, sections);
  encodePlan(program, *phases, sections);

  auto [shared, instance, channel] = layout->sizes;
  uint32_t header[kSections] = {};
  header[kMagicWord] = kMagic;
  header[kVersionWord] = kVersion;
  header[kWordType] = program.getWordType().isF32() ? 1 : 0;
  header[kStackDepth] = program.getStackDepth();
  header[kSharedWords] = shared;
  header[kInstanceWords] = instance;
  header[kChannelSlots] = channel;
  header[kEstimatedEpochs] = estimates.getEpochs();
  header[kCallDepth] = encodeCallDepth(estimates.getCallDepth());
  header[kMaxInstances] =
      estimateMaxInstances(program, shared, instance, channel);
  header[kObserved] = program.getObservedMask();
  header[kName] = name;
  std::optional<SmallVector<char>> file = sections.assemble(header);
  if (!file)
    return program.emitOpError("expected an executable of at most 4 GB");
  return std::move(*file);
}
