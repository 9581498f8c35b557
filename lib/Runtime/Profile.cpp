//===- Profile.cpp - Times of what calls do on a device -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Profile.h"
#include "ProfileRecorder.h"

#include <utility>

using namespace zyn::runtime;

static thread_local ProfileRecorder *active = nullptr;

ProfileRecorder *ProfileRecorder::current(const Context &context) {
  return active && &active->context == &context ? active : nullptr;
}

ProfileRecorder::Activation::Activation(ProfileRecorder *recorder)
    : outer(std::exchange(active, recorder)) {}

ProfileRecorder::Activation::~Activation() { active = outer; }

Error ProfileRecorder::record(Stream &stream, ProfileEvent described,
                              const std::function<Error()> &work) {
  Expected<Event> start = context.createEvent(), stop = context.createEvent();
  if (!start || !stop)
    return start ? stop.takeError() : start.takeError();
  if (Error error = stream.record(*start))
    return error;
  Record *record;
  {
    // Calls precede what they do.
    std::lock_guard<std::mutex> lock(mutex);
    described.call = call;
    described.stream = static_cast<int64_t>(stream.number);
    records.push_back(std::make_unique<Record>(
        Record{std::move(described), std::move(*start), std::nullopt}));
    record = records.back().get();
  }
  if (Error error = work())
    return error;
  if (Error error = stream.record(*stop))
    return error;
  record->stop.emplace(std::move(*stop));
  return Error::success();
}

Error ProfileRecorder::recordLoop(ProfileEvent described,
                                  const std::function<Error()> &run) {
  // Only what a device without streams of its own executes is timed.
  if (context.isAsynchronous() || isInLoop.exchange(true))
    return run();
  Error error = record(context.mainStream(), std::move(described), run);
  isInLoop = false;
  return error;
}

Expected<std::vector<ProfileEvent>> ProfileRecorder::take() {
  std::vector<ProfileEvent> events;
  for (const std::unique_ptr<Record> &record : records) {
    // Something failed, which the call handled.
    if (!record->stop)
      continue;
    Expected<double> start = context.elapsedMilliseconds(records.front()->start,
                                                         record->start),
                     duration = context.elapsedMilliseconds(record->start,
                                                            *record->stop);
    if (!start || !duration)
      return start ? duration.takeError() : start.takeError();
    ProfileEvent event = std::move(record->described);
    event.start = *start;
    event.duration = *duration;
    events.push_back(std::move(event));
  }
  return events;
}

Expected<std::vector<ProfileEvent>>
zyn::runtime::profileRuns(Context &context, int64_t runs, const QueueRun &run) {
  ProfileRecorder recorder(context);
  ProfileRecorder::Activation activation(&recorder);
  for (int64_t i = 0; i < runs; ++i) {
    recorder.setCall(i);
    if (Error error = recorder.record(context.mainStream(), {}, run))
      return error;
  }
  if (Error error = context.synchronize())
    return error;
  return recorder.take();
}
