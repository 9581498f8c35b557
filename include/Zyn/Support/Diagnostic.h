//===- Diagnostic.h - Diagnostics with source locations ---------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SUPPORT_DIAGNOSTIC_H
#define ZYN_SUPPORT_DIAGNOSTIC_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zyn {

enum class Severity { Error, Warning, Remark, Note };

/// "error", "warning", "remark" or "note".
inline const char *toText(Severity severity) {
  static const char *const names[] = {"error", "warning", "remark", "note"};
  return names[static_cast<int>(severity)];
}

/// A location in a source file. Lines and columns count from 1; line 0 denotes
/// the whole file.
struct SourceLocation {
  std::string file;
  uint32_t line = 0, column = 0;

  /// Parses "file:line:column"; text without line and column is a file name.
  static SourceLocation parse(std::string_view text);

  /// "file:line:column", or the file alone.
  std::string str() const {
    if (line == 0)
      return file;
    return file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
};

/// A diagnostic of the compiler, or a finding of the emulator.
struct Diagnostic {
  Severity severity = Severity::Error;
  SourceLocation location;
  std::string message;
  std::vector<Diagnostic> notes;

  /// Parses "file:line:column: error: message"; any other text becomes the
  /// message.
  static Diagnostic parse(std::string_view text) {
    static constexpr std::string_view mark = ": error: ";
    size_t found = text.find(mark);
    if (found == text.npos)
      return {Severity::Error, {}, std::string(text), {}};
    return {Severity::Error,
            SourceLocation::parse(text.substr(0, found)),
            std::string(text.substr(found + mark.size())),
            {}};
  }

  /// "file:line:column: error: message", followed by a line for each note. A
  /// diagnostic without a file is only its message.
  std::string str() const {
    std::string text =
        location.file.empty()
            ? message
            : location.str() + ": " + toText(severity) + ": " + message;
    for (const Diagnostic &note : notes)
      text += "\n" + note.str();
    return text;
  }
};

/// Returns the text of the diagnostics, each on separate lines.
inline std::string toText(const std::vector<Diagnostic> &diagnostics) {
  std::string text;
  for (const Diagnostic &diagnostic : diagnostics)
    text += (text.empty() ? "" : "\n") + diagnostic.str();
  return text;
}

inline SourceLocation SourceLocation::parse(std::string_view text) {
  // Parse backwards, since a file name may contain colons.
  auto takeNumber = [&text](uint32_t &number) {
    size_t colon = text.rfind(':');
    if (colon == text.npos || colon + 1 == text.size() ||
        text.size() - colon > 10)
      return false;
    number = 0;
    for (char digit : text.substr(colon + 1)) {
      if (digit < '0' || digit > '9')
        return false;
      number = number * 10 + (digit - '0');
    }
    text = text.substr(0, colon);
    return true;
  };
  SourceLocation location{std::string(text)};
  uint32_t line, column;
  if (takeNumber(column) && takeNumber(line) && line > 0)
    location = {std::string(text), line, column};
  return location;
}

} // namespace zyn

#endif // ZYN_SUPPORT_DIAGNOSTIC_H
