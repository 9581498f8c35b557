//===- HostModule.cpp - Functions of the host for instances ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/HostModule.h"
#include "InstanceImports.h"
#include "Zyn/Runtime/HostPortABI.h"

using namespace zyn::runtime;

/// Returns whether parameters `first` and the next one are an address and a
/// count.
static bool isRange(const CallType &type, size_t first) {
  const std::vector<ValueKind> &kinds = type.parameters;
  return first + 1 < kinds.size() && kinds[first] == ValueKind::I32 &&
         kinds[first + 1] == ValueKind::I32;
}

/// Devices rely on this. It is checked on the host, too, so that a module is
/// either accepted everywhere or nowhere.
static Error checkInputs(const std::string &module,
                         const HostModule::Function &function) {
  const std::vector<HostInput> &inputs = function.inputs;
  std::string where =
      "host function '" + module + "' '" + function.name + "': ";
  if (inputs.size() > maxHostInputs)
    return Error(where + "expected at most " + std::to_string(maxHostInputs) +
                 " inputs, found " + std::to_string(inputs.size()));
  for (const HostInput &input : inputs) {
    if (input.kind < HostInput::Bytes ||
        input.kind > HostInput::VectorsAndBytes)
      return Error(where + "unknown kind " + std::to_string(input.kind) +
                   " of an input");
    if (!isRange(function.type, input.parameter))
      return Error(where + "expected parameters " +
                   std::to_string(input.parameter) + " and " +
                   std::to_string(input.parameter + 1) +
                   ", an input, to have type i32");
  }
  return Error::success();
}

static Expected<HostFunctionReference>
findFunction(const InstanceModule::Import &import, const ObjectType &declared,
             const std::vector<HostModule *> &modules) {
  for (uint32_t i = 0; i < modules.size(); ++i) {
    if (modules[i]->name != import.module)
      continue;
    for (uint32_t j = 0; j < modules[i]->functions.size(); ++j) {
      const HostModule::Function &function = modules[i]->functions[j];
      if (function.name != import.name)
        continue;
      ObjectType found;
      found.call = function.type;
      if (!(found.call == declared.call))
        return incompatibleImport(import, declared, found);
      if (Error error = checkInputs(import.module, function))
        return error;
      return HostFunctionReference{i, j};
    }
  }
  return unknownImport(import, declared);
}

Expected<std::vector<std::optional<HostFunctionReference>>>
zyn::runtime::resolveHostFunctions(const InstanceModule &program,
                                   const std::vector<HostModule *> &modules) {
  std::vector<std::optional<HostFunctionReference>> references;
  for (const InstanceModule::Function &function : program.functions) {
    std::optional<HostFunctionReference> &reference = references.emplace_back();
    if (!function.import)
      continue;
    ObjectType declared;
    declared.call = program.types[function.type];
    Expected<HostFunctionReference> found =
        findFunction(*function.import, declared, modules);
    if (!found)
      return found.takeError();
    reference = *found;
  }
  return references;
}
