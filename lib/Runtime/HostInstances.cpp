//===- HostInstances.cpp - Runs of many instances on the host -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupter.h"
#include "Zyn/Runtime/InstanceEnvironment.h"
#include "Zyn/Runtime/InstanceRun.h"
#include "Zyn/Runtime/InstanceStore.h"

#include <algorithm>
#include <cstring>

using namespace zyn::runtime;
using std::chrono::steady_clock;

namespace {
/// The memory of an instance of a store.
class StoreMemory : public GuestMemory {
public:
  explicit StoreMemory(const zynrt_memory *memory) : memory(memory) {}

  bool read(uint32_t address, void *bytes, uint64_t size) const override {
    if (!contains(address, size))
      return false;
    if (size)
      std::memcpy(bytes, memory->base + address, size);
    return true;
  }

  bool write(uint32_t address, const void *bytes, uint64_t size) override {
    if (!contains(address, size))
      return false;
    if (size)
      std::memcpy(memory->base + address, bytes, size);
    return true;
  }

private:
  bool contains(uint64_t address, uint64_t size) const {
    uint64_t bytes = memory ? memory->bytes : 0;
    return address <= bytes && size <= bytes - address;
  }

  const zynrt_memory *memory;
};

/// What the threads of a run share.
struct SharedRun {
  SharedRun(const InstanceRequest &request, unsigned threads)
      : request(request),
        environment(createEnvironment(request.instances, request.buffers)),
        chunks(request.instances, threads),
        interrupter(request.timeout, request.cancel) {}

  const InstanceRequest &request;
  const zynrt_environment environment;
  std::shared_ptr<const InstanceModule> module;
  std::vector<std::optional<HostFunctionReference>> references;
  IndexChunks chunks;
  Interrupter interrupter;
  InstanceRun run;
  std::mutex mutex;
  Error error;
};

/// A thread of a run, whose instances run one after another.
class Worker {
public:
  explicit Worker(SharedRun &shared);
  /// Takes instances until there are none left.
  void work();

private:
  Error callHost(HostFunctionReference reference, uint64_t *slots);
  Error runInstance(int64_t index, InstanceOutcome &outcome);
  Error start(int64_t index);

  SharedRun &shared;
  InstanceStore store;
  InstanceImports imports;
  std::vector<uint64_t> slots;

  // Of the current instance.
  std::vector<std::unique_ptr<HostInstance>> hosts;
  std::optional<uint32_t> exitCode;
};
} // namespace

Worker::Worker(SharedRun &shared) : shared(shared) {
  const InstanceModule &module = *shared.module;
  for (size_t i = 0; i < module.functions.size(); ++i) {
    const InstanceModule::Function &function = module.functions[i];
    if (!function.import)
      continue;
    HostFunctionReference reference = *shared.references[i];
    imports[{function.import->module, function.import->name}] =
        store.createFunction(module.types[function.type],
                             [this, reference](uint64_t *slots) {
                               return callHost(reference, slots);
                             });
  }
}

Error Worker::callHost(HostFunctionReference reference, uint64_t *slots) {
  // The start function may call the host before `instantiate` returns.
  Instance &instance = *store.instances().back();
  StoreMemory memory(instance.module().memories.empty() ? nullptr
                                                        : &instance.memory(0));
  HostReply reply =
      hosts[reference.module]->call(reference.function, memory, slots);
  switch (reply.kind) {
  case HostReply::Return:
    break;
  case HostReply::Sleep:
    shared.interrupter.sleepUntil(
        steady_clock::time_point(std::chrono::nanoseconds(reply.time)));
    if (shared.interrupter.isStopped())
      return Error("the program was stopped while it was waiting");
    break;
  case HostReply::Exit:
    exitCode = reply.exitCode;
    return Error("the program exited");
  }
  return Error::success();
}

/// Returns the function `_initialize`, if there is one to call.
static std::optional<InstanceFunction>
findInitializer(const Instance &instance) {
  const InstanceObject *object = instance.findExport("_initialize");
  const auto *function =
      object ? std::get_if<InstanceFunction>(object) : nullptr;
  if (!function || !(function->type == CallType()))
    return std::nullopt;
  return *function;
}

/// Creates the instance and calls the function.
Error Worker::start(int64_t index) {
  Expected<Instance *> instance = store.instantiate(shared.module, imports);
  if (!instance)
    return instance.takeError();
  uint64_t none = 0;
  if (std::optional<InstanceFunction> initialize = findInitializer(**instance))
    if (Error error = store.invoke(*initialize, &none))
      return error;
  const CallType &type = shared.run.type;
  size_t columns = type.parameters.size();
  const std::vector<uint64_t> &arguments = shared.request.arguments;
  size_t row = arguments.size() > columns ? index * columns : 0;
  slots.assign(std::max<size_t>({columns, type.results.size(), 1}), 0);
  std::copy_n(arguments.begin() + row, columns, slots.begin());
  const auto &function = std::get<InstanceFunction>(
      *(*instance)->findExport(shared.request.function));
  if (Error error = store.invoke(function, slots.data()))
    return error;
  std::copy_n(slots.begin(), type.results.size(),
              shared.run.results.begin() + index * type.results.size());
  return Error::success();
}

Error Worker::runInstance(int64_t index, InstanceOutcome &outcome) {
  store.clear();
  store.setEnvironment(shared.environment, index);
  exitCode.reset();
  hosts.clear();
  for (HostModule *host : shared.request.hosts)
    hosts.push_back(host->createInstance(index));
  Error error = start(index);
  if (!error) {
    outcome.kind = InstanceOutcome::Returned;
  } else if (exitCode) {
    outcome.kind = InstanceOutcome::Exited;
    outcome.exitCode = *exitCode;
  } else if (const std::optional<InstanceTrap> &trap = store.lastTrap()) {
    outcome.kind = InstanceOutcome::Trapped;
    outcome.trap = *trap;
  } else if (!shared.interrupter.isStopped()) {
    return error;
  }
  for (std::unique_ptr<HostInstance> &host : hosts)
    if (Error error = host->finish())
      return error;
  return Error::success();
}

void Worker::work() {
  Interrupter::Participant participant(shared.interrupter);
  int64_t begin, end;
  while (shared.chunks.next(begin, end))
    for (int64_t i = begin; i < end && !shared.interrupter.isStopped(); ++i)
      if (Error error = runInstance(i, shared.run.outcomes[i])) {
        shared.chunks.cancel();
        std::lock_guard<std::mutex> lock(shared.mutex);
        if (!shared.error)
          shared.error = std::move(error);
        return;
      }
}

Expected<InstanceRun> zyn::runtime::runInstancesOnHost(
    Context &context, const std::shared_ptr<const InstanceModule> &module,
    const InstanceRequest &request) {
  Expected<CallType> type = checkRequest(request, *module);
  if (!type)
    return type.takeError();
  auto references = resolveHostFunctions(*module, request.hosts);
  if (!references)
    return references.takeError();
  unsigned threads =
      std::min<int64_t>(request.instances, context.threadCount());
  SharedRun shared(request, threads);
  shared.module = module;
  shared.references = *references;
  shared.run.type = *type;
  shared.run.outcomes.resize(request.instances);
  shared.run.results.resize(request.instances * type->results.size());
  auto before = steady_clock::now();
  if (Error error = context.parallelFor(
          threads,
          [](void *argument, int64_t) {
            Worker(*static_cast<SharedRun *>(argument)).work();
          },
          &shared))
    return error;
  if (shared.error)
    return std::move(shared.error);
  shared.run.seconds =
      std::chrono::duration<double>(steady_clock::now() - before).count();
  return std::move(shared.run);
}
