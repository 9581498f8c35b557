//===- Encode.h - Programs to executables --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_ENCODE_H
#define ZYN_TARGET_VMEXECUTABLE_ENCODE_H

#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::vm {

struct EncodeOptions {
  /// Matrices that an instruction of its own means are no matrices.
  bool shortForms = true;
};

/// The bytes of a program's executable (docs/vm-machine.md). Launches have to
/// be in phases, and buffers have to have a place each, or none. Phases come in
/// the order that they ask for. Errors are at the op that is at fault.
FailureOr<SmallVector<char>> encodeProgram(ProgramOp program,
                                           const EncodeOptions &options = {});

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_ENCODE_H
