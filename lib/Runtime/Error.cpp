//===- Error.cpp - Errors as values ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Error.h"

#include <cstdarg>
#include <cstdio>

using namespace zyn::runtime;

Error Error::format(const char *format, ...) {
  va_list arguments, measured;
  va_start(arguments, format);
  va_copy(measured, arguments);
  int length = std::vsnprintf(nullptr, 0, format, measured);
  va_end(measured);
  std::string text(length > 0 ? length : 0, '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  va_end(arguments);
  return Error(std::move(text));
}

const std::string &Error::message() const {
  static const std::string empty;
  return failure ? failure->text : empty;
}

const std::vector<zyn::Diagnostic> &Error::diagnostics() const {
  static const std::vector<Diagnostic> none;
  return failure ? failure->diagnostics : none;
}
