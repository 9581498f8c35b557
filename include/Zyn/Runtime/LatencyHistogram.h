//===- LatencyHistogram.h - Distribution of latencies --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_LATENCYHISTOGRAM_H
#define ZYN_RUNTIME_LATENCYHISTOGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace zyn::runtime {

/// The smallest of `sorted` that at least `percent` of them do not exceed (the
/// nearest rank); 0 if there are none.
double percentile(const std::vector<double> &sorted, double percent);

/// The latencies from `begin` up to, but not including `end`, in nanoseconds.
struct LatencyBucket {
  double begin, end;
  int64_t calls;
};

/// Divides the latencies `sorted`, in nanoseconds, among at most `maxBuckets`
/// consecutive buckets of the same ratio of end to begin, which is 2 or one of
/// its roots or powers. The first and the last one are not empty. Latencies
/// below 1 ns count as 1 ns.
std::vector<LatencyBucket> createHistogram(const std::vector<double> &sorted,
                                           size_t maxBuckets = 20);

/// Formats nanoseconds with three digits: "212 ns", "1.25 us".
std::string formatNanoseconds(double nanoseconds);

/// Formats a count: "41,203".
std::string formatCalls(int64_t calls);

/// Draws a line of at most `width` columns for each bucket: its beginning, a
/// bar and the number of calls. Bars consist of block elements in UTF-8, or of
/// number signs in ASCII.
std::string drawHistogram(const std::vector<LatencyBucket> &buckets,
                          size_t width, bool isUTF8);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_LATENCYHISTOGRAM_H
