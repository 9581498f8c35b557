//===- Epochs.h - Epoch engine -------------------------------- -*- C++ -*-===//
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

/// A group of instances that are sorted together: those of a thread block, or
/// of a task on the host.
struct EpochGroup {
  /// index: position of the first instance, and number of instances.
  Value first, count;
  /// index: index of the current thread, and number of threads.
  Value thread, numThreads;
  /// memref<32xGxi32>: states, indexed by word and instance of the group.
  Value file;
  /// memref<Gxi64>: numbers of executed instructions.
  Value executed;
  /// Lists of instances by class of their next instruction, memref<4xGxi32>,
  /// and the lengths of the lists in this epoch and the next one,
  /// memref<2x4xi32>, which must be initialized to zero.
  Value lists, counts;
  /// Builds a barrier of all threads of the group.
  std::function<void()> barrier;
};

/// Runs the instances of a group until each one has ended, blocked or yielded.
/// An epoch sorts the running instances into four lists by the class of their
/// next instruction and executes one list after the other, so that neighboring
/// threads execute similar instructions.
void buildEpochs(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                 const MachineMemory &memory, const EpochGroup &group);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_EPOCHS_H
