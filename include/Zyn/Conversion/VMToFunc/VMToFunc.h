//===- VMToFunc.h - What runs a phase of a vm program --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H
#define ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::zyn {

/// How instances run; docs/vm-machine.md compares them.
enum class VMEngine { AheadOfTime, Interpreter, Epochs };

/// The memory of a phase and its parameters: the arguments, in this order, of
/// every function that `--convert-vm-to-func` generates. The last one of the
/// function that a run calls is the number of instances of the phase, an index.
///
/// A *position* is the number of an instance within the phase: launches lie one
/// behind the other.
struct MachineMemory {
  /// memref<32x?xi32>: words of the state by positions.
  Value state;
  /// memref<?xi64>: instructions that each position has executed in the phase.
  Value executed;
  /// memref<?x8x?xi32>: frames by words by positions; a word 0 is the call, 1
  /// the saved registers' mask, 2 to 7 the saved registers.
  Value frames;
  /// memref<?xi8>: words of the shared buffers, then of the instance buffers,
  /// by lanes.
  Value buffers;
  /// memref<?xi64>: slots of channels; 2^32 plus the word in a full one.
  Value slots;
  /// memref<3xi32>: `Counter`s, zero before the round.
  Value counters;
  /// memref<?x2xi32>: first position and first instruction of each launch.
  Value launches;
  /// memref<?xi8>: the executable; read by the engines that interpret.
  Value image;
  /// index: lanes of instance buffers.
  Value lanes;
  /// i64: instructions that a position may execute.
  Value budget;
  /// i32: of random numbers.
  Value seed;
  /// i32: rounds before this one; before the first, states have no contents.
  Value round;

  static constexpr unsigned kNumArguments = 12;
  static SmallVector<Type> getTypes(MLIRContext *context);
  static MachineMemory get(ValueRange arguments);
};

/// What a round counts.
enum class Counter : unsigned {
  /// Instances that are blocked or have yielded.
  Unfinished,
  /// Instances that have executed an instruction. Counted, like the first one,
  /// where the program can block or yield.
  Progress,
  /// Instances that have spent their budget.
  OutOfBudget
};

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H
