//===- StackSizes.h - Sizes of the stacks of threads -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_STACKSIZES_H
#define ZYN_LIB_RUNTIME_STACKSIZES_H

#include <algorithm>
#include <cstdint>
#include <set>

namespace zyn::runtime {

/// The sizes of stacks that are needed (see `Context::reserveStack`).
class StackSizes {
public:
  void reserve(uint64_t bytes) { reserved = std::max(reserved, bytes); }
  void add(uint64_t bytes) { added.insert(bytes); }
  /// Removes one of those that were added.
  void remove(uint64_t bytes) { added.erase(added.find(bytes)); }

  uint64_t largest() const {
    return added.empty() ? reserved : std::max(reserved, *added.rbegin());
  }

private:
  uint64_t reserved = 0;
  std::multiset<uint64_t> added;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_STACKSIZES_H
