//===- Profile.h - Times of what calls do on a device ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PROFILE_H
#define ZYN_RUNTIME_PROFILE_H

#include "Zyn/Runtime/Timing.h"

#include <string>
#include <vector>

namespace zyn::runtime {

/// What a call has done on its device.
struct ProfileEvent {
  /// A call itself, a kernel, a copy within the device's memory, a fill, and on
  /// a CPU a parallel loop.
  enum class Kind { Call, Kernel, Copy, Fill, Loop };

  Kind kind = Kind::Call;
  /// The name of the kernel or loop; empty for others.
  std::string name;
  /// "file:line:column", or empty.
  std::string location;
  /// The number of the call, and of the stream.
  int64_t call = 0, stream = 0;
  /// In milliseconds; the first call starts at 0.
  double start = 0, duration = 0;
  /// Of a kernel.
  int64_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, dynamicSharedBytes = 0;
  /// The number of iterations of a loop.
  int64_t iterations = 0;
  /// For a copy, the bytes read and written.
  zynrt_work work = {-1, -1, 0};
};

/// Calls `run` `runs` times, which queues work on the main stream, and waits
/// for all work. Returns what the calls have done in the order in which it was
/// queued, each call before what it has done. Events before and after each of
/// them measure its time. They delay what follows by about a microsecond on a
/// GPU. What other threads do on the context is not recorded, but takes time.
/// Errors: that of `run`, the driver's.
Expected<std::vector<ProfileEvent>> profileRuns(Context &context, int64_t runs,
                                                const QueueRun &run);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PROFILE_H
