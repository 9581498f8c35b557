//===- Epochs.h - Runs instances an instruction at a time ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_EPOCHS_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_EPOCHS_H

#include "Instance.h"

namespace mlir::zyn {

/// Instances that are sorted together: those of a block of a GPU, or of a task
/// of the host.
struct EpochGroup {
  /// index: the first position, and how many there are.
  Value first, count;
  /// index: which thread this is, of how many.
  Value thread, numThreads;
  /// Words of states, by words and instances of the group: memref<32xGxi32>.
  Value file;
  /// Instructions that they have executed: memref<Gxi64>.
  Value executed;
  /// Instances by class of their next instruction: memref<4xGxi32>; and how
  /// many there are, in this epoch and the next: memref<2x4xi32>, zeros at
  /// first.
  Value lists, counts;
  /// Waits for all threads of the group.
  std::function<void()> barrier;
};

/// Runs the instances of a group until each has ended, is blocked or yields. An
/// epoch sorts those that run into four lists, by the class of their
/// instruction, and executes one list after the other: so threads that work
/// side by side do the same kind of work.
void buildEpochs(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                 const MachineMemory &memory, const EpochGroup &group);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_EPOCHS_H
