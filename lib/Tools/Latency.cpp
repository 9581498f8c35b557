//===- Latency.cpp - Reports the latency of a function --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Latency.h"
#include "Run.h"
#include "Watchdog.h"
#include "Zyn/Compiler/LatencyGoal.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

using zyn::compiler::LatencyGoal;
using zyn::runtime::Context;
using zyn::runtime::createHistogram;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::formatCalls;
using zyn::runtime::formatNanoseconds;
using zyn::runtime::Latency;
using zyn::runtime::LatencyBucket;
using zyn::tools::RunOptions;
namespace json = llvm::json;

static bool isMet(const Latency &latency, int64_t goal) {
  return latency.percentile(99.9) <= static_cast<double>(goal);
}

static json::Object createReport(const Latency &latency,
                                 const LatencyGoal &goal,
                                 const Context &context) {
  json::Array histogram;
  for (const LatencyBucket &bucket : createHistogram(latency.nanoseconds))
    histogram.push_back(json::Object{
        {"begin", bucket.begin}, {"end", bucket.end}, {"calls", bucket.calls}});
  json::Object report{
      {"calls", static_cast<int64_t>(latency.nanoseconds.size())},
      {"core", latency.core},
      {"device", context.device().label()},
      {"clock", json::Object{{"source", latency.clock.source},
                             {"gigahertz", latency.clock.ticksPerNanosecond},
                             {"calibration_ms", latency.clock.milliseconds},
                             {"subtracted_ns", latency.readings},
                             {"entry_ns", latency.entry}}},
      {"nanoseconds", json::Object{{"min", latency.nanoseconds.front()},
                                   {"p50", latency.percentile(50)},
                                   {"p99", latency.percentile(99)},
                                   {"p99.9", latency.percentile(99.9)},
                                   {"max", latency.nanoseconds.back()}}},
      {"histogram", std::move(histogram)}};
  if (goal.nanoseconds)
    report["target"] = json::Object{{"ns", *goal.nanoseconds},
                                    {"met", isMet(latency, *goal.nanoseconds)}};
  return json::Object{{"latency", std::move(report)}};
}

/// Whether standard output is a terminal that shows block elements.
static bool showsUTF8() {
  if (!::isatty(STDOUT_FILENO))
    return false;
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *locale = std::getenv(name); locale && *locale) {
      std::string lower = llvm::StringRef(locale).lower();
      return llvm::StringRef(lower).contains("utf-8") ||
             llvm::StringRef(lower).contains("utf8");
    }
  return false;
}

static size_t findWidth() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
    return size.ws_col;
  return 80;
}

static void printClock(const Latency &latency) {
  if (latency.clock.milliseconds > 0)
    std::printf("clock: %s, %.6f GHz, calibrated for %.0f ms with "
                "steady_clock; ",
                latency.clock.source, latency.clock.ticksPerNanosecond,
                latency.clock.milliseconds);
  else
    std::printf("clock: %s, since the processor has no invariant counter; ",
                latency.clock.source);
  std::printf("its readings, %s, are subtracted; entering compiled code, %s, "
              "is included\n",
              formatNanoseconds(latency.readings).c_str(),
              formatNanoseconds(latency.entry).c_str());
}

static void print(const Latency &latency, const LatencyGoal &goal) {
  auto at = [&](double percent) {
    return formatNanoseconds(latency.percentile(percent));
  };
  std::printf(
      "latency: p50 %s, p99 %s, p99.9 %s, max %s, %s call%s on core %lld\n",
      at(50).c_str(), at(99).c_str(), at(99.9).c_str(), at(100).c_str(),
      formatCalls(static_cast<int64_t>(latency.nanoseconds.size())).c_str(),
      latency.nanoseconds.size() == 1 ? "" : "s",
      static_cast<long long>(latency.core));
  printClock(latency);
  if (goal.nanoseconds)
    std::printf("target: %s, p99.9 is %s, and target_latency_ns %lld ns\n",
                isMet(latency, *goal.nanoseconds) ? "met" : "missed",
                at(99.9).c_str(), static_cast<long long>(*goal.nanoseconds));
  std::fputs(drawHistogram(createHistogram(latency.nanoseconds), findWidth(),
                           showsUTF8())
                 .c_str(),
             stdout);
}

Error zyn::tools::reportLatency(Context &context, const LatencyGoal &goal,
                                const RunOptions &options,
                                llvm::function_ref<Error()> run) {
  Watchdog watchdog(context, options);
  Expected<Latency> latency =
      runtime::measureLatency(context, *options.latency, run, goal.core);
  if (!latency)
    return latency.takeError();
  if (options.reportIsJSON) {
    llvm::outs() << llvm::formatv(
        "{0:2}\n", json::Value(createReport(*latency, goal, context)));
    llvm::outs().flush();
    return Error::success();
  }
  printDevice(context);
  print(*latency, goal);
  return Error::success();
}
