//===- HostCallServer.cpp - Calls of the host by kernels ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/HostCallServer.h"
#include "HostPort.h"
#include "Interrupter.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

using namespace zyn::runtime;
using std::chrono::steady_clock;

namespace {
/// What the modules know about an instance, in their order.
using Hosts = std::vector<std::unique_ptr<HostInstance>>;

/// An instance in a slot.
struct Guest {
  Hosts hosts;
  bool hasEnded = false;
  bool isSleeping = false;
};

/// A request that is answered later.
struct Sleeper {
  steady_clock::time_point time;
  int64_t slot;
  HostPort port;
};
} // namespace

struct HostCallServer::State {
  State(const InstanceRequest &request, unsigned threads)
      : request(request), threads(threads),
        interrupter(request.timeout, request.cancel) {}

  /// Creates what host modules know about new instances.
  void createHosts(int64_t begin, int64_t end);
  void serve(int64_t begin, int64_t end, uint32_t *ports);
  /// Serves a request, or adds it to the sleepers.
  void call(int64_t slot, uint32_t *words, std::vector<Sleeper> &sleepers);
  /// Answers those whose time has come. Returns whether there were any.
  bool wake(std::vector<Sleeper> &sleepers);

  const InstanceRequest &request;
  const unsigned threads;
  Interrupter interrupter;
  std::vector<std::optional<HostFunctionReference>> references;
  /// By number of the function.
  std::vector<const CallType *> types;
  std::vector<uint32_t> inputs;
  /// The instances of the turn, and their numbers.
  std::vector<Guest> guests;
  std::vector<uint32_t> instances;
  /// By the number of the instance.
  std::map<uint32_t, Hosts> postponed;
  std::vector<std::thread> workers;
  std::atomic<bool> isStopped{false};
};

HostCallServer::HostCallServer(std::unique_ptr<State> state)
    : state(std::move(state)) {}

HostCallServer::~HostCallServer() { stop(); }

/// `resolveHostFunctions` has checked that they fit.
static uint32_t encodeInputs(const HostModule::Function &function) {
  uint32_t word = 0;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    const HostInput &input = function.inputs[i];
    word |= (input.kind | input.parameter << hostInputKindBits)
            << i * hostInputBits;
  }
  return word;
}

Expected<std::unique_ptr<HostCallServer>>
HostCallServer::create(const InstanceModule &program,
                       const InstanceRequest &request, unsigned threads) {
  auto references = resolveHostFunctions(program, request.hosts);
  if (!references)
    return references.takeError();
  auto isImport = [](const auto &reference) { return reference.has_value(); };
  if (std::none_of(references->begin(), references->end(), isImport))
    return std::unique_ptr<HostCallServer>();
  auto state = std::make_unique<State>(request, threads);
  state->references = std::move(*references);
  for (size_t i = 0; i < program.functions.size(); ++i) {
    state->types.push_back(&program.types[program.functions[i].type]);
    const auto &reference = state->references[i];
    state->inputs.push_back(
        reference ? encodeInputs(request.hosts[reference->module]
                                     ->functions[reference->function])
                  : 0);
  }
  return std::unique_ptr<HostCallServer>(new HostCallServer(std::move(state)));
}

const std::vector<uint32_t> &HostCallServer::inputs() const {
  return state->inputs;
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void HostCallServer::begin(std::vector<uint32_t> instances) {
  for (uint32_t instance : instances)
    state->postponed.erase(instance);
  state->guests = std::vector<Guest>(instances.size());
  state->instances = std::move(instances);
}

int64_t HostCallServer::turnSize() const { return state->guests.size(); }

void HostCallServer::end(int64_t slot) { state->guests[slot].hasEnded = true; }

bool HostCallServer::postpone(int64_t slot, bool isSame) {
  Hosts &hosts = state->guests[slot].hosts;
  for (const std::unique_ptr<HostInstance> &host : hosts)
    if (!host->canRepeat(isSame))
      return false;
  state->postponed[state->instances[slot]] = std::move(hosts);
  hosts.clear();
  return true;
}

static Error finishAll(Hosts &hosts) {
  for (std::unique_ptr<HostInstance> &host : hosts)
    if (Error error = host->finish())
      return error;
  return Error::success();
}

Error HostCallServer::finish() {
  for (Guest &guest : state->guests)
    if (Error error = finishAll(guest.hosts))
      return error;
  state->guests.clear();
  return Error::success();
}

Error HostCallServer::finishPostponed() {
  for (auto &[instance, hosts] : state->postponed)
    if (Error error = finishAll(hosts))
      return error;
  state->postponed.clear();
  return Error::success();
}

void HostCallServer::start(uint32_t *ports) {
  // A thread looks at this many slots within microseconds.
  constexpr int64_t slotsPerThread = 512;
  static_assert(slotsPerThread % hostPortLanes == 0);
  int64_t slots = state->guests.size();
  int64_t warps = (slots + hostPortLanes - 1) / hostPortLanes;
  for (int64_t warp = 0; warp < warps; ++warp)
    std::fill_n(ports + warp * kPortWords * hostPortLanes, hostPortLanes,
                kOwnedByKernel);
  state->isStopped = false;
  int64_t threads =
      std::clamp<int64_t>(slots / slotsPerThread, 1, state->threads);
  for (int64_t i = 0; i < threads; ++i) {
    int64_t begin = i * warps / threads * hostPortLanes,
            end = std::min<int64_t>((i + 1) * warps / threads * hostPortLanes,
                                    slots);
    state->workers.emplace_back(
        [this, begin, end, ports] { state->serve(begin, end, ports); });
  }
}

void HostCallServer::stop() {
  state->isStopped = true;
  for (std::thread &worker : state->workers)
    worker.join();
  state->workers.clear();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void HostCallServer::State::createHosts(int64_t begin, int64_t end) {
  for (int64_t slot = begin; slot < end; ++slot)
    if (guests[slot].hosts.empty())
      for (HostModule *host : request.hosts)
        guests[slot].hosts.push_back(host->createInstance(instances[slot]));
}

void HostCallServer::State::call(int64_t slot, uint32_t *words,
                                 std::vector<Sleeper> &sleepers) {
  Guest &guest = guests[slot];
  HostPort port(words, isStopped, interrupter);
  if (guest.hasEnded || interrupter.isStopped())
    return port.end(HostCommand::Stop);
  uint32_t function = port.getFunction();
  const CallType &type = *types[function];
  uint64_t values[maxHostPortValues];
  for (size_t i = 0; i < type.parameters.size(); ++i)
    values[i] = port.getValue(i);
  HostFunctionReference reference = *references[function];
  HostReply reply =
      guest.hosts[reference.module]->call(reference.function, port, values);
  for (size_t i = 0; i < type.results.size(); ++i)
    port.setValue(i, values[i]);
  switch (reply.kind) {
  case HostReply::Return:
    // The function may have failed because it was stopped.
    return port.end(interrupter.isStopped() ? HostCommand::Stop
                                            : HostCommand::Return);
  case HostReply::Sleep:
    guest.isSleeping = true;
    sleepers.push_back(
        {steady_clock::time_point(std::chrono::nanoseconds(reply.time)), slot,
         port});
    return;
  case HostReply::Exit:
    guest.hasEnded = true;
    return port.end(HostCommand::Exit, reply.exitCode);
  }
}

bool HostCallServer::State::wake(std::vector<Sleeper> &sleepers) {
  if (sleepers.empty())
    return false;
  auto now = steady_clock::now();
  auto isAwake = [&](Sleeper &sleeper) {
    bool stops = interrupter.isStopped();
    if (!stops && sleeper.time > now)
      return false;
    guests[sleeper.slot].isSleeping = false;
    sleeper.port.end(stops ? HostCommand::Stop : HostCommand::Return);
    return true;
  };
  auto end = std::remove_if(sleepers.begin(), sleepers.end(), isAwake);
  bool found = end != sleepers.end();
  sleepers.erase(end, sleepers.end());
  return found;
}

void HostCallServer::State::serve(int64_t begin, int64_t end, uint32_t *ports) {
  // A kernel that makes no calls for this long is computing.
  constexpr auto patience = std::chrono::microseconds(200),
                 pause = std::chrono::microseconds(50);
  // Functions that block are interrupted.
  Interrupter::Participant participant(interrupter);
  createHosts(begin, end);
  std::vector<Sleeper> sleepers;
  auto last = steady_clock::now();
  while (!isStopped.load(std::memory_order_relaxed)) {
    bool found = wake(sleepers);
    for (int64_t slot = begin; slot < end; ++slot) {
      uint32_t *words = ports +
                        slot / hostPortLanes * kPortWords * hostPortLanes +
                        slot % hostPortLanes;
      if (!HostPort::isRequested(words) || guests[slot].isSleeping)
        continue;
      found = true;
      call(slot, words, sleepers);
    }
    if (found)
      last = steady_clock::now();
    else if (steady_clock::now() - last > patience)
      std::this_thread::sleep_for(pause);
  }
}
