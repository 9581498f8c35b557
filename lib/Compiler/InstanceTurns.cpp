//===- InstanceTurns.cpp - Runs of many instances on a device--------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceCode.h"
#include "StopMonitor.h"
#include "TurnPlan.h"
#include "Zyn/Compiler/InstanceSlots.h"

#include <algorithm>
#include <chrono>
#include <utility>

using namespace zyn::compiler;
using std::chrono::steady_clock;
using zyn::runtime::CallType;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::HostCallServer;
using zyn::runtime::InstanceModule;
using zyn::runtime::InstanceOutcome;
using zyn::runtime::InstanceRequest;
using zyn::runtime::InstanceRun;

namespace {
/// The numbers of the function that is requested, and of the one that
/// initializes the library that exports it, if any.
struct Functions {
  std::optional<uint32_t> requested, initializer;
};
} // namespace

static Functions findFunctions(const InstanceModule &module,
                               const std::string &name) {
  Functions functions;
  for (const InstanceModule::Export &entry : module.exports) {
    if (entry.kind != InstanceModule::Export::Function)
      continue;
    if (entry.name == name)
      functions.requested = entry.index;
    if (entry.name == initializerName &&
        module.types[module.functions[entry.index].type] == CallType())
      functions.initializer = entry.index;
  }
  return functions;
}

namespace {
/// Runs the instances of a request in turns.
class Turns {
public:
  Turns(InstanceSlots &slots, HostCallServer *server,
        const DeviceEnvironment &environment, const InstanceRequest &request,
        const Functions &functions, InstanceRun &run)
      : slots(slots), server(server), environment(environment),
        request(request), functions(functions), run(run) {}

  Error runAll(const StopMonitor &monitor);

private:
  Error runPlans(const StopMonitor &monitor);
  Error runPlan(TurnPlan plan, const StopMonitor &monitor);
  /// Runs instances, all of which have a slot.
  Error runTurn(const std::vector<uint32_t> &instances, bool needsAllPages);
  Error initialize(size_t count, InstanceSlots::Call &call,
                   InstanceOutcome *outcomes);
  void setArguments(const std::vector<uint32_t> &instances,
                    InstanceSlots::Call &call) const;
  void endTurn(const std::vector<uint32_t> &turn, TurnPlan &plan);
  /// Forgets how instances ended that were to run again.
  void setUnfinished(const std::vector<uint32_t> &instances) {
    for (uint32_t instance : instances)
      run.outcomes[instance] = InstanceOutcome();
  }

  InstanceSlots &slots;
  HostCallServer *const server;
  const DeviceEnvironment &environment;
  const InstanceRequest &request;
  const Functions functions;
  InstanceRun &run;
  /// The instances that run again once there is more stack.
  std::vector<uint32_t> overflowed;
};
} // namespace

void Turns::setArguments(const std::vector<uint32_t> &instances,
                         InstanceSlots::Call &call) const {
  size_t columns = run.type.parameters.size();
  if (request.arguments.size() == columns) {
    call.arguments = request.arguments;
    return;
  }
  call.arguments.reserve(instances.size() * columns);
  for (uint32_t instance : instances) {
    auto row = request.arguments.begin() + instance * columns;
    call.arguments.insert(call.arguments.end(), row, row + columns);
  }
}

/// Calls the initializer of a library.
Error Turns::initialize(size_t count, InstanceSlots::Call &call,
                        InstanceOutcome *outcomes) {
  call.function = functions.initializer;
  if (Error error = slots.run(count, call))
    return error;
  if (Error error = slots.readOutcomes(outcomes))
    return error;
  for (size_t i = 0; i < count; ++i)
    if (server && outcomes[i].kind != InstanceOutcome::Returned)
      server->end(i);
  call.isNew = false;
  call.onlyReturned = true;
  return Error::success();
}

Error Turns::runTurn(const std::vector<uint32_t> &instances,
                     bool needsAllPages) {
  size_t count = instances.size(), width = run.type.results.size();
  // Outcomes are read in place if they are next to each other.
  bool isRange = std::adjacent_find(instances.begin(), instances.end(),
                                    [](uint32_t a, uint32_t b) {
                                      return b != a + 1;
                                    }) == instances.end();
  std::vector<InstanceOutcome> scatteredOutcomes(isRange ? 0 : count);
  std::vector<uint64_t> scatteredResults(isRange ? 0 : count * width);
  InstanceOutcome *outcomes =
      isRange ? &run.outcomes[instances.front()] : scatteredOutcomes.data();
  uint64_t *results = isRange ? run.results.data() + instances.front() * width
                              : scatteredResults.data();

  InstanceSlots::Call call;
  call.isNew = call.othersHaveEnded = true;
  call.needsAllPages = needsAllPages;
  call.server = server;
  call.environment = &environment;
  call.instances = instances;
  if (functions.initializer)
    if (Error error = initialize(count, call, outcomes))
      return error;
  call.function = functions.requested;
  setArguments(instances, call);
  if (Error error = slots.run(count, call))
    return error;
  if (Error error = slots.readOutcomes(outcomes))
    return error;
  if (Error error = slots.readResults(results))
    return error;
  for (size_t i = 0; i < count; ++i)
    if (outcomes[i].kind != InstanceOutcome::Returned)
      std::fill_n(results + i * width, width, 0);
  if (isRange)
    return Error::success();
  for (size_t i = 0; i < count; ++i) {
    run.outcomes[instances[i]] = outcomes[i];
    std::copy_n(results + i * width, width,
                run.results.begin() + instances[i] * width);
  }
  return Error::success();
}

/// Whether an instance could end otherwise if there was more memory.
static bool isExhausted(const InstanceOutcome &outcome) {
  switch (outcome.kind) {
  case InstanceOutcome::Trapped:
    return outcome.lackedMemory ||
           outcome.trap.kind == ZYNRT_TRAP_MEMORY_EXHAUSTED;
  case InstanceOutcome::Exited:
    return outcome.lackedMemory && outcome.exitCode != 0;
  case InstanceOutcome::Unfinished:
  case InstanceOutcome::Returned:
    break;
  }
  return false;
}

static bool hasOverflowed(const InstanceOutcome &outcome) {
  return outcome.kind == InstanceOutcome::Trapped &&
         outcome.trap.kind == ZYNRT_TRAP_STACK_EXHAUSTED;
}

/// Lets instances run again for which the device had no memory or stack left,
/// if that is as if they had not run before.
void Turns::endTurn(const std::vector<uint32_t> &turn, TurnPlan &plan) {
  bool canRepeat = !slots.hasLastingEffects();
  size_t exhausted = 0;
  std::vector<uint32_t> repeated;
  for (size_t i = 0; i < turn.size(); ++i) {
    const InstanceOutcome &outcome = run.outcomes[turn[i]];
    bool lacksMemory = isExhausted(outcome);
    exhausted += lacksMemory;
    std::vector<uint32_t> *list = nullptr;
    if (lacksMemory && plan.canRepeat())
      list = &repeated;
    else if (hasOverflowed(outcome) && slots.canGrowStack())
      list = &overflowed;
    if (list && canRepeat &&
        (!server || server->postpone(i, /*isSame=*/!outcome.lackedMemory)))
      list->push_back(turn[i]);
  }
  plan.endTurn(exhausted, repeated);
}

Error Turns::runPlan(TurnPlan plan, const StopMonitor &monitor) {
  while (!monitor.isStopped()) {
    std::vector<uint32_t> turn = plan.next(slots.turnSize());
    if (turn.empty())
      break;
    if (plan.repeats()) {
      run.repeated += turn.size();
      if (Error error = environment.restoreRows(turn))
        return error;
    }
    if (server)
      server->begin(turn);
    // Pages that were mapped before save time, so instances that have ended
    // keep them until the last attempt of others.
    bool isLastAttempt = !plan.canRepeat() || slots.hasLastingEffects();
    if (Error error = runTurn(turn, /*needsAllPages=*/isLastAttempt))
      return error;
    endTurn(turn, plan);
    if (server)
      if (Error error = server->finish())
        return error;
  }
  setUnfinished(plan.waiting());
  return Error::success();
}

Error Turns::runPlans(const StopMonitor &monitor) {
  if (Error error = runPlan(TurnPlan(request.instances), monitor))
    return error;
  while (!overflowed.empty() && !monitor.isStopped()) {
    std::vector<uint32_t> instances = std::exchange(overflowed, {});
    Expected<bool> grows = slots.growStack();
    if (!grows)
      return grows.takeError();
    if (!*grows)
      return Error::success();
    if (Error error = runPlan(TurnPlan(std::move(instances)), monitor))
      return error;
  }
  setUnfinished(overflowed);
  return Error::success();
}

Error Turns::runAll(const StopMonitor &monitor) {
  Error error = runPlans(monitor);
  if (server)
    if (Error unfinished = server->finishPostponed(); unfinished && !error)
      return unfinished;
  return error;
}

Expected<InstanceRun>
zyn::compiler::runInTurns(const CompiledWasm &code, Context &context,
                          const InstanceRequest &request) {
  const InstanceModule &module = *code.module();
  Expected<CallType> type = runtime::checkRequest(request, module);
  if (!type)
    return type.takeError();
  InstanceRun run;
  run.type = *type;
  run.outcomes.resize(request.instances);
  run.results.resize(request.instances * type->results.size());
  // Slots take the memory that is left.
  Expected<std::unique_ptr<DeviceEnvironment>> environment =
      DeviceEnvironment::create(context, request.instances, request.buffers);
  if (!environment)
    return environment.takeError();
  Expected<std::unique_ptr<InstanceSlots>> slots =
      InstanceSlots::create(code, context, request.instances);
  if (!slots)
    return slots.takeError();
  // The time limit begins here.
  auto server = HostCallServer::create(module, request, context.threadCount());
  if (!server)
    return server.takeError();
  Turns turns(**slots, server->get(), **environment, request,
              findFunctions(module, request.function), run);
  auto begin = steady_clock::now();
  // If this fails, so does the kernel, whose error is reported.
  StopMonitor monitor(request.timeout, request.cancel,
                      [&] { (void)(*environment)->stop(); });
  if (Error error = turns.runAll(monitor))
    return error;
  run.seconds =
      std::chrono::duration<double>(steady_clock::now() - begin).count();
  if (Error error = (*environment)->copyToHost())
    return error;
  return run;
}
