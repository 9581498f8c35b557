//===- Estimates.h - What programs will take ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_ESTIMATES_H
#define ZYN_DIALECT_VM_ANALYSIS_ESTIMATES_H

#include "Zyn/Dialect/VM/Analysis/BufferUses.h"
#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"

namespace mlir::vm {

/// What an instance of a routine will take.
struct RoutineEstimate {
  /// Instructions that it executes, its callees' included; 2^32 - 1 if more.
  uint32_t epochs = 0;
  /// Its state, its stack, and the instance buffers that it uses.
  uint32_t memoryBytes = 0;
  /// The deepest chain of calls, 0 without calls; none if it is recursive.
  std::optional<uint32_t> callDepth = 0;
};

/// Estimates that need no run. The rule for instructions: those of the longest
/// path from the entry, where every loop is taken as `kTrips` rounds of its
/// longest path, and a loop within it as so many in each of them. Callees count
/// at every call, but not at one within a recursion, whose routines count once.
class Estimates {
public:
  static constexpr unsigned kTrips = 16;

  Estimates(ProgramOp program, const InstructionNumbering &numbering,
            const BufferUses &uses);

  const RoutineEstimate &get(RoutineOp routine) const {
    return routines.find(routine)->second;
  }
  /// Of all phases, one after the other: that of the longest launch of each.
  uint32_t getEpochs() const { return epochs; }
  /// Of all launches; none if one is recursive.
  std::optional<uint32_t> getCallDepth() const { return callDepth; }

private:
  DenseMap<Operation *, RoutineEstimate> routines;
  uint32_t epochs = 0;
  std::optional<uint32_t> callDepth = 0;
};

/// The bytes of an instance's state and stack.
uint64_t getStateBytes(ProgramOp program);

/// How many instances of a program fit into 80 GB, beside the words of all
/// shared buffers and the slots of all channels, 8 bytes each: a word, and
/// whether it is there. Each needs `instanceWords` for its buffers.
uint32_t estimateMaxInstances(ProgramOp program, uint64_t sharedWords,
                              uint64_t instanceWords, uint64_t channelSlots);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_ESTIMATES_H
