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

/// The same for reading: constants of more than `maxElements` elements are left
/// out.
void zynModulePrintShort(ZynModuleRef module, int64_t maxElements,
                         ZynStringCallback callback, void *userData);

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

/// The op whose region contains `op`; null for the module.
ZynOpRef zynOpGetParent(ZynOpRef op);

/// The name of an op, such as "zyn.matmul".
ZynStringRef zynOpGetName(ZynOpRef op);

/// Calls `callback` with each op in the regions of `op`, without those nested
/// deeper.
void zynOpForEachChild(ZynModuleRef module, ZynOpRef op,
                       void (*callback)(ZynOpRef child, void *userData),
                       void *userData);

/// Calls `callback` once with the text of the op. The values and attributes of
/// a nested one are named as if the function, or other op isolated from above,
/// that it is in were all of the module.
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

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A result of an op or an argument of a block, which is valid as long as the
/// op or, for an argument, the op whose region contains the block.
typedef struct ZynOpaqueValue *ZynValueRef;

typedef void (*ZynValueCallback)(ZynValueRef value, void *userData);

/// Calls `callback` with each operand.
void zynOpForEachOperand(ZynModuleRef module, ZynOpRef op,
                         ZynValueCallback callback, void *userData);

/// Calls `callback` with each result.
void zynOpForEachResult(ZynModuleRef module, ZynOpRef op,
                        ZynValueCallback callback, void *userData);

/// Calls `callback` with the arguments of each block in the regions of `op`.
void zynOpForEachBlockArgument(ZynModuleRef module, ZynOpRef op,
                               ZynValueCallback callback, void *userData);

/// Calls `callback` once with the text of the value's type.
void zynValuePrintType(ZynModuleRef module, ZynValueRef value,
                       ZynStringCallback callback, void *userData);

bool zynValueIsBlockArgument(ZynValueRef value);

/// The op that defines the value, or in whose region the block of an argument
/// is.
ZynOpRef zynValueGetOwner(ZynValueRef value);

/// Which result of the op or argument of the block it is.
size_t zynValueGetIndex(ZynValueRef value);

/// Calls `callback` with each op that uses the value, once for each use.
void zynValueForEachUser(ZynModuleRef module, ZynValueRef value,
                         void (*callback)(ZynOpRef user, void *userData),
                         void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_MODULE_H
