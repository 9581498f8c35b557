//===- PinnedThread.h - Threads that stay on one core --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PINNEDTHREAD_H
#define ZYN_RUNTIME_PINNEDTHREAD_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace zyn::runtime {

/// Returns the cores that the calling thread may run on, in ascending order.
std::vector<int64_t> findCores();

/// Formats cores as ranges: "0-3, 8".
std::string formatCores(const std::vector<int64_t> &cores);

/// Keeps the calling thread on one core. The destructor, on the same thread,
/// restores the cores that it may run on. Threads that it creates in between
/// stay on the same core, too.
class PinnedThread {
public:
  /// Pins the thread to `core`, or to its current one. Error: "expected a core
  /// that the process may use, which are 0-3, found 7".
  static Expected<PinnedThread> pin(std::optional<int64_t> core);

  PinnedThread(PinnedThread &&other);
  PinnedThread &operator=(PinnedThread &&) = delete;
  ~PinnedThread();

  int64_t core() const { return pinned; }

private:
  PinnedThread(int64_t core, std::vector<int64_t> previous)
      : pinned(core), previous(std::move(previous)) {}

  int64_t pinned;
  /// Empty after a move.
  std::vector<int64_t> previous;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PINNEDTHREAD_H
