//===- Support.cpp - Strings, diagnostics and errors ------------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Support.h"
#include "Wrap.h"

#include <cstring>

using namespace zyn::capi;

ZynStringRef zynStringRefFromCString(const char *string) {
  return {string, std::strlen(string)};
}

ZynSeverity zynDiagnosticGetSeverity(ZynDiagnosticRef diagnostic) {
  static_assert(static_cast<int>(zyn::Severity::Note) == ZynSeverityNote,
                "the enumerations must agree");
  return static_cast<ZynSeverity>(unwrap(diagnostic)->severity);
}

ZynStringRef zynDiagnosticGetFile(ZynDiagnosticRef diagnostic) {
  return wrap(unwrap(diagnostic)->location.file);
}

uint32_t zynDiagnosticGetLine(ZynDiagnosticRef diagnostic) {
  return unwrap(diagnostic)->location.line;
}

uint32_t zynDiagnosticGetColumn(ZynDiagnosticRef diagnostic) {
  return unwrap(diagnostic)->location.column;
}

ZynStringRef zynDiagnosticGetMessage(ZynDiagnosticRef diagnostic) {
  return wrap(unwrap(diagnostic)->message);
}

size_t zynDiagnosticGetNumNotes(ZynDiagnosticRef diagnostic) {
  return unwrap(diagnostic)->notes.size();
}

ZynDiagnosticRef zynDiagnosticGetNote(ZynDiagnosticRef diagnostic,
                                      size_t index) {
  return wrap(&unwrap(diagnostic)->notes[index]);
}

void zynErrorDestroy(ZynErrorRef error) { delete unwrap(error); }

ZynStringRef zynErrorGetMessage(ZynErrorRef error) {
  return wrap(unwrap(error)->message());
}

size_t zynErrorGetNumDiagnostics(ZynErrorRef error) {
  return unwrap(error)->diagnostics().size();
}

ZynDiagnosticRef zynErrorGetDiagnostic(ZynErrorRef error, size_t index) {
  return wrap(&unwrap(error)->diagnostics()[index]);
}
