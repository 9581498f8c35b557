//===- PrintFormat.cpp - Lines that kernels print -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/PrintFormat.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace zyn::runtime;

/// Formats with the fewest digits that give `value` when rounded to its type.
static std::string formatFloat(double value, char type) {
  // Enough for all 16-bit values, f16 as well as bf16.
  constexpr int halfDigits = 5, singleDigits = 9, doubleDigits = 17;
  int most = type == 'h'   ? halfDigits
             : type == 'f' ? singleDigits
                           : doubleDigits;
  char text[40];
  for (int digits = 1; digits <= most; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    double back = std::strtod(text, nullptr);
    if (type == 'f' ? static_cast<float>(back) == static_cast<float>(value)
                    : back == value)
      break;
  }
  return text;
}

static std::string formatValue(uint64_t bits, char type) {
  if (type == 'i')
    return std::to_string(static_cast<int64_t>(bits));
  if (type == 'b')
    return bits ? "true" : "false";
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return formatFloat(value, type);
}

std::string zyn::runtime::formatPrint(const char *format, const char *types,
                                      const uint64_t *values) {
  std::string text;
  size_t count = std::strlen(types);
  while (*format) {
    char *end = nullptr;
    if (*format == '{') {
      unsigned long number = std::strtoul(format + 1, &end, 10);
      if (end != format + 1 && *end == '}' && number < count) {
        text += formatValue(values[number], types[number]);
        format = end + 1;
        continue;
      }
    }
    text += *format++;
  }
  return text;
}
