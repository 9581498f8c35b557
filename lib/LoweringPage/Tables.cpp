//===- Tables.cpp - Tables of a page --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "Zyn/Target/PTX/PTXKernels.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using llvm::StringRef;
using llvm::Twine;

/// Returns "1 kernel" or "2 kernels".
static std::string count(size_t number, StringRef one, StringRef several) {
  return std::to_string(number) + " " + (number == 1 ? one : several).str();
}

/// Returns a link that selects a line of the source.
static std::string formatLink(const std::string &place) {
  std::string text = escape(place);
  return "<a href=\"#\" data-origin=\"" + text + "\">" + text + "</a>";
}

/// Returns a table that can be folded, with an id unless it is empty.
static std::string formatTable(StringRef id, bool isOpen, StringRef summary,
                               StringRef label, StringRef headings,
                               StringRef rows) {
  return ("<details" + (id.empty() ? Twine() : " id=\"" + id + "\"") +
          (isOpen ? " open" : "") + "><summary>" + summary +
          "</summary><div class=\"table\" tabindex=\"0\" role=\"group\" "
          "aria-label=\"" +
          label + "\"><table><thead><tr>" + headings +
          "</tr></thead><tbody>\n" + rows + "</tbody></table></div></details>")
      .str();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// What is known about a kernel.
struct KernelUse {
  std::string name;
  /// How often the code contains a launch that runs once for each call, or
  /// nothing if a launch is in a loop or a branch.
  std::optional<unsigned> launches = 0;
  LaunchSize grid, block;
  std::optional<int64_t> dynamicSharedBytes = 0;
  std::optional<unsigned> place;
  const PTXKernel *ptx = nullptr;
};

struct Column {
  StringRef name, explanation;
  std::string (*format)(const KernelUse &kernel, const Lowering &lowering,
                        const Notes &notes);
};
} // namespace

/// Adds a launch to those that were found before.
static void addLaunch(const KernelLaunch &launch, KernelUse &kernel) {
  auto merge = [](LaunchSize &old, const LaunchSize &added) {
    for (auto [size, other] : llvm::zip_equal(old, added))
      if (size != other)
        size.reset();
  };
  if (kernel.launches == 0u) {
    kernel.grid = launch.grid;
    kernel.block = launch.block;
    kernel.dynamicSharedBytes = launch.dynamicSharedBytes;
  } else {
    merge(kernel.grid, launch.grid);
    merge(kernel.block, launch.block);
    if (kernel.dynamicSharedBytes != launch.dynamicSharedBytes)
      kernel.dynamicSharedBytes.reset();
  }
  if (!launch.runsOnce)
    kernel.launches.reset();
  else if (kernel.launches)
    ++*kernel.launches;
}

/// Returns the kernels in the order of their launches, those that are not
/// launched last.
static llvm::SmallVector<KernelUse>
findKernels(const Lowering &lowering, llvm::ArrayRef<PTXKernel> ptxKernels) {
  llvm::MapVector<StringRef, KernelUse> kernels;
  auto get = [&](StringRef name) -> KernelUse & {
    KernelUse &kernel = kernels[name];
    kernel.name = name.str();
    return kernel;
  };
  // The last stage in which launches are ops.
  for (const Stage &stage : llvm::reverse(lowering.stages)) {
    for (const KernelLaunch &launch : stage.launches)
      addLaunch(launch, get(launch.kernel));
    if (!stage.launches.empty())
      break;
  }
  for (const PTXKernel &kernel : ptxKernels)
    get(kernel.name).ptx = &kernel;
  for (const Stage &stage : lowering.stages)
    for (auto &[name, kernel] : kernels)
      if (auto found = stage.kernels.find(name); found != stage.kernels.end())
        kernel.place = found->getValue();
  return llvm::to_vector_of<KernelUse>(llvm::make_second_range(kernels));
}

static std::string formatSizes(const LaunchSize &sizes) {
  // Trailing sizes of 1 say nothing.
  size_t rank = sizes.size();
  while (rank > 1 && sizes[rank - 1] == 1)
    --rank;
  return llvm::join(llvm::map_range(llvm::ArrayRef(sizes).take_front(rank),
                                    [](const std::optional<int64_t> &size) {
                                      return size ? std::to_string(*size)
                                                  : std::string("?");
                                    }),
                    " × ");
}

static std::string formatShared(const KernelUse &kernel, const Lowering &,
                                const Notes &) {
  // The static part is only known from PTX.
  int64_t known = (kernel.ptx ? kernel.ptx->staticSharedBytes : 0) +
                  kernel.dynamicSharedBytes.value_or(0);
  if (kernel.ptx && kernel.dynamicSharedBytes)
    return std::to_string(known);
  return known ? std::to_string(known) + " + ?" : "?";
}

static std::string formatRegisters(const KernelUse &kernel, const Lowering &,
                                   const Notes &) {
  std::string text;
  if (kernel.ptx)
    for (auto [type, number] : kernel.ptx->registers)
      if (number)
        text += (text.empty() ? "" : ", ") + std::to_string(number) + " " +
                type.str();
  return text;
}

static std::string formatLimits(const KernelUse &kernel, const Lowering &,
                                const Notes &) {
  std::string text;
  auto add = [&](StringRef directive, llvm::ArrayRef<int64_t> values) {
    while (values.size() > 1 && values.back() == 1)
      values = values.drop_back();
    text += text.empty() ? "." : ", .";
    text += directive;
    for (auto [i, value] : llvm::enumerate(values))
      text += (i ? ", " : " ") + std::to_string(value);
  };
  if (const PTXKernel *ptx = kernel.ptx) {
    if (ptx->requiredThreads)
      add("reqntid", *ptx->requiredThreads);
    if (ptx->maxThreads)
      add("maxntid", *ptx->maxThreads);
    if (ptx->cluster)
      add("reqnctapercluster", *ptx->cluster);
    if (ptx->minBlocks)
      add("minnctapersm", *ptx->minBlocks);
    if (ptx->maxRegisters)
      add("maxnreg", *ptx->maxRegisters);
  }
  return text;
}

static std::string formatSchedules(const KernelUse &kernel, const Lowering &,
                                   const Notes &notes) {
  std::string text;
  for (const Note &note : notes)
    if (kernel.place && note.place == kernel.place &&
        (note.category == "schedule" || note.category == "zyn-to-kernel"))
      text += (text.empty() ? "" : "; ") + note.text;
  return escape(text);
}

static constexpr StringRef scheduleColumn = "schedule";
static const Column columns[] = {
    {"kernel", "",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return "<code>" + escape(kernel.name) + "</code>";
     }},
    {"source", "",
     [](const KernelUse &kernel, const Lowering &lowering, const Notes &) {
       return kernel.place ? formatLink(lowering.places[*kernel.place])
                           : std::string();
     }},
    {"launches", "of a call; ? depends on arguments or sizes",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return kernel.launches ? std::to_string(*kernel.launches)
                              : std::string("?");
     }},
    {"blocks", "x × y × z; ? depends on arguments or sizes",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return formatSizes(kernel.grid);
     }},
    {"threads", "of a block, x × y × z",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return formatSizes(kernel.block);
     }},
    {"shared", "bytes of shared memory of a block, static and dynamic",
     formatShared},
    {"registers",
     "virtual ones in the PTX, by type: the assembler assigns those of the "
     "hardware",
     formatRegisters},
    {"local", "bytes of local memory of a thread",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return kernel.ptx ? std::to_string(kernel.ptx->localBytes)
                         : std::string();
     }},
    {"instructions", "in the PTX",
     [](const KernelUse &kernel, const Lowering &, const Notes &) {
       return kernel.ptx ? std::to_string(kernel.ptx->instructions)
                         : std::string();
     }},
    {"limits", "directives in the PTX", formatLimits},
    {scheduleColumn, "remarks about it", formatSchedules},
};

std::string zyn::compiler::formatKernels(const Lowering &lowering,
                                         const Notes &notes) {
  std::vector<PTXKernel> ptxKernels;
  for (const Stage &stage : lowering.stages)
    if (stage.name == "PTX")
      ptxKernels = readPTXKernels(stage.text);
  llvm::SmallVector<KernelUse> kernels = findKernels(lowering, ptxKernels);
  if (kernels.empty())
    return "";
  std::string headings;
  std::vector<std::string> rows(kernels.size());
  for (const Column &column : columns) {
    std::vector<std::string> cells;
    for (const KernelUse &kernel : kernels)
      cells.push_back(column.format(kernel, lowering, notes));
    // Nothing is known.
    if (llvm::all_of(cells, [](StringRef cell) { return cell.empty(); }))
      continue;
    headings += "<th scope=\"col\"";
    if (!column.explanation.empty())
      headings += " title=\"" + escape(column.explanation) + "\"";
    headings += ">" + column.name.str() + "</th>";
    StringRef start =
        column.name == scheduleColumn ? "<td class=\"text\">" : "<td>";
    for (auto [row, cell] : llvm::zip_equal(rows, cells))
      row += start.str() + cell + "</td>";
  }
  std::string body;
  for (const std::string &row : rows)
    body += "<tr>" + row + "</tr>\n";
  return formatTable("", kernels.size() <= 8,
                     count(kernels.size(), "kernel", "kernels"), "kernels",
                     headings, body);
}

//===----------------------------------------------------------------------===//
// Warnings and remarks
//===----------------------------------------------------------------------===//

std::string zyn::compiler::formatNotes(const Lowering &lowering,
                                       const Notes &notes) {
  if (notes.empty())
    return "";
  std::string rows;
  size_t total = 0;
  for (const Note &note : notes) {
    std::string place = note.place ? lowering.places[*note.place] : "";
    std::string kind = escape(note.kind);
    total += note.count;
    rows += "<tr data-place=\"" + escape(place) + "\"><td>" +
            (note.place ? formatLink(place) : "") + "</td><td class=\"" + kind +
            "\">" + kind + "</td><td>" + escape(note.category) +
            "</td><td class=\"text\">" + escape(note.text);
    if (note.count > 1)
      rows += " (" + std::to_string(note.count) + " times)";
    rows += "</td></tr>\n";
  }
  std::string headings;
  for (StringRef name : {"source", "kind", "category", "message"})
    headings += "<th scope=\"col\">" + name.str() + "</th>";
  return formatTable("notes", /*isOpen=*/false,
                     count(total, "remark or warning", "remarks and warnings"),
                     "remarks and warnings", headings, rows);
}
