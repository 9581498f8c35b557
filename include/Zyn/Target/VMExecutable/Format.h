//===- Format.h - File format of executables ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_FORMAT_H
#define ZYN_TARGET_VMEXECUTABLE_FORMAT_H

#include "Zyn/Dialect/VM/IR/Machine.h"

namespace mlir::vm::executable {

// docs/vm-machine.md defines the format. All numbers are little-endian.

constexpr uint32_t kMagic = 0x584d565a; // "ZVMX"
constexpr uint32_t kVersion = 0x00040000;
constexpr uint32_t kHeaderWords = 32;
constexpr uint32_t kInstructionWords = 5;
/// Value of a register field that names no register.
constexpr uint32_t kNoRegister = 255;
constexpr uint32_t kRecursion = 0xffffffff;
/// Location index of a record without a location.
constexpr uint32_t kNoLocation = 0xffffffff;
/// First and last phase of a buffer that no phase uses.
constexpr uint32_t kNoPhase = 0xffffffff;

/// Words of the header.
enum HeaderWord : uint32_t {
  kMagicWord,
  kVersionWord,
  kFileBytes,
  kChecksum,
  kWordType,
  kStackDepth,
  kSharedWords,
  kInstanceWords,
  kChannelSlots,
  kEstimatedEpochs,
  kCallDepth,
  kMaxInstances,
  kObserved,
  kName,
  /// Pairs of offset and count, one for each section.
  kSections
};

enum Section : uint32_t {
  kInstructions,
  kMatrices,
  kValues,
  kStructure,
  kRoutines,
  kBuffers,
  kPlan,
  kLocations,
  kStrings,
  kNumSections
};

/// Size in bytes of a record of each section.
constexpr uint32_t kRecordBytes[kNumSections] = {20, 16, 4,  1, 32,
                                                 32, 16, 12, 1};

/// Opcodes. The opcode of an oracle is `kOracle` plus its kind. Each
/// instruction class is a contiguous range of opcodes.
enum Opcode : uint32_t {
  kMove,
  kLoadImmediate,
  kAdd,
  kSubtract,
  kScale,
  kAddImmediate,
  kScaleAdd,
  kSwap,
  kCSRMatrix,
  kDenseMatrix,
  kOracle = 16,
  kJump = 128,
  kBranch,
  kCall,
  kReturn,
  kYield,
  kHalt,
  kLoad = 144,
  kStore,
  kGather,
  kScatter,
  kAtomic,
  kSend,
  kReceive,
  kOutput,
  kEndOpcodes
};

constexpr InstructionClass getClass(uint32_t opcode) {
  return opcode < kOracle ? InstructionClass::Linear
         : opcode < kJump ? InstructionClass::Oracle
         : opcode < kLoad ? InstructionClass::Branch
                          : InstructionClass::InputOutput;
}

/// Words of an instruction.
enum InstructionWord : uint32_t {
  kOpcodeWord, // opcode | d << 8 | a << 16 | b << 24
  kImmediate,
  kX,
  kY,
  kLocation
};

/// Words of a matrix's record.
enum MatrixWord : uint32_t {
  kRows,           // mask of the stored rows
  kNonZerosFormat, // non-zeros | format << 16
  kValueOffset,    // in words, within the values
  kStructureOffset // in bytes, within the structure
};

/// Words of a buffer's record.
enum BufferWord : uint32_t {
  kBufferName,
  kBufferKind,
  kBufferRole,
  kBufferSize,
  kBufferOffset,
  kBufferType,
  kBufferFirstPhase,
  kBufferLastPhase
};

/// Words of a routine's record.
enum RoutineWord : uint32_t {
  kRoutineName,
  kRoutineEntry,
  kRoutineCount,
  kRoutineEpochs,
  kRoutineMemory,
  kRoutineCallDepth,
  kRoutineLocation,
  kRoutineReserved
};

/// Words of the plan's records, which are phases and launches.
enum PlanWord : uint32_t {
  kPlanKind, // 0 phase, 1 launch
  kPhaseName = 1,
  kPhaseLaunches = 2,
  kPhaseLocation = 3,
  kLaunchRoutine = 1,
  kLaunchInstances = 2,
  kLaunchLocation = 3
};

/// Returns true if two buffers of the same kind are live in a common phase, so
/// that they must not overlap. Inputs and outputs are live in all phases.
constexpr bool areLiveTogether(bool isTemporary, uint32_t first, uint32_t last,
                               bool isOtherTemporary, uint32_t otherFirst,
                               uint32_t otherLast) {
  bool isUnused = isTemporary && first == kNoPhase;
  bool isOtherUnused = isOtherTemporary && otherFirst == kNoPhase;
  if (isUnused || isOtherUnused)
    return false;
  return !isTemporary || !isOtherTemporary ||
         (first <= otherLast && otherFirst <= last);
}

} // namespace mlir::vm::executable

#endif // ZYN_TARGET_VMEXECUTABLE_FORMAT_H
