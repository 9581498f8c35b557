//===- Module.h - Modules and their ops ------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_MODULE_H
#define ZYN_C_MODULE_H

#include "Zyn-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// A parsed and verified module, which is immutable.
typedef struct ZynOpaqueModule *ZynModuleRef;

/// Parses a module as MLIR text or bytecode. `name` is the file name in source
/// locations. Error: it is not valid.
ZynErrorRef zynModuleParse(ZynStringRef source, ZynStringRef name,
                           ZynModuleRef *module);

/// Reads and parses a file.
ZynErrorRef zynModuleRead(ZynStringRef path, ZynModuleRef *module);

void zynModuleDestroy(ZynModuleRef module);

/// Calls `callback` once with the text of the module.
void zynModulePrint(ZynModuleRef module, ZynStringCallback callback,
                    void *userData);

/// Calls `callback` once with the module as bytecode.
void zynModuleWriteBytecode(ZynModuleRef module, ZynStringCallback callback,
                            void *userData);

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// An op of a module, which is valid as long as the module. The functions below
/// also need the module, whose context they lock. Strings are passed to
/// callbacks, since most are printed for the call.
typedef struct ZynOpaqueOp *ZynOpRef;

/// Returns the op `builtin.module`.
ZynOpRef zynModuleGetOp(ZynModuleRef module);

/// The name of an op, such as "zyn.matmul".
ZynStringRef zynOpGetName(ZynOpRef op);

/// Calls `callback` with each op in the regions of `op`, without those nested
/// deeper.
void zynOpForEachChild(ZynModuleRef module, ZynOpRef op,
                       void (*callback)(ZynOpRef child, void *userData),
                       void *userData);

/// Calls `callback` once with the text of the op.
void zynOpPrint(ZynModuleRef module, ZynOpRef op, ZynStringCallback callback,
                void *userData);

/// Calls `callback` once with the source location of the op:
/// "file:line:column", or the name of the module if it is unknown.
void zynOpPrintLocation(ZynModuleRef module, ZynOpRef op,
                        ZynStringCallback callback, void *userData);

/// Calls `callback` with the name and the text of each attribute, inherent ones
/// included.
void zynOpForEachAttribute(ZynModuleRef module, ZynOpRef op,
                           void (*callback)(ZynStringRef name,
                                            ZynStringRef value, void *userData),
                           void *userData);

/// Calls `callback` with each operand: its type, the op that defines it, and
/// which of its results it is. For an argument of a block, the op is the one
/// whose region contains the block, and `isBlockArgument` is set.
void zynOpForEachOperand(ZynModuleRef module, ZynOpRef op,
                         void (*callback)(ZynStringRef type, ZynOpRef owner,
                                          size_t index, bool isBlockArgument,
                                          void *userData),
                         void *userData);

/// Calls `callback` with the type of each result.
void zynOpForEachResult(ZynModuleRef module, ZynOpRef op,
                        ZynStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_MODULE_H
