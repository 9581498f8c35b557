//===- FormatDependencePath.cpp - Table of the longest path ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/DependencePath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;

/// The most lines that people read.
static constexpr size_t kMaxLines = 40;

static void printStep(llvm::raw_ostream &os, const DependenceStep &step,
                      uint64_t cycle, size_t width) {
  os << llvm::formatv("{0,8}{1,8}  ", cycle, step.cycles);
  if (step.file.empty()) {
    os << step.instruction << '\n';
    return;
  }
  os << llvm::left_justify(step.instruction, width) << "  " << step.file << ':'
     << step.line << ':' << step.column << '\n';
}

std::string zyn::compiler::formatDependencePath(const DependencePath &path,
                                                double gigahertz) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'' << path.function << "': longest path of dependences "
     << path.cycles << (path.cycles == 1 ? " cycle" : " cycles");
  if (gigahertz > 0)
    os << llvm::formatv(" ({0:F1} ns at {1:F2} GHz)", path.cycles / gigahertz,
                        gigahertz);
  os << " on " << path.processor << '\n';
  if (path.hasLoops)
    os << "  loops are counted once\n";
  if (path.hasIndirectBranches)
    os << "  the targets of branches through tables are guessed\n";
  if (!path.callees.empty())
    os << "  without the cycles of " << llvm::join(path.callees, ", ") << '\n';
  if (path.steps.empty())
    return text;
  os << "   cycle  cycles  instruction\n";

  size_t numShown = kMaxLines - llvm::StringRef(text).count('\n');
  size_t first = path.steps.size(), last = first;
  if (path.steps.size() > numShown) {
    first = numShown / 2;
    last = path.steps.size() - (numShown - 1 - first);
  }
  auto isElided = [&](size_t index) { return index >= first && index < last; };
  size_t width = 0;
  for (auto [index, step] : llvm::enumerate(path.steps))
    if (!isElided(index))
      width = std::max(width, step.instruction.size());
  uint64_t cycle = 0;
  for (auto [index, step] : llvm::enumerate(path.steps)) {
    cycle += step.cycles;
    if (!isElided(index))
      printStep(os, step, cycle, width);
    else if (index == first)
      os << "  ... " << last - first << " more\n";
  }
  return text;
}
