//===- Profile.cpp - Profiles of functions --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Profile.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Schedule/GPUTarget.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace zyn::compiler;
using mlir::kernel::FlopUnit;
using zyn::runtime::Context;
using zyn::runtime::Device;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::ProfileEvent;
using zyn::schedule::GPUTarget;
using Kind = ProfileEvent::Kind;

//===----------------------------------------------------------------------===//
// What a device can reach
//===----------------------------------------------------------------------===//

/// Returns the multiplications per cycle of a multiprocessor.
static double getRate(const GPUTarget &target, FlopUnit unit) {
  double tensor16 =
      std::max(target.warpgroupMultiplications, target.warpMultiplications);
  switch (unit) {
  case FlopUnit::cuda_f32:
    return target.threadMultiplications;
  case FlopUnit::cuda_f64:
    return target.threadDoubleMultiplications;
  case FlopUnit::tensor_8:
    return tensor16 * 2;
  case FlopUnit::tensor_16:
    return tensor16;
  case FlopUnit::tensor_tf32:
    return tensor16 / 2;
  case FlopUnit::tensor_tf32x3:
    return tensor16 / 6;
  case FlopUnit::tensor_f64:
    return target.warpDoubleMultiplications;
  }
  return 0; // another number than the compiler's
}

namespace {
/// The rates that a GPU can reach at its highest clock.
class Peaks {
public:
  explicit Peaks(const Device &device) {
    if (device.kind != zyn::runtime::DeviceKind::CUDA || !device.clockKHz)
      return;
    target = &zyn::schedule::getGPUTarget(
        "sm_" + std::to_string(device.capabilityMajor) +
        std::to_string(device.capabilityMinor));
    frequency = device.clockKHz * 1e3;
    multiprocessors = device.multiprocessors;
  }

  std::optional<double> getShareOfMemory(std::optional<double> rate) const {
    if (!rate || !target)
      return std::nullopt;
    return *rate / (frequency * target->memoryBytes);
  }
  std::optional<double> getShareOf(FlopUnit unit,
                                   std::optional<double> rate) const {
    if (!rate || !target)
      return std::nullopt;
    // A multiplication and an addition.
    double peak = 2 * frequency * multiprocessors * getRate(*target, unit);
    return peak > 0 ? std::optional(*rate / peak) : std::nullopt;
  }

private:
  const GPUTarget *target = nullptr;
  double frequency = 0, multiprocessors = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

static std::string getName(const ProfileEvent &event) {
  switch (event.kind) {
  case Kind::Copy:
    return "copy";
  case Kind::Fill:
    return "fill";
  default:
    return event.name;
  }
}

/// Adds what one launch has to do, if it is known of all of them.
static void addAmount(std::optional<double> &sum, int64_t amount) {
  if (amount < 0)
    sum.reset();
  else if (sum)
    *sum += static_cast<double>(amount);
}

static std::vector<ProfileRow> createRows(const Profile &profile) {
  struct Group {
    ProfileRow row;
    FlopUnit unit;
  };
  llvm::MapVector<std::pair<int, std::string>, Group,
                  std::map<std::pair<int, std::string>, unsigned>>
      groups;
  double all = 0;
  for (const ProfileEvent &event : profile.events) {
    if (event.kind == Kind::Call)
      continue;
    std::string name = getName(event);
    auto [group, isNew] =
        groups.try_emplace({static_cast<int>(event.kind), name});
    ProfileRow &row = group->second.row;
    if (isNew) {
      row.kind = event.kind;
      row.name = name;
      row.location = event.location;
      row.bytes = row.flops = 0;
      group->second.unit = static_cast<FlopUnit>(event.work.unit);
    }
    row.launches += 1;
    row.total += event.duration;
    addAmount(row.bytes, event.work.bytes);
    addAmount(row.flops, event.work.flops);
    all += event.duration;
  }
  Peaks peaks(profile.device);
  std::vector<ProfileRow> rows;
  for (auto &[key, group] : groups) {
    ProfileRow row = group.row;
    row.mean = row.total / row.launches;
    row.share = all > 0 ? row.total / all : 0;
    for (std::optional<double> *amount : {&row.bytes, &row.flops})
      if (*amount)
        **amount /= row.launches;
    row.memoryShare = peaks.getShareOfMemory(row.getByteRate());
    row.flopShare = peaks.getShareOf(group.unit, row.getFlopRate());
    row.launches /= static_cast<double>(profile.calls);
    row.total /= static_cast<double>(profile.calls);
    rows.push_back(std::move(row));
  }
  llvm::sort(rows, [](const ProfileRow &a, const ProfileRow &b) {
    return std::make_pair(-a.total, a.name) < std::make_pair(-b.total, b.name);
  });
  return rows;
}

Expected<Profile> zyn::compiler::profileCalls(Context &context, int64_t calls,
                                              const runtime::QueueRun &run) {
  if (Error error = runtime::warmUp(context, runtime::warmUpMilliseconds, run))
    return error;
  std::vector<double> times;
  if (context.isAsynchronous()) {
    Expected<std::vector<double>> undisturbed =
        runtime::timeRuns(context, calls, run);
    if (!undisturbed)
      return undisturbed.takeError();
    times = std::move(*undisturbed);
  }
  Expected<std::vector<ProfileEvent>> events =
      runtime::profileRuns(context, calls, run);
  if (!events)
    return events.takeError();
  if (!context.isAsynchronous())
    for (const ProfileEvent &event : *events)
      if (event.kind == Kind::Call)
        times.push_back(event.duration);
  Profile profile;
  profile.device = context.device();
  profile.calls = calls;
  profile.call = runtime::median(std::move(times));
  profile.events = std::move(*events);
  profile.rows = createRows(profile);
  profile.other = profile.call;
  for (const ProfileRow &row : profile.rows)
    profile.other -= row.total;
  profile.other = std::max(profile.other, 0.0);
  return profile;
}
