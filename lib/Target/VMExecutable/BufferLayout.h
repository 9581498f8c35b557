//===- BufferLayout.h - Offsets of buffers -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_BUFFERLAYOUT_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_BUFFERLAYOUT_H

#include "Zyn/Dialect/VM/Analysis/BufferUses.h"
#include "Zyn/Target/VMExecutable/Format.h"

namespace mlir::vm::executable {

/// The offset of a buffer and the first and last phase that use it.
struct BufferAllocation {
  uint64_t offset = 0;
  uint32_t firstPhase = kNoPhase;
  uint32_t lastPhase = kNoPhase;
};

/// The allocations of the buffers of a program, in program order.
struct BufferLayout {
  SmallVector<BufferAllocation> allocations;
  /// Total number of words or slots for each kind of buffer.
  uint64_t sizes[3] = {0, 0, 0};
};

/// Lays out buffers at the offsets that they have, or consecutively if none has
/// an offset. Emits an error if two buffers overlap that are live in the same
/// phase.
FailureOr<BufferLayout> layOutBuffers(ProgramOp program,
                                      ArrayRef<PhaseOp> phases,
                                      const BufferUses &uses);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_BUFFERLAYOUT_H
