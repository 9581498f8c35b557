//===- PinnedThread.cpp - Threads that stay on one core -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/PinnedThread.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sched.h>

using namespace zyn::runtime;

/// More than Linux supports: one `cpu_set_t` has 1024 cores.
static constexpr int64_t maxCores = 8 * CPU_SETSIZE;

namespace {
using CoreSet = std::array<cpu_set_t, maxCores / CPU_SETSIZE>;
} // namespace

std::vector<int64_t> zyn::runtime::findCores() {
  CoreSet set = {};
  std::vector<int64_t> cores;
  if (::sched_getaffinity(0, sizeof(set), set.data()) != 0)
    return cores;
  for (int64_t core = 0; core < maxCores; ++core)
    if (CPU_ISSET_S(core, sizeof(set), set.data()))
      cores.push_back(core);
  return cores;
}

static bool setCores(const std::vector<int64_t> &cores) {
  CoreSet set = {};
  for (int64_t core : cores)
    CPU_SET_S(core, sizeof(set), set.data());
  return ::sched_setaffinity(0, sizeof(set), set.data()) == 0;
}

std::string zyn::runtime::formatCores(const std::vector<int64_t> &cores) {
  std::string text;
  for (size_t first = 0, end; first < cores.size(); first = end) {
    end = first + 1;
    while (end < cores.size() && cores[end] == cores[end - 1] + 1)
      ++end;
    text += (first ? ", " : "") + std::to_string(cores[first]);
    if (end - first > 1)
      text += "-" + std::to_string(cores[end - 1]);
  }
  return text;
}

Expected<PinnedThread> PinnedThread::pin(std::optional<int64_t> core) {
  std::vector<int64_t> cores = findCores();
  int64_t wanted = core ? *core : ::sched_getcpu();
  if (!std::binary_search(cores.begin(), cores.end(), wanted))
    return Error("expected a core that the process may use, which are " +
                 formatCores(cores) + ", found " + std::to_string(wanted));
  if (!setCores({wanted}))
    return Error::format("cannot stay on core %lld: %s",
                         static_cast<long long>(wanted), std::strerror(errno));
  return PinnedThread(wanted, std::move(cores));
}

PinnedThread::PinnedThread(PinnedThread &&other)
    : pinned(other.pinned), previous(std::move(other.previous)) {
  other.previous.clear();
}

PinnedThread::~PinnedThread() {
  if (!previous.empty())
    (void)setCores(previous);
}
