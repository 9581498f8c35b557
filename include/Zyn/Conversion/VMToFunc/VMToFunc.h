//===- VMToFunc.h - Interface of compiled vm programs -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H
#define ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H

#include "Zyn/Conversion/VMToFunc/Engine.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::zyn {

/// The memory and the parameters of a phase: the arguments, in this order, of
/// every function that `--convert-vm-to-func` generates. The entry function
/// takes one more argument, the number of instances of the phase (an index).
///
/// A *position* is the index of an instance within the phase; the instances of
/// consecutive launches have consecutive positions.
struct MachineMemory {
  /// memref<32x?xi32>: the states, indexed by word and position.
  Value state;
  /// memref<?xi64>: number of instructions that each instance has executed in
  /// the phase.
  Value executed;
  /// memref<?x8x?xi32>: the stacks, indexed by frame, word and position. Word 0
  /// of a frame is the pc of the call, word 1 the mask of saved registers, and
  /// words 2 to 7 are the saved registers.
  Value frames;
  /// memref<?xi8>: the shared buffers, followed by the instance buffers, whose
  /// words are interleaved by lane.
  Value buffers;
  /// memref<?xi64>: slots of channels; 0 if empty, 2^32 plus the word if full.
  Value slots;
  /// memref<3xi32>: one element for each `Counter`, zero before the round.
  Value counters;
  /// memref<?x2xi32>: first position and entry pc of each launch.
  Value launches;
  /// memref<?xi8>: the executable; read by the interpreting engines only.
  Value image;
  /// index: number of lanes of the instance buffers.
  Value lanes;
  /// i64: number of instructions that an instance may execute.
  Value budget;
  /// i32: seed of the random numbers.
  Value seed;
  /// i32: number of the round. States are uninitialized before round 0.
  Value round;

  static constexpr unsigned kNumArguments = 12;
  static SmallVector<Type> getTypes(MLIRContext *context);
  static MachineMemory get(ValueRange arguments);
};

/// Instances that a round counts.
enum class Counter : unsigned {
  /// Instances that are blocked or have yielded.
  Unfinished,
  /// Instances that have executed an instruction. Like `Unfinished`, this is
  /// only counted if the program can block or yield.
  Progress,
  /// Instances that have exceeded their budget.
  OutOfBudget
};

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_VMTOFUNC_VMTOFUNC_H
