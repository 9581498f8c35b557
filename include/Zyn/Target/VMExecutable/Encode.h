//===- Encode.h - Encodes programs ---------------------------- -*- C++ -*-===//
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
  /// Encodes matrices as short forms, such as moves and adds, where possible.
  bool shortForms = true;
};

/// Encodes a program as an executable (docs/vm-machine.md). All launches must
/// be in phases, and either all buffers must have offsets or none. Phases are
/// encoded in execution order. Errors are emitted at the offending op.
FailureOr<SmallVector<char>> encodeProgram(ProgramOp program,
                                           const EncodeOptions &options = {});

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_ENCODE_H
