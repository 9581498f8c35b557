//===- Support.h - Strings, diagnostics and errors -------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface of the compiler library. All functions are thread-safe, and
// no argument may be null unless stated otherwise. test/CAPI/capi.c is an
// example.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_SUPPORT_H
#define ZYN_C_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Bytes, which need not end with a null character. Unless stated otherwise,
/// those that a function returns are valid as long as the object that it was
/// called with, and those passed to a function only have to be valid during the
/// call.
typedef struct ZynStringRef {
  const char *bytes;
  size_t length;
} ZynStringRef;

/// Returns the bytes of a null-terminated string.
ZynStringRef zynStringRefFromCString(const char *string);

/// Receives a string, or a part of one, which is only valid during the call.
typedef void (*ZynStringCallback)(ZynStringRef string, void *userData);

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

typedef enum ZynSeverity {
  ZynSeverityError,
  ZynSeverityWarning,
  ZynSeverityRemark,
  ZynSeverityNote
} ZynSeverity;

/// A diagnostic of the compiler, or a finding of the emulator. It belongs to
/// the object that returned it.
typedef const struct ZynOpaqueDiagnostic *ZynDiagnosticRef;

ZynSeverity zynDiagnosticGetSeverity(ZynDiagnosticRef diagnostic);

/// The source file; empty if it is unknown.
ZynStringRef zynDiagnosticGetFile(ZynDiagnosticRef diagnostic);

/// Lines and columns count from 1; line 0 denotes the whole file.
uint32_t zynDiagnosticGetLine(ZynDiagnosticRef diagnostic);
uint32_t zynDiagnosticGetColumn(ZynDiagnosticRef diagnostic);

/// The message, without location and severity.
ZynStringRef zynDiagnosticGetMessage(ZynDiagnosticRef diagnostic);

size_t zynDiagnosticGetNumNotes(ZynDiagnosticRef diagnostic);
ZynDiagnosticRef zynDiagnosticGetNote(ZynDiagnosticRef diagnostic,
                                      size_t index);

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// What a function that can fail returns: null on success, or else an error,
/// which the caller destroys.
typedef struct ZynOpaqueError *ZynErrorRef;

void zynErrorDestroy(ZynErrorRef error);

/// The text that a tool would print: "file:line:column: error: message" and a
/// line for each note, or only a message if there is no source location.
ZynStringRef zynErrorGetMessage(ZynErrorRef error);

/// The diagnostics of the error; 0 if it only has a message.
size_t zynErrorGetNumDiagnostics(ZynErrorRef error);
ZynDiagnosticRef zynErrorGetDiagnostic(ZynErrorRef error, size_t index);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_SUPPORT_H
