//===- Profile.h - Profiles of functions ----------------------- -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_PROFILE_H
#define ZYN_COMPILER_PROFILE_H

#include "Zyn/Runtime/Profile.h"

#include <optional>

namespace zyn::compiler {

/// Returns "call", "kernel", "loop", "copy" or "fill".
const char *getKindName(runtime::ProfileEvent::Kind kind);

/// What one kernel, one parallel loop, or all copies did in a call. A loop is
/// one of the host's.
struct ProfileRow {
  runtime::ProfileEvent::Kind kind;
  /// "copy" and "fill" for these.
  std::string name;
  /// "file:line:column" of the first launch, or empty.
  std::string location;
  /// How often it was launched in a call.
  double launches = 0;
  /// The milliseconds of all launches of a call, and of one.
  double total = 0, mean = 0;
  /// `total` as a fraction of the rows' sum.
  double share = 0;
  /// The bytes that a launch has to read and write, and its floating-point
  /// operations.
  std::optional<double> bytes, flops;
  /// Rates as fractions of those that the device can reach.
  std::optional<double> memoryShare, flopShare;

  /// Per second.
  std::optional<double> getByteRate() const { return getRate(bytes); }
  std::optional<double> getFlopRate() const { return getRate(flops); }

private:
  std::optional<double> getRate(std::optional<double> amount) const {
    if (!amount || !(mean > 0))
      return std::nullopt;
    return *amount / (mean / 1e3);
  }
};

/// The profile of a function.
struct Profile {
  runtime::Device device;
  /// The number of calls.
  int64_t calls = 0;
  /// The milliseconds of a call: the median.
  double call = 0;
  /// The milliseconds of a call in which nothing of `rows` is running: in host
  /// code, or waiting for it.
  double other = 0;
  /// Longest total first.
  std::vector<ProfileRow> rows;
  /// What the table is made from.
  std::vector<runtime::ProfileEvent> events;
};

/// Calls `run` for some time to warm up, and then `calls` times, and returns
/// what these calls have done. On a GPU, the time of a call is that of as many
/// others, without the events that `runtime::profileRuns` records. Errors:
/// those of `run`.
runtime::Expected<Profile> profileCalls(runtime::Context &context,
                                        int64_t calls,
                                        const runtime::QueueRun &run);

/// Formats a table with a row for each kernel, and a line about the calls.
std::string formatProfile(const Profile &profile);

/// Returns the events in the trace event format of Chrome, as JSON, which
/// Perfetto and chrome://tracing open: a track for each stream.
std::string formatTrace(const Profile &profile);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_PROFILE_H
