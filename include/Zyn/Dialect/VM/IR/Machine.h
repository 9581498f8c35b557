//===- Machine.h - State of the matrix VM --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_MACHINE_H
#define ZYN_DIALECT_VM_IR_MACHINE_H

#include <cstdint>

namespace mlir::vm {

/// Indices of the words of the state; see docs/vm-machine.md.
enum Word : unsigned {
  kNumRegisters = 27,
  kInstance = 27,
  kStackPointer = 28,
  kProgramCounter = 29,
  kStatus = 30,
  kOne = 31,
  kNumWords = 32
};

/// Sizes in bytes of a state, a stack frame, and a slot of a channel.
constexpr uint64_t kStateBytes = 4 * kNumWords, kFrameBytes = 32,
                   kSlotBytes = 8;

/// Mask of all registers.
constexpr uint32_t kRegisterMask = (1u << kNumRegisters) - 1;

/// The low byte of the status word.
enum class Status : uint32_t { Running, Blocked, Yielded, Halted, Trapped };

/// Why an instance trapped: the second byte of the status word.
enum class Trap : uint32_t {
  DivisionByZero = 1,
  StackOverflow = 2,
  OutOfBounds = 3
};

constexpr uint32_t getTrapStatus(Trap trap) {
  return static_cast<uint32_t>(Status::Trapped) | static_cast<uint32_t>(trap)
                                                      << 8;
}

/// The classes by which instances are sorted in each epoch.
enum class InstructionClass : uint32_t { Linear, Oracle, Branch, InputOutput };

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_IR_MACHINE_H
