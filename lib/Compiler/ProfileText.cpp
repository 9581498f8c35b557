//===- ProfileText.cpp - Profiles as tables and traces --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Profile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cstdio>
#include <set>

using namespace zyn::compiler;
using zyn::runtime::DeviceKind;
using zyn::runtime::ProfileEvent;
namespace json = llvm::json;
using Kind = ProfileEvent::Kind;

const char *zyn::compiler::getKindName(Kind kind) {
  switch (kind) {
  case Kind::Call:
    return "call";
  case Kind::Kernel:
    return "kernel";
  case Kind::Copy:
    return "copy";
  case Kind::Fill:
    return "fill";
  case Kind::Loop:
    return "loop";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string format(const char *pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), pattern, value);
  return text;
}

static std::string formatTime(double milliseconds) {
  if (milliseconds < 1)
    return format("%.2f us", milliseconds * 1e3);
  return milliseconds < 1e3 ? format("%.3f ms", milliseconds)
                            : format("%.3f s", milliseconds / 1e3);
}

/// Formats an amount with a decimal prefix: "12.3 M".
static std::string formatAmount(std::optional<double> amount,
                                const char *unit) {
  if (!amount)
    return "-";
  static constexpr const char *prefixes[] = {"", "k", "M", "G", "T", "P"};
  size_t i = 0;
  while (*amount >= 999.5 && i + 1 < std::size(prefixes)) {
    *amount /= 1000;
    ++i;
  }
  std::string suffix = std::string(prefixes[i]) + unit;
  return format(i ? "%.3g" : "%.0f", *amount) +
         (suffix.empty() ? "" : " " + suffix);
}

static std::string formatRate(std::optional<double> rate, double unit) {
  return rate ? format("%.4g", *rate / unit) : "-";
}

static std::string formatShare(std::optional<double> share) {
  return share ? format("%.1f%%", *share * 100) : "-";
}

using Line = llvm::SmallVector<std::string>;

/// Pads columns, the first one on the right and the others on the left.
static std::string formatLines(llvm::ArrayRef<Line> lines) {
  llvm::SmallVector<size_t> widths(lines.front().size());
  for (const Line &line : lines)
    for (auto [width, cell] : llvm::zip(widths, line))
      width = std::max(width, cell.size());
  std::string text;
  for (const Line &line : lines) {
    for (auto [i, cell] : llvm::enumerate(line)) {
      std::string padding(widths[i] - cell.size(), ' ');
      text += i == 0 ? cell + padding : "  " + padding + cell;
    }
    text += '\n';
  }
  return text;
}

static std::string formatRows(const Profile &profile) {
  // Only what is known of at least one row.
  bool hasPeaks = llvm::any_of(profile.rows, [](const ProfileRow &row) {
    return row.memoryShare || row.flopShare;
  });
  llvm::SmallVector<Line> lines;
  Line &header = lines.emplace_back(
      Line{"kernel", "launches", "total", "mean", "share", "bytes", "GB/s"});
  if (hasPeaks)
    header.push_back("of peak");
  header.append({"FLOP", "TFLOP/s"});
  if (hasPeaks)
    header.push_back("of peak");
  for (const ProfileRow &row : profile.rows) {
    std::string name = row.name;
    if (row.kind == Kind::Loop)
      name = "loop " + name;
    if (!row.location.empty())
      name += " at " + row.location;
    Line line{name,
              format("%.3g", row.launches),
              formatTime(row.total),
              formatTime(row.mean),
              formatShare(row.share),
              formatAmount(row.bytes, "B"),
              formatRate(row.getByteRate(), 1e9)};
    if (hasPeaks)
      line.push_back(formatShare(row.memoryShare));
    line.append(
        {formatAmount(row.flops, ""), formatRate(row.getFlopRate(), 1e12)});
    if (hasPeaks)
      line.push_back(formatShare(row.flopShare));
    lines.push_back(std::move(line));
  }
  return formatLines(lines);
}

/// What `Profile::other` is.
static const char *describeOther(DeviceKind kind) {
  switch (kind) {
  case DeviceKind::CPU:
    return "outside of parallel loops";
  case DeviceKind::CUDA:
    return "in no kernel: launch overhead and idle time";
  case DeviceKind::Emulator:
    return "in no kernel; times are those of the emulation on the host, not of "
           "a GPU";
  }
  return "";
}

std::string zyn::compiler::formatProfile(const Profile &profile) {
  std::string text = profile.rows.empty() ? "" : formatRows(profile);
  return text + "call: " + formatTime(profile.call) + ", of which " +
         formatTime(profile.other) + " (" +
         formatShare(profile.call > 0 ? profile.other / profile.call : 0) +
         ") " + describeOther(profile.device.kind) + "\n";
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

static json::Object createMetadata(llvm::StringRef what, int64_t track,
                                   const std::string &name) {
  return json::Object{{"ph", "M"},
                      {"name", what},
                      {"pid", 0},
                      {"tid", track},
                      {"args", json::Object{{"name", name}}}};
}

static json::Object createArguments(const ProfileEvent &event) {
  json::Object arguments{{"call", event.call}};
  if (!event.location.empty())
    arguments["location"] = event.location;
  if (event.kind == Kind::Loop)
    arguments["iterations"] = event.iterations;
  if (event.kind == Kind::Kernel) {
    arguments["grid"] = json::Array(event.grid);
    arguments["block"] = json::Array(event.block);
    arguments["dynamic_shared_bytes"] = event.dynamicSharedBytes;
  }
  if (event.work.bytes >= 0)
    arguments["bytes"] = event.work.bytes;
  if (event.work.flops >= 0)
    arguments["flop"] = event.work.flops;
  return arguments;
}

static std::string getTraceName(const ProfileEvent &event) {
  if (!event.name.empty())
    return event.name;
  std::string name = getKindName(event.kind);
  return event.kind == Kind::Call ? name + " " + std::to_string(event.call)
                                  : name;
}

std::string zyn::compiler::formatTrace(const Profile &profile) {
  json::Array events{createMetadata(
      "process_name", 0, profile.device.label() + ", " + profile.device.name)};
  std::set<int64_t> streams;
  for (const ProfileEvent &event : profile.events)
    if (streams.insert(event.stream).second)
      events.push_back(
          createMetadata("thread_name", event.stream,
                         "stream " + std::to_string(event.stream)));
  for (const ProfileEvent &event : profile.events) {
    events.push_back(json::Object{{"ph", "X"},
                                  {"cat", getKindName(event.kind)},
                                  {"name", getTraceName(event)},
                                  {"pid", 0},
                                  {"tid", event.stream},
                                  {"ts", event.start * 1e3},
                                  {"dur", event.duration * 1e3},
                                  {"args", createArguments(event)}});
  }
  return llvm::formatv("{0:1}\n", json::Value(json::Object{
                                      {"displayTimeUnit", "ns"},
                                      {"traceEvents", std::move(events)}}))
      .str();
}
