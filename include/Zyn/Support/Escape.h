//===- Escape.h - Names in messages --------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SUPPORT_ESCAPE_H
#define ZYN_SUPPORT_ESCAPE_H

#include <string>
#include <string_view>

namespace zyn {

/// Returns `text` with control characters as in "\0a", so that a message with a
/// name from a file is a single line.
inline std::string escape(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string escaped;
  for (unsigned char c : text) {
    if (c >= 0x20 && c != 0x7F)
      escaped += static_cast<char>(c);
    else
      escaped += {'\\', digits[c >> 4], digits[c & 15]};
  }
  return escaped;
}

} // namespace zyn

#endif // ZYN_SUPPORT_ESCAPE_H
