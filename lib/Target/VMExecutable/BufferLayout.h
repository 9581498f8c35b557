//===- BufferLayout.h - Places of buffers --------------------- -*- C++ -*-===//
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

/// A buffer's place, and the phases that use it, by their order.
struct BufferPlace {
  uint64_t offset = 0;
  uint32_t firstPhase = kNoPhase;
  uint32_t lastPhase = kNoPhase;
};

/// Where the buffers of a program are, in the order of its buffers.
struct BufferLayout {
  SmallVector<BufferPlace> places;
  /// Words or slots of all buffers of each kind.
  uint64_t sizes[3] = {0, 0, 0};
};

/// The places that the buffers have, or if none has one, one after the other.
/// Two that hold something at the same time must not share words.
FailureOr<BufferLayout> layOutBuffers(ProgramOp program,
                                      ArrayRef<PhaseOp> phases,
                                      const BufferUses &uses);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_BUFFERLAYOUT_H
