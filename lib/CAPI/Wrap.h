//===- Wrap.h - Handles and strings of the C interface ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CAPI_WRAP_H
#define ZYN_LIB_CAPI_WRAP_H

#include "Zyn-c/Support.h"
#include "Zyn/Runtime/Error.h"

#include "llvm/Support/CBindingWrapping.h"

#include <string>
#include <string_view>

namespace zyn::capi {

inline std::string_view toView(ZynStringRef string) {
  return {string.bytes, string.length};
}
inline std::string toString(ZynStringRef string) {
  return std::string(toView(string));
}
inline ZynStringRef wrap(std::string_view string) {
  return {string.data(), string.size()};
}

inline const Diagnostic *unwrap(ZynDiagnosticRef diagnostic) {
  return reinterpret_cast<const Diagnostic *>(diagnostic);
}
inline ZynDiagnosticRef wrap(const Diagnostic *diagnostic) {
  return reinterpret_cast<ZynDiagnosticRef>(diagnostic);
}

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(runtime::Error, ZynErrorRef)

/// Returns null for success.
inline ZynErrorRef wrap(runtime::Error error) {
  return error ? wrap(new runtime::Error(std::move(error))) : nullptr;
}

} // namespace zyn::capi

#endif // ZYN_LIB_CAPI_WRAP_H
