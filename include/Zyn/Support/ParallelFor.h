//===- ParallelFor.h - Independent work on several threads ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SUPPORT_PARALLELFOR_H
#define ZYN_SUPPORT_PARALLELFOR_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace zyn {

/// Calls `function` once for each number below `count`, in order, on as many
/// threads as the machine has. These end before this returns, unlike those of
/// LLVM's pools, so that the process may fork afterwards.
template <typename Function>
void parallelFor(size_t count, const Function &function) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < count;)
      function(i);
  };
  size_t desired = std::min<size_t>(
      count, std::max(std::thread::hardware_concurrency(), 1u));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < desired; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace zyn

#endif // ZYN_SUPPORT_PARALLELFOR_H
