//===- ContextAnchor.h - References to contexts -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_CONTEXTANCHOR_H
#define ZYN_LIB_RUNTIME_CONTEXTANCHOR_H

#include <mutex>

namespace zyn::runtime {

class Context;

/// Refers to a context from objects that may outlive it. The context exists as
/// long as `mutex` is held.
struct ContextAnchor {
  std::mutex mutex;
  /// Null once the context is being destroyed.
  Context *context;

  explicit ContextAnchor(Context *context) : context(context) {}
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_CONTEXTANCHOR_H
