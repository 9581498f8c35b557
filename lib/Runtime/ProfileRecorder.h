//===- ProfileRecorder.h - Records what streams do --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_PROFILERECORDER_H
#define ZYN_LIB_RUNTIME_PROFILERECORDER_H

#include "Zyn/Runtime/Profile.h"

#include <mutex>
#include <optional>

namespace zyn::runtime {

/// Records what the streams of a context do for calls of a thread, and of the
/// workers that take part in their loops. Thread-safe.
class ProfileRecorder {
public:
  explicit ProfileRecorder(Context &context) : context(context) {}

  /// Returns the recorder of this thread for `context`, or null.
  static ProfileRecorder *current(const Context &context);

  /// Makes a recorder, which may be null, that of this thread for a scope.
  class Activation {
  public:
    explicit Activation(ProfileRecorder *recorder);
    ~Activation();

  private:
    ProfileRecorder *outer;
  };

  /// Calls `work`, which queues on `stream` what `described` describes, between
  /// two events.
  Error record(Stream &stream, ProfileEvent described,
               const std::function<Error()> &work);

  /// Calls `run`, which calls `record`. Loops in loops are a part of these.
  Error recordLoop(ProfileEvent described, const std::function<Error()> &run);

  /// Sets the number of the calls that are recorded from now on.
  void setCall(int64_t number) { call = number; }

  /// Waits for the events and returns their times.
  Expected<std::vector<ProfileEvent>> take();

private:
  struct Record {
    ProfileEvent described;
    Event start;
    std::optional<Event> stop;
  };

  Context &context;
  int64_t call = 0;
  std::atomic<bool> isInLoop{false};
  std::mutex mutex;
  std::vector<std::unique_ptr<Record>> records;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_PROFILERECORDER_H
