//===- Decode.h - Decodes executables ------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_DECODE_H
#define ZYN_TARGET_VMEXECUTABLE_DECODE_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Target/VMExecutable/Executable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::vm {

/// Returns a module with the program of an executable. Matrices keep their
/// formats and buffers their offsets, so that encoding the program again yields
/// the same executable.
OwningOpRef<ModuleOp> decodeProgram(const Executable &executable,
                                    MLIRContext *context);

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_DECODE_H
