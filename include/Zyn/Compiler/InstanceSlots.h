//===- InstanceSlots.h - Instances in the memory of a device -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_INSTANCESLOTS_H
#define ZYN_COMPILER_INSTANCESLOTS_H

#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Compiler/DeviceEnvironment.h"
#include "Zyn/Runtime/HostCallServer.h"

#include <memory>
#include <optional>
#include <vector>

namespace zyn::compiler {

class InstancePages;
struct SlotSizes;

/// The state and the memory of a number of instances on a GPU or the emulator,
/// each of which a thread runs. It must only be used by one thread at a time,
/// and must not outlive the context. For example:
///
///   auto slots = InstanceSlots::create(code, context, 1000);
///   ...
///   InstanceSlots::Call call;
///   call.function = 0;
///   call.isNew = true;
///   Error error = (*slots)->run(1000, call);
///   std::vector<InstanceOutcome> outcomes(1000);
///   error = (*slots)->readOutcomes(outcomes.data());
class InstanceSlots {
public:
  /// A call in each slot.
  struct Call {
    /// The number of the exported function, if any.
    std::optional<uint32_t> function;
    /// One row of arguments for all instances, or one for each of them.
    std::vector<uint64_t> arguments;
    /// Whether to create instances first, with zeros as their memory.
    bool isNew = false;
    /// Whether the instances in all other slots have ended, so that what they
    /// have of the device's memory may be taken from them.
    bool othersHaveEnded = false;
    /// Whether this is done in any case, rather than only if there is little
    /// memory left.
    bool needsAllPages = false;
    /// Whether instances whose last call did not return are left as they are,
    /// with its outcome.
    bool onlyReturned = false;
    /// Serves calls of functions that the module imports, in a turn of at least
    /// as many instances. May be null if it imports none.
    runtime::HostCallServer *server = nullptr;
    /// What instances access by functions of the module `zyn`. By default,
    /// instances are alone and have no buffers.
    const DeviceEnvironment *environment = nullptr;
    /// The numbers of the instances in the slots; by default, those of the
    /// slots.
    std::vector<uint32_t> instances;
  };

  /// Loads the kernel, which may take seconds, and allocates memory for up to
  /// `count` instances, or fewer if there is not enough. Error: there is not
  /// enough for 32.
  static runtime::Expected<std::unique_ptr<InstanceSlots>>
  create(const CompiledWasm &code, runtime::Context &context, int64_t count);
  ~InstanceSlots();
  InstanceSlots(const InstanceSlots &) = delete;
  InstanceSlots &operator=(const InstanceSlots &) = delete;

  /// The number of new instances that there is memory for. At first, each may
  /// need all of its initial memory; later, twice as many pages outside of the
  /// window as those in earlier runs. An instance for which none are left
  /// traps.
  int64_t turnSize() const { return turn; }

  /// Whether instances may change what others see, apart from calls of the
  /// host.
  bool hasLastingEffects() const;

  /// Whether recursive calls could have more stack if the device has enough
  /// memory.
  bool canGrowStack() const;
  /// Gives recursive calls four times as much stack in later runs. Returns
  /// false if they have the most that is possible or the device has too little
  /// memory. The instances in all slots must have ended.
  runtime::Expected<bool> growStack();

  /// Runs a kernel for the instances in the first `count` slots. Errors: the
  /// module imports functions, and `call` has no server with a turn of `count`
  /// instances; `call` has another number of instances.
  runtime::Error run(int64_t count, const Call &call);

  /// Writes how the calls of the last run ended, one for each slot.
  runtime::Error readOutcomes(runtime::InstanceOutcome *results);
  /// Writes the results of the last run, a row for each slot, which is only
  /// defined if the call returned.
  runtime::Error readResults(uint64_t *rows);

  /// Returns the value of a global of the instance in the first slot.
  runtime::Expected<uint64_t> readGlobal(uint32_t index);

private:
  InstanceSlots(const CompiledWasm &code, runtime::Context &context);
  runtime::Error allocate(int64_t count);
  runtime::Expected<char *> allocateBytes(uint64_t bytes);
  runtime::Error allocatePorts();
  runtime::Error allocatePages(const SlotSizes &sizes);
  /// Bounds `turn` to the instances for which there are enough pages if each
  /// warp needs so many.
  void limitTurn(uint64_t neededByWarp);
  /// Bounds it after a run of `count` instances.
  runtime::Error measurePages(int64_t count);
  /// The bytes of the windows of a warp.
  uint64_t warpBytes() const;
  /// Clears the windows of new instances, and gives back pages if there are few
  /// left.
  runtime::Error clear(int64_t count, const Call &call);
  runtime::Error setArguments(const Call &call);
  runtime::Error setInputs(const std::vector<uint32_t> &words);
  runtime::Error setInstances(int64_t count, const Call &call);
  /// Launches the kernel.
  runtime::Error invoke(int64_t count, const Call &call);

  const CompiledWasm code;
  runtime::Context &context;
  /// For calls without one.
  std::unique_ptr<DeviceEnvironment> noEnvironment;
  /// `occupied` is the number of slots that may use pages.
  int64_t slots = 0, turn = 0, occupied = 0;
  /// The address where windows end, and the size that memories can grow to.
  uint64_t windowEnd = 0, memoryBytes = 0;
  uint64_t usedPages = 0, pagesOfWarp = 0, argumentBytes = 0;
  std::vector<void *> owned;
  char *states = nullptr, *windows = nullptr, *outcomes = nullptr,
       *arguments = nullptr, *inputs = nullptr, *instances = nullptr;
  /// What `instances` contains.
  std::vector<uint32_t> numbers;
  /// Null if no memory can be outside of the windows.
  std::unique_ptr<InstancePages> pages;
  /// What recursive calls may use of the stack of a thread, and the size of the
  /// whole stack if the context has enlarged it.
  int64_t stackBytes;
  uint64_t enlargedStack = 0;
  /// In memory of the host; null if the module imports no functions.
  uint32_t *ports = nullptr;

  // Of the last run.
  int64_t lastCount = 0;
  size_t lastResults = 0;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_INSTANCESLOTS_H
