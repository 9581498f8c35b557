//===- InstanceRun.h - Runs of many instances of a program ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a run of many instances takes and returns, on any device.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INSTANCERUN_H
#define ZYN_RUNTIME_INSTANCERUN_H

#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/HostModule.h"
#include "Zyn/Runtime/InstanceModule.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zyn::runtime {

/// Bytes that instances access by functions of the module `zyn`, such as
/// `input_read`, and their number, less than 2^32: those of each instance,
/// except for `shared`. In memory of the host, they must outlive the run, after
/// which they contain what was written.
struct InstanceBuffers {
  struct Bytes {
    void *data = nullptr;
    uint64_t size = 0;
  };
  Bytes shared, input, output;
};

/// Calls an exported function once in each of a number of new instances. A
/// library for WASI, unlike a program, exports a function `_initialize` without
/// parameters and results, which is called first.
struct InstanceRequest {
  /// The exported function.
  std::string function = "_start";
  int64_t instances = 1;
  /// The bits of the arguments: one row, which is the same for all instances,
  /// or one row for each of them.
  std::vector<uint64_t> arguments;
  /// The modules that the program may import functions from. They must outlive
  /// the run.
  std::vector<HostModule *> hosts;
  InstanceBuffers buffers;
  /// In seconds; 0 means no limit. Instances that have not ended by then are
  /// stopped; on the host, with the signal SIGURG.
  double timeout = 0;
  /// Stops all instances when it becomes true; may be null.
  const std::atomic<bool> *cancel = nullptr;
};

/// How one instance ended.
struct InstanceOutcome {
  enum Kind : uint8_t {
    /// It was stopped, or did not start, because of the timeout or `cancel`.
    Unfinished,
    /// The function returned.
    Returned,
    /// The program ended itself with `exitCode`.
    Exited,
    Trapped
  };
  Kind kind = Unfinished;
  /// Whether the last call did not return after the memory could not grow,
  /// since a GPU or the emulator had too few pages left.
  bool lackedMemory = false;
  uint32_t exitCode = 0;
  InstanceTrap trap;
};

/// The outcomes of a run.
struct InstanceRun {
  /// The type of the function.
  CallType type;
  /// One for each instance.
  std::vector<InstanceOutcome> outcomes;
  /// The bits of the results, a row for each instance; zeros for those whose
  /// function did not return.
  std::vector<uint64_t> results;
  /// How many times an instance ran again from the beginning, since a GPU or
  /// the emulator had no memory or stack left for it.
  int64_t repeated = 0;
  /// From the start of the first instance to the end of the last one.
  double seconds = 0;

  /// The results of instance `index`.
  const uint64_t *row(int64_t index) const {
    return results.data() + index * type.results.size();
  }
};

/// How many instances ended in which way.
struct InstanceSummary {
  struct Group {
    int64_t count = 0;
    /// The first instance, by index.
    int64_t first = 0;
  };
  struct Traps : Group {
    /// Of the first instance.
    InstanceTrap trap;
  };
  /// Instances that returned or exited.
  int64_t finished = 0;
  int64_t unfinished = 0;
  /// By kind.
  std::map<zynrt_trap_kind, Traps> traps;
  /// Instances that exited with a code other than 0.
  std::map<uint32_t, Group> exits;
};

InstanceSummary summarize(const InstanceRun &run);

/// Returns the type of an exported function. Error: there is none of this name.
Expected<CallType> findCallType(const std::string &function,
                                const InstanceModule &module);

/// Returns the type of the function that is requested. Errors: there is none,
/// the number of arguments does not match, or a buffer is too large.
Expected<CallType> checkRequest(const InstanceRequest &request,
                                const InstanceModule &module);

/// Runs instances on the threads of a context of the host. Errors: those of
/// `checkRequest`, `resolveHostFunctions` and `HostInstance::finish`; an
/// instance cannot be created because of lack of memory. Traps are outcomes.
Expected<InstanceRun>
runInstancesOnHost(Context &context,
                   const std::shared_ptr<const InstanceModule> &module,
                   const InstanceRequest &request);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INSTANCERUN_H
