//===- FindingList.h - What is wrong with a kernel --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_EMULATOR_FINDINGLIST_H
#define ZYN_LIB_RUNTIME_EMULATOR_FINDINGLIST_H

#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Runtime/Error.h"

#include <vector>

namespace zyn::emulator {

/// What is wrong in a launch that went on nevertheless, by first occurrence. A
/// finding that occurs again at the same place counts once more.
class FindingList {
public:
  /// `kind` is a constant, such as "out of bounds". The first text is kept.
  void add(const zynemu_site &site, const char *kind, std::string text);

  bool empty() const { return findings.empty(); }

  /// A line for each of the first few: "PLACE: error: KIND: TEXT (N times)".
  runtime::Error takeError();

private:
  struct Finding {
    const zynemu_site *site;
    const char *kind;
    std::string text;
    uint64_t count;
  };

  std::vector<Finding> findings;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_EMULATOR_FINDINGLIST_H
