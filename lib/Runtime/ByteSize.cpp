//===- ByteSize.cpp - Byte sizes as text ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/ByteSize.h"

#include <cstdio>

using namespace zyn::runtime;

std::string zyn::runtime::formatBytes(uint64_t bytes) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB",
                                      "TiB",   "PiB", "EiB"};
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  double size = static_cast<double>(bytes);
  unsigned unit = 0;
  for (; size >= 1024 && unit < 6; ++unit)
    size /= 1024;
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %s", size, units[unit]);
  return text;
}

Expected<uint64_t> zyn::runtime::parseBytes(const std::string &text) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t digits = 0;
  uint64_t value = 0;
  bool legal = true;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9';
       ++digits)
    legal &= !__builtin_mul_overflow(value, 10, &value) &&
             !__builtin_add_overflow(value, text[digits] - '0', &value);
  std::string unit = text.substr(digits);
  unsigned scale = 0;
  while (scale < 5 && unit != units[scale] && !(scale == 0 && unit.empty()))
    ++scale;
  legal &= digits > 0 && scale < 5;
  if (!legal ||
      __builtin_mul_overflow(value, 1ull << (10 * (scale % 5)), &value))
    return Error::format("'%s' is not a size (such as 512MiB or 2GiB)",
                         text.c_str());
  return value;
}
