//===- Estimates.h - Static cost estimates -------------------- -*- C++ -*-===//
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

/// Estimated costs of an instance that runs a routine.
struct RoutineEstimate {
  /// Executed instructions, including those of callees; saturates at 2^32 - 1.
  uint32_t epochs = 0;
  /// Bytes of the state, the stack, and the instance buffers that are used.
  uint32_t memoryBytes = 0;
  /// Length of the longest chain of calls; nullopt if the routine is recursive.
  std::optional<uint32_t> callDepth = 0;
};

/// Static estimates of a program. The number of executed instructions is that
/// of the longest path from the entry, assuming that each loop runs `kTrips`
/// iterations of its longest path; nested loops multiply. Callees count at
/// every call, except for calls within a recursion, which count as one
/// instruction.
class Estimates {
public:
  static constexpr unsigned kTrips = 16;

  Estimates(ProgramOp program, const InstructionNumbering &numbering,
            const BufferUses &uses);

  const RoutineEstimate &get(RoutineOp routine) const {
    return routines.find(routine)->second;
  }
  /// The sum over all phases of the epochs of the longest launch.
  uint32_t getEpochs() const { return epochs; }
  /// The maximum over all launches; nullopt if one of them is recursive.
  std::optional<uint32_t> getCallDepth() const { return callDepth; }

private:
  DenseMap<Operation *, RoutineEstimate> routines;
  uint32_t epochs = 0;
  std::optional<uint32_t> callDepth = 0;
};

/// Returns the size in bytes of an instance's state and stack.
uint64_t getStateBytes(ProgramOp program);

/// Returns how many instances of a program fit into 80 GB together with the
/// shared buffers and the channels, whose slots have 8 bytes each. Each
/// instance needs `instanceWords` words for its instance buffers.
uint32_t estimateMaxInstances(ProgramOp program, uint64_t sharedWords,
                              uint64_t instanceWords, uint64_t channelSlots);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_ESTIMATES_H
