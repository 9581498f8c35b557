//===- Findings.cpp - Findings of the checker -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace zyn::emulator;

zyn::Diagnostic Finding::diagnostic() const {
  Diagnostic diagnostic;
  diagnostic.severity = isWarning() ? Severity::Warning : Severity::Error;
  diagnostic.location = SourceLocation::parse(site->location);
  diagnostic.message = text;
  if (count > 1)
    diagnostic.message += " (" + std::to_string(count) + " times)";
  return diagnostic;
}

bool Findings::isNew(FindingKind kind, const zynemu_site *site,
                     const zynemu_site *other) {
  auto [entry, isFirst] =
      known.try_emplace(Key{kind, site, other}, findings.size());
  if (isFirst)
    findings.push_back({kind, site, other, 1, {}});
  else
    ++findings[entry->second].count;
  return isFirst;
}

std::vector<Finding> Findings::take() {
  known.clear();
  return std::exchange(findings, {});
}

static const char *toText(FindingKind kind) {
  switch (kind) {
  case FindingKind::DataRace:
    return "data race: ";
  case FindingKind::OutOfBounds:
    return "out of bounds: ";
  case FindingKind::Misaligned:
    return "misaligned access: ";
  case FindingKind::Uninitialized:
    return "uninitialized read: ";
  case FindingKind::NotStarted:
    return "access before start: ";
  case FindingKind::BankConflict:
    return "bank conflict: ";
  case FindingKind::Uncoalesced:
    return "uncoalesced access: ";
  }
  return "";
}

std::string zyn::emulator::prefixText(FindingKind kind, const zynemu_site *site,
                                      uint64_t bytes) {
  return std::string(::toText(kind)) + site->op + " of " +
         std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string zyn::emulator::hexText(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%" PRIx64, value);
  return text;
}

std::string zyn::emulator::valueText(const void *value, uint32_t bytes) {
  std::string text = "value 0x";
  bytes = std::min<uint32_t>(bytes, 16);
  // Most significant byte first.
  for (uint32_t i = bytes; i-- > 0;) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x",
                  static_cast<const unsigned char *>(value)[i]);
    text += digits;
  }
  if (bytes == 4) {
    float real;
    int32_t integer;
    std::memcpy(&real, value, 4);
    std::memcpy(&integer, value, 4);
    char numbers[64];
    std::snprintf(numbers, sizeof(numbers), " (f32 %g, i32 %" PRId32 ")", real,
                  integer);
    text += numbers;
  }
  return text;
}

const char *zyn::emulator::toText(Space space) {
  switch (space) {
  case Space::Generic:
    return "generic";
  case Space::Global:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Constant:
    return "constant";
  case Space::Local:
    return "local";
  }
  return "";
}

const char *zyn::emulator::toText(Scope scope) {
  static const char *const names[] = {"thread",  "warp",   "block",
                                      "cluster", "device", "system"};
  return names[static_cast<int>(scope)];
}
