//===- LatencyHistogram.cpp - Distribution of latencies -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/LatencyHistogram.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace zyn::runtime;

double zyn::runtime::percentile(const std::vector<double> &sorted,
                                double percent) {
  if (sorted.empty())
    return 0;
  double count = static_cast<double>(sorted.size());
  // 99.9 % of 1000 must not be more than 999 because of rounding.
  double rank = std::ceil(percent * count / 100 - 1e-6);
  return sorted[static_cast<size_t>(std::clamp(rank, 1.0, count)) - 1];
}

static double atLeastOne(double nanoseconds) {
  return std::max(nanoseconds, 1.0);
}

std::vector<LatencyBucket>
zyn::runtime::createHistogram(const std::vector<double> &sorted,
                              size_t maxBuckets) {
  if (sorted.empty())
    return {};
  double perOctave = 16;
  auto indexOf = [&](double nanoseconds) {
    return static_cast<int64_t>(
        std::floor(std::log2(atLeastOne(nanoseconds)) * perOctave));
  };
  auto count = [&] {
    return static_cast<size_t>(indexOf(sorted.back()) -
                               indexOf(sorted.front()) + 1);
  };
  while (count() > std::max<size_t>(maxBuckets, 1))
    perOctave /= 2;
  int64_t first = indexOf(sorted.front());
  std::vector<LatencyBucket> buckets;
  for (size_t i = 0; i < count(); ++i) {
    auto index = static_cast<double>(first + static_cast<int64_t>(i));
    buckets.push_back(
        {std::exp2(index / perOctave), std::exp2((index + 1) / perOctave), 0});
  }
  for (double nanoseconds : sorted)
    ++buckets[indexOf(nanoseconds) - first].calls;
  return buckets;
}

std::string zyn::runtime::formatNanoseconds(double nanoseconds) {
  const char *unit = "ns";
  for (const char *larger : {"us", "ms", "s"}) {
    // Would be rounded to 1000.
    if (nanoseconds < 999.5)
      break;
    nanoseconds /= 1000;
    unit = larger;
  }
  int decimals = nanoseconds < 9.995 ? 2 : nanoseconds < 99.95 ? 1 : 0;
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f %s", decimals, nanoseconds, unit);
  return text;
}

std::string zyn::runtime::formatCalls(int64_t calls) {
  std::string text = std::to_string(calls);
  for (size_t end = text.size(); end > 3; end -= 3)
    text.insert(end - 3, ",");
  return text;
}

/// A bar of `length` columns, which are divided into eighths in UTF-8. That of
/// a few calls is visible.
static std::string drawBar(double length, bool isUTF8) {
  std::string bar;
  if (!isUTF8) {
    bar.assign(static_cast<size_t>(std::ceil(length)), '#');
    return bar;
  }
  static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  auto eighths = static_cast<size_t>(std::ceil(length * 8));
  for (size_t i = 0; i < eighths / 8; ++i)
    bar += "█";
  return bar + parts[eighths % 8];
}

std::string
zyn::runtime::drawHistogram(const std::vector<LatencyBucket> &buckets,
                            size_t width, bool isUTF8) {
  constexpr size_t labelWidth = 9;
  int64_t most = 1;
  for (const LatencyBucket &bucket : buckets)
    most = std::max(most, bucket.calls);
  size_t others = labelWidth + 3 + formatCalls(most).size();
  size_t columns = width > others ? width - others : 1;
  std::string text;
  for (const LatencyBucket &bucket : buckets) {
    std::string label = formatNanoseconds(bucket.begin);
    text.append(labelWidth - std::min(labelWidth, label.size()), ' ');
    text += label + (isUTF8 ? " │" : " |");
    if (bucket.calls)
      text += drawBar(static_cast<double>(columns) *
                          static_cast<double>(bucket.calls) /
                          static_cast<double>(most),
                      isUTF8) +
              " " + formatCalls(bucket.calls);
    text += "\n";
  }
  return text;
}
