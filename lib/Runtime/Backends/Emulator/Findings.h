//===- Findings.h - Findings of the checker ---------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FINDINGS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FINDINGS_H

#include "Grid.h"
#include "Zyn/Support/Diagnostic.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace zyn::emulator {

enum class FindingKind : uint8_t {
  DataRace,
  OutOfBounds,
  Misaligned,
  Uninitialized,
  NotStarted,
  // Warnings.
  BankConflict,
  Uncoalesced
};

/// All findings of one kind at one op or pair of ops.
struct Finding {
  FindingKind kind;
  const zynemu_site *site;
  /// The other access of a race; null otherwise.
  const zynemu_site *other;
  /// The number of occurrences.
  uint64_t count;
  /// The text of the first occurrence: "data race: ...".
  std::string text;

  bool isWarning() const { return kind >= FindingKind::BankConflict; }
  /// Returns the finding as a diagnostic, with the count if it is greater than
  /// one.
  Diagnostic diagnostic() const;
  std::string line() const { return diagnostic().str(); }
};

/// Findings in the order of their first occurrence.
class Findings {
public:
  /// Counts a finding. Returns true if it is the first of its kind at these
  /// ops; `setText` must then be called.
  bool isNew(FindingKind kind, const zynemu_site *site,
             const zynemu_site *other = nullptr);
  void setText(std::string text) { findings.back().text = std::move(text); }

  std::vector<Finding> take();

private:
  using Key = std::tuple<FindingKind, const zynemu_site *, const zynemu_site *>;
  std::map<Key, size_t> known;
  std::vector<Finding> findings;
};

/// "KIND: OP of N bytes".
std::string prefixText(FindingKind kind, const zynemu_site *site,
                       uint64_t bytes);

/// "value 0x3fc00000 (f32 1.5, i32 1069547520)" of up to 16 bytes.
std::string valueText(const void *value, uint32_t bytes);

/// "0x1f".
std::string hexText(uint64_t value);

/// "global", "shared" and so on.
const char *toText(Space space);
const char *toText(Scope scope);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FINDINGS_H
