//===- InstanceRun.cpp - Requests and outcomes of runs --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/InstanceRun.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Support/Escape.h"

using namespace zyn::runtime;

static std::string listFunctions(const InstanceModule &module) {
  std::string names;
  for (const InstanceModule::Export &entry : module.exports)
    if (entry.kind == InstanceModule::Export::Function)
      names += (names.empty() ? "'" : ", '") + zyn::escape(entry.name) + "'";
  return names.empty() ? "the module exports no functions"
                       : "the exported functions are " + names;
}

Expected<CallType> zyn::runtime::findCallType(const std::string &function,
                                              const InstanceModule &module) {
  for (const InstanceModule::Export &entry : module.exports)
    if (entry.kind == InstanceModule::Export::Function &&
        entry.name == function)
      return module.types[module.functions[entry.index].type];
  return Error::at(module.file, "no function '" + escape(function) +
                                    "' to call; " + listFunctions(module));
}

Expected<CallType> zyn::runtime::checkRequest(const InstanceRequest &request,
                                              const InstanceModule &module) {
  Expected<CallType> type = findCallType(request.function, module);
  if (!type)
    return type;
  size_t expected = type->parameters.size(), given = request.arguments.size();
  if (given != expected &&
      given != expected * static_cast<uint64_t>(request.instances))
    return Error::at(module.file,
                     "'" + escape(request.function) + "' takes " +
                         std::to_string(expected) +
                         (expected == 1 ? " argument, " : " arguments, ") +
                         std::to_string(given) + " given");
  const InstanceBuffers &buffers = request.buffers;
  for (const auto &[name, buffer] :
       {std::pair("shared", buffers.shared), std::pair("input", buffers.input),
        std::pair("output", buffers.output)})
    if (buffer.size > UINT32_MAX)
      return Error::at(module.file,
                       std::string("expected less than 4 GiB for the ") + name +
                           " buffer of an instance, found " +
                           formatBytes(buffer.size));
  return type;
}

/// Counts an instance that ended in the way of `group`.
static void count(InstanceSummary::Group &group, int64_t index) {
  if (group.count++ == 0)
    group.first = index;
}

InstanceSummary zyn::runtime::summarize(const InstanceRun &run) {
  InstanceSummary summary;
  for (size_t i = 0; i < run.outcomes.size(); ++i) {
    const InstanceOutcome &outcome = run.outcomes[i];
    switch (outcome.kind) {
    case InstanceOutcome::Unfinished:
      ++summary.unfinished;
      break;
    case InstanceOutcome::Exited:
      if (outcome.exitCode != 0)
        count(summary.exits[outcome.exitCode], i);
      [[fallthrough]];
    case InstanceOutcome::Returned:
      ++summary.finished;
      break;
    case InstanceOutcome::Trapped: {
      InstanceSummary::Traps &traps = summary.traps[outcome.trap.kind];
      if (traps.count == 0)
        traps.trap = outcome.trap;
      count(traps, i);
      break;
    }
    }
  }
  return summary;
}
