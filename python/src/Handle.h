//===- Handle.h - Owners of handles of the C interface -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_HANDLE_H
#define ZYN_PYTHON_HANDLE_H

#include "Zyn-c/Context.h"
#include "Zyn-c/Function.h"
#include "Zyn-c/Pass.h"

#include <memory>
#include <string>
#include <string_view>

namespace zyn::python {

/// An object of the C interface that several Python objects share.
template <typename Ref>
using Shared = std::shared_ptr<std::remove_pointer_t<Ref>>;

inline std::string_view toView(ZynStringRef string) {
  return {string.bytes, string.length};
}
inline std::string toString(ZynStringRef string) {
  return std::string(toView(string));
}
inline ZynStringRef toRef(std::string_view string) {
  return {string.data(), string.size()};
}

/// A callback that appends to the `std::string` in `userData`.
inline void append(ZynStringRef string, void *userData) {
  static_cast<std::string *>(userData)->append(string.bytes, string.length);
}

} // namespace zyn::python

#endif // ZYN_PYTHON_HANDLE_H
