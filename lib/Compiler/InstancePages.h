//===- InstancePages.h - Memory of instances on demand -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_INSTANCEPAGES_H
#define ZYN_LIB_COMPILER_INSTANCEPAGES_H

#include "Zyn/Runtime/Context.h"

#include <memory>

namespace zyn::compiler {

/// The memory of instances outside of the windows of their slots: addresses for
/// all of it, and pages of the device for what they access. `PagesWord` in
/// InstanceToKernel.h describes what a kernel needs.
class InstancePages {
public:
  /// `memoryBytes` is the size of a memory, all of which is in the window
  /// unless `usesPages`. At most `limit` pages of the device are taken.
  static runtime::Expected<std::unique_ptr<InstancePages>>
  create(runtime::Context &context, uint64_t warps, uint64_t memoryBytes,
         bool usesPages, uint64_t limit);
  ~InstancePages();
  InstancePages(const InstancePages &) = delete;
  InstancePages &operator=(const InstancePages &) = delete;

  /// The parameters of the kernel.
  void *outside() const { return memory; }
  void *words() const { return pages; }
  uint64_t wordsOfWarp() const { return numWordsOfWarp; }

  uint64_t limit() const { return maxPages; }
  /// Returns how many pages are in use.
  runtime::Expected<uint64_t> countUsed();
  /// Gives all pages back. At most `limit` are taken again.
  runtime::Error release(uint64_t limit);

private:
  InstancePages(runtime::Context &context, uint64_t bytes, uint64_t warps,
                uint64_t wordsOfWarp)
      : context(context), bytes(bytes), warps(warps),
        numWordsOfWarp(wordsOfWarp) {}
  uint64_t getNumWords() const;
  runtime::Error reserve(uint64_t limit);

  runtime::Context &context;
  const uint64_t bytes, warps, numWordsOfWarp;
  uint64_t maxPages = 0;
  void *memory = nullptr, *pages = nullptr;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_INSTANCEPAGES_H
