//===- InstanceTurns.cpp - Runs of many instances on a device--------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceCode.h"
#include "StopMonitor.h"
#include "Zyn/Compiler/InstanceSlots.h"

#include <algorithm>
#include <chrono>

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

/// Runs `count` instances from `first` on, all of which have a slot.
static Error runTurn(InstanceSlots &slots, HostCallServer *server,
                     const DeviceEnvironment &environment,
                     const InstanceRequest &request, const Functions &functions,
                     int64_t first, int64_t count, InstanceRun &run) {
  InstanceOutcome *outcomes = run.outcomes.data() + first;
  InstanceSlots::Call call;
  call.isNew = call.othersHaveEnded = true;
  call.server = server;
  call.environment = &environment;
  call.first = first;
  if (functions.initializer) {
    call.function = functions.initializer;
    if (Error error = slots.run(count, call))
      return error;
    if (Error error = slots.readOutcomes(outcomes))
      return error;
    for (int64_t i = 0; i < count; ++i)
      if (server && outcomes[i].kind != InstanceOutcome::Returned)
        server->end(i);
    call.isNew = false;
    call.onlyReturned = true;
  }
  call.function = functions.requested;
  size_t columns = run.type.parameters.size();
  auto row = request.arguments.begin();
  if (request.arguments.size() > columns)
    call.arguments.assign(row + first * columns,
                          row + (first + count) * columns);
  else
    call.arguments = request.arguments;
  if (Error error = slots.run(count, call))
    return error;
  if (Error error = slots.readOutcomes(outcomes))
    return error;
  size_t width = run.type.results.size();
  uint64_t *results = run.results.data() + first * width;
  if (Error error = slots.readResults(results))
    return error;
  for (int64_t i = 0; i < count; ++i)
    if (outcomes[i].kind != InstanceOutcome::Returned)
      std::fill_n(results + i * width, width, 0);
  return Error::success();
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
  Functions functions = findFunctions(module, request.function);
  auto begin = steady_clock::now();
  // If this fails, so does the kernel, whose error is reported.
  StopMonitor monitor(request.timeout, request.cancel,
                      [&] { (void)(*environment)->stop(); });
  for (int64_t first = 0, count; first < request.instances; first += count) {
    if (monitor.isStopped())
      break;
    count = std::min(request.instances - first, (*slots)->turnSize());
    if (*server)
      (*server)->begin(first, count);
    if (Error error = runTurn(**slots, server->get(), **environment, request,
                              functions, first, count, run))
      return error;
    if (*server)
      if (Error error = (*server)->finish())
        return error;
  }
  run.seconds =
      std::chrono::duration<double>(steady_clock::now() - begin).count();
  if (Error error = (*environment)->copyToHost())
    return error;
  return run;
}
