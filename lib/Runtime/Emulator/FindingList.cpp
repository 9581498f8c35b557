//===- FindingList.cpp - What is wrong with a kernel ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingList.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

static constexpr size_t maxLines = 20;

void FindingList::add(const zynemu_site &site, const char *kind,
                      std::string text) {
  for (Finding &finding : findings)
    if (finding.site == &site && finding.kind == kind) {
      ++finding.count;
      return;
    }
  findings.push_back({&site, kind, std::move(text), 1});
}

Error FindingList::takeError() {
  std::string lines;
  size_t shown = std::min(findings.size(), maxLines);
  for (size_t i = 0; i < shown; ++i) {
    const Finding &finding = findings[i];
    lines += (i ? "\n" : "") + std::string(finding.site->place) + ": error: " +
             finding.kind + ": " + finding.text;
    if (finding.count > 1)
      lines += " (" + std::to_string(finding.count) + " times)";
  }
  if (shown < findings.size())
    lines += "\nand " + std::to_string(findings.size() - shown) +
             " more places with findings";
  findings.clear();
  return lines.empty() ? Error::success() : Error(std::move(lines));
}
