//===- EncodeInstructions.h - Encodes instructions ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_ENCODEINSTRUCTIONS_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_ENCODEINSTRUCTIONS_H

#include "MatrixTable.h"
#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"
#include "Zyn/Target/VMExecutable/Encode.h"

namespace mlir::vm::executable {

/// Encodes all instructions of a program, together with their matrices and
/// source locations.
void encodeInstructions(ProgramOp program,
                        const InstructionNumbering &numbering,
                        const EncodeOptions &options, Sections &sections);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_ENCODEINSTRUCTIONS_H
