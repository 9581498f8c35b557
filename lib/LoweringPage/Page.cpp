//===- Page.cpp - A lowering as HTML --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <map>

using namespace zyn::compiler;
using llvm::StringRef;
namespace json = llvm::json;

/// page.html, page.css and page.js.
static constexpr StringRef pageTemplate =
#include "page.html.inc"
    ;
static constexpr StringRef pageStyle =
#include "page.css.inc"
    ;
static constexpr StringRef pageScript =
#include "page.js.inc"
    ;

std::string zyn::compiler::escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream stream(escaped);
  llvm::printHTMLEscaped(text, stream);
  return escaped;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// A line of a stage, or a note below one.
struct Row {
  std::string text;
  Origins origins;
  /// That of a note.
  std::string kind;
};
} // namespace

/// Counts the characters of UTF-8.
static size_t countCharacters(StringRef text) {
  return llvm::count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
}

/// Returns a line as a page can show it, since a parser of HTML changes some
/// characters: with spaces for tabs, and cut if it is much too long to read, as
/// that of a binary in the IR.
static std::string formatLine(StringRef line) {
  constexpr size_t maxLength = 4000;
  std::string text;
  size_t column = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    bool startsCharacter = (c & 0xc0) != 0x80;
    if (startsCharacter && column >= maxLength)
      return text + " …";
    column += startsCharacter;
    if (c == '\t') {
      size_t end = llvm::alignTo(column, 8);
      text.append(end - column + 1, ' ');
      column = end;
    } else if (c == '\r') {
      text += "␍";
    } else if (c == '\0') {
      text += "␀";
    } else {
      text += c;
    }
  }
  return text;
}

/// Returns the rows with notes that follow lines of the source, by line.
static std::map<uint32_t, std::vector<Row>> makeNoteRows(const Stage &stage,
                                                         const Notes &notes) {
  std::map<unsigned, uint32_t> lines;
  for (const auto &[line, origins] : stage.origins)
    for (unsigned place : origins) {
      uint32_t &first = lines.try_emplace(place, line).first->second;
      first = std::min(first, line);
    }
  std::map<uint32_t, std::vector<Row>> rows;
  for (const Note &note : notes) {
    auto found = note.place ? lines.find(*note.place) : lines.end();
    if (found == lines.end())
      continue;
    std::string text = "    └ " + note.kind + ": " + note.text;
    if (note.count > 1)
      text += " (" + std::to_string(note.count) + " times)";
    llvm::replace(text, '\n', ' ');
    rows[found->second].push_back({std::move(text), {*note.place}, note.kind});
  }
  return rows;
}

static std::vector<Row> makeRows(const Stage &stage, const Notes &notes) {
  std::map<uint32_t, std::vector<Row>> noteRows;
  if (stage.name == "source")
    noteRows = makeNoteRows(stage, notes);
  std::vector<Row> rows;
  uint32_t number = 1;
  for (StringRef rest = stage.text, line; !rest.empty(); ++number) {
    std::tie(line, rest) = rest.split('\n');
    line.consume_back("\r");
    rows.push_back({formatLine(line), stage.origins.lookup(number), ""});
    if (auto found = noteRows.find(number); found != noteRows.end())
      llvm::append_range(rows, std::move(found->second));
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static void formatRows(llvm::ArrayRef<Row> rows, llvm::raw_ostream &page) {
  for (const Row &row : rows) {
    if (!row.kind.empty())
      page << "<span class=\"note " << escape(row.kind) << "\">";
    page << escape(row.text) << "\n";
    if (!row.kind.empty())
      page << "</span>";
  }
}

static void formatStage(size_t index, const Stage &stage, bool isShown,
                        llvm::ArrayRef<Row> rows, llvm::raw_ostream &page) {
  // Browsers lay out a block when it comes into view.
  constexpr size_t blockRows = 400;
  size_t lines =
      llvm::count_if(rows, [](const Row &row) { return row.kind.empty(); });
  size_t width = 0;
  for (const Row &row : rows)
    width = std::max(width, countCharacters(row.text));
  std::string name = escape(stage.name);
  page << "<section class=\"stage\" id=\"stage-" << index << "\""
       << (isShown ? "" : " hidden") << " aria-labelledby=\"name-" << index
       << "\">\n<div class=\"bar\"><h2 id=\"name-" << index << "\">" << name
       << "</h2><span class=\"count\">" << lines
       << (lines == 1 ? " line" : " lines")
       << "</span>\n<span class=\"steps\" hidden><span class=\"place\"></span>"
          "\n<button type=\"button\" class=\"previous\" title=\"previous place "
          "(p)\" aria-label=\"previous place in "
       << name
       << "\">▲</button>\n<button type=\"button\" class=\"next\" title=\"next "
          "place (n)\" aria-label=\"next place in "
       << name
       << "\">▼</button></span></div>\n<div class=\"code\" tabindex=\"0\" "
          "role=\"group\" aria-label=\""
       << name << "\">\n<div class=\"sheet\" style=\"--columns:" << width
       << ";--digits:" << std::to_string(lines).size()
       << "\"><div class=\"marks\"></div>";
  for (; !rows.empty();
       rows = rows.drop_front(std::min(blockRows, rows.size()))) {
    llvm::ArrayRef<Row> block = rows.take_front(blockRows);
    // A parser of HTML drops a line break at the beginning.
    page << "<pre class=\"block\" style=\"--rows:" << block.size() << "\">\n";
    formatRows(block, page);
    page << "</pre>";
  }
  page << "</div>\n</div></section>\n";
}

namespace {
/// Numbers sets of places, which the rows of stages refer to.
class OriginSets {
public:
  /// Returns the number of a set, -1 for the empty one.
  int64_t number(const Origins &origins) {
    if (origins.empty())
      return -1;
    std::vector<unsigned> key(origins.begin(), origins.end());
    auto [found, isNew] = numbers.try_emplace(std::move(key), sets.size());
    if (isNew)
      sets.push_back(json::Array(origins));
    return found->second;
  }

  json::Array take() { return std::move(sets); }

private:
  std::map<std::vector<unsigned>, int64_t> numbers;
  json::Array sets;
};
} // namespace

/// Returns what the script knows about a stage: the sets of its rows, as runs
/// of equal numbers and their lengths, and which rows are notes.
static json::Object describe(const Stage &stage, llvm::ArrayRef<Row> rows,
                             OriginSets &sets) {
  json::Array runs, notes;
  int64_t last = 0, length = 0;
  for (auto [i, row] : llvm::enumerate(rows)) {
    if (!row.kind.empty())
      notes.push_back(i);
    int64_t set = sets.number(row.origins);
    if (length && set != last) {
      runs.push_back(last);
      runs.push_back(length);
      length = 0;
    }
    last = set;
    ++length;
  }
  if (length) {
    runs.push_back(last);
    runs.push_back(length);
  }
  return json::Object{{"name", stage.name},
                      {"runs", std::move(runs)},
                      {"notes", std::move(notes)}};
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

/// Replaces "{{name}}" by parts, in which nothing is replaced.
static std::string fill(StringRef text,
                        const std::map<StringRef, std::string> &parts) {
  std::string filled;
  while (true) {
    auto [before, rest] = text.split("{{");
    filled += before;
    if (before.size() == text.size())
      return filled;
    auto [name, after] = rest.split("}}");
    filled += parts.at(name);
    text = after;
  }
}

/// Returns JSON that cannot end the element `script` that it is in.
static std::string formatData(json::Value value) {
  std::string text;
  for (char c : llvm::formatv("{0}", std::move(value)).str()) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string zyn::compiler::formatPage(Lowering &lowering,
                                      const PageHeading &heading) {
  // More than these do not fit on a screen; the others can be selected.
  constexpr size_t maxShown = 6;
  Notes notes = collectNotes(lowering.diagnostics, lowering.places);
  Notes rowNotes = collectNotes(lowering.error.diagnostics(), lowering.places);
  llvm::append_range(rowNotes, notes);

  OriginSets sets;
  json::Array data;
  std::string toggles, stages;
  llvm::raw_string_ostream stream(stages);
  for (auto [i, stage] : llvm::enumerate(lowering.stages)) {
    std::vector<Row> rows = makeRows(stage, rowNotes);
    bool isShown = i == 0 || i + maxShown > lowering.stages.size();
    data.push_back(describe(stage, rows, sets));
    formatStage(i, stage, isShown, rows, stream);
    toggles += "<label><input type=\"checkbox\"" +
               std::string(isShown ? " checked" : "") + " data-stage=\"" +
               std::to_string(i) + "\"> " + escape(stage.name) + "</label>\n";
  }
  std::string error, facts;
  if (lowering.error)
    error = "<p class=\"failed\" role=\"alert\"><strong>" +
            escape(lowering.failedStage) + " failed.</strong> " +
            escape(lowering.error.message()) + "</p>";
  for (const std::string &fact : heading.facts)
    facts += (facts.empty() ? "" : " · ") + escape(fact);
  std::array<uint8_t, 32> digest =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef<uint8_t>(pageScript));
  json::Object pageData{{"origins", json::Array(lowering.places.all())},
                        {"sets", sets.take()},
                        {"stages", std::move(data)}};
  std::string page =
      fill(pageTemplate, {{"title", escape(heading.title)},
                          {"facts", facts},
                          {"style", pageStyle.str()},
                          {"script", pageScript.str()},
                          {"digest", llvm::encodeBase64(digest)},
                          {"error", error},
                          {"kernels", formatKernels(lowering, notes)},
                          {"notes", formatNotes(lowering, notes)},
                          {"toggles", toggles},
                          {"stages", stages},
                          {"data", formatData(std::move(pageData))}});
  // Names of files and functions need not be UTF-8.
  return json::isUTF8(page) ? page : json::fixUTF8(page);
}
