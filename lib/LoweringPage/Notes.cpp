//===- Notes.cpp - Diagnostics of a lowering ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Notes.h"
#include "Stage.h"

#include <map>
#include <tuple>

using namespace zyn::compiler;
using llvm::StringRef;

/// Splits the text of a remark, which MLIR prints as `[Missed] Name |
/// Category:zyn-fuse | Reason="..."`. Returns whether it is one.
static bool parseRemark(StringRef text, Note &note) {
  if (!text.consume_front("["))
    return false;
  auto [kind, rest] = text.split("] ");
  auto [name, details] = rest.split(" | Category:");
  if (details.empty() || name.contains(' '))
    return false;
  auto [category, reason] = details.split(" | Reason=\"");
  note.kind = kind.lower();
  note.category = category.str();
  note.text = name.str();
  reason.consume_back("\"");
  if (!reason.empty())
    note.text += ": " + reason.str();
  return true;
}

static Note makeNote(const zyn::Diagnostic &diagnostic, SourcePlaces &places) {
  Note note;
  if (diagnostic.severity != zyn::Severity::Remark ||
      !parseRemark(diagnostic.message, note)) {
    note.kind = toText(diagnostic.severity);
    note.text = diagnostic.message;
  }
  const zyn::SourceLocation &location = diagnostic.location;
  if (location.line)
    note.place = places.number(location.file, location.line);
  return note;
}

Notes zyn::compiler::collectNotes(
    const std::vector<zyn::Diagnostic> &diagnostics, SourcePlaces &places) {
  using Key = std::tuple<std::string, std::string, std::string,
                         std::optional<unsigned>>;
  Notes notes;
  std::map<Key, size_t> known;
  auto add = [&](const zyn::Diagnostic &diagnostic) {
    Note note = makeNote(diagnostic, places);
    auto [found, isNew] = known.try_emplace(
        Key(note.kind, note.category, note.text, note.place), notes.size());
    if (isNew)
      notes.push_back(std::move(note));
    else
      ++notes[found->second].count;
  };
  for (const zyn::Diagnostic &diagnostic : diagnostics) {
    add(diagnostic);
    for (const zyn::Diagnostic &note : diagnostic.notes)
      add(note);
  }
  return notes;
}
