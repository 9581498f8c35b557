//===- Edit.h - Changes the ops of a module -------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_EDIT_H
#define ZYN_C_EDIT_H

#include "Zyn-c/Module.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a copy of a module, which the functions below may change, one thread
/// at a time. In between it may be invalid: it may be used otherwise after
/// `zynModuleVerify` has succeeded, and is immutable from then on.
ZynModuleRef zynModuleCopy(ZynModuleRef module);

/// Checks the invariants of all ops. The error is the first one.
ZynErrorRef zynModuleVerify(ZynModuleRef module);

// Ops and values are those of the module. They are valid until they are erased.

/// Sets an attribute, inherent or discardable, to the one that `value` denotes
/// in MLIR's syntax, such as "3 : i64". Errors: `value` is no attribute, or the
/// op has an inherent attribute of another kind with this name, or it is an
/// empty name of a symbol.
ZynErrorRef zynOpSetAttribute(ZynModuleRef module, ZynOpRef op,
                              ZynStringRef name, ZynStringRef value);

/// Removes an attribute if there is one of this name.
void zynOpRemoveAttribute(ZynModuleRef module, ZynOpRef op, ZynStringRef name);

/// Error: the op has fewer operands.
ZynErrorRef zynOpSetOperand(ZynModuleRef module, ZynOpRef op, size_t index,
                            ZynValueRef value);

/// Makes all users of `value` use `replacement`. Error: it has another type.
ZynErrorRef zynValueReplaceUses(ZynModuleRef module, ZynValueRef value,
                                ZynValueRef replacement);

/// Erases an op and all ops in its regions. Errors: it is the module itself, or
/// another op uses a value that it defines.
ZynErrorRef zynOpErase(ZynModuleRef module, ZynOpRef op);

/// Where new ops are inserted.
typedef enum ZynInsertPosition {
  ZynInsertPositionBefore,
  ZynInsertPositionAfter,
  /// At the end of the last block in the first region.
  ZynInsertPositionInside
} ZynInsertPosition;

/// Parses `text` as ops, in which %0, %1 and so on denote `operands`, inserts
/// them at a position relative to `anchor`, whose source location they get, and
/// calls `callback` with those that are not nested in others. Errors: the text
/// is not valid ("<ops>:1:6: error: ..."), or the position is not in a block.
ZynErrorRef zynOpsCreate(ZynModuleRef module, ZynStringRef text,
                         const ZynValueRef *operands, size_t numOperands,
                         ZynOpRef anchor, ZynInsertPosition position,
                         void (*callback)(ZynOpRef op, void *userData),
                         void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_EDIT_H
