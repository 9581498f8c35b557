//===- Notes.h - Diagnostics of a lowering -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_LOWERINGPAGE_NOTES_H
#define ZYN_LIB_LOWERINGPAGE_NOTES_H

#include "Zyn/Support/Diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

class SourcePlaces;

/// A diagnostic as the page shows it.
struct Note {
  /// The kind of a remark, such as "missed", or else the severity.
  std::string kind;
  /// That of a remark, or nothing.
  std::string category;
  std::string text;
  std::optional<unsigned> place;
  /// How often it occurs.
  unsigned count = 1;
};

using Notes = std::vector<Note>;

/// Returns the diagnostics and those below them, equal ones once.
Notes collectNotes(const std::vector<Diagnostic> &diagnostics,
                   SourcePlaces &places);

} // namespace zyn::compiler

#endif // ZYN_LIB_LOWERINGPAGE_NOTES_H
