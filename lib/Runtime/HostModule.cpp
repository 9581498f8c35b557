//===- HostModule.cpp - Functions of the host for instances ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/HostModule.h"
#include "InstanceImports.h"

using namespace zyn::runtime;

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
      if (found.call == declared.call)
        return HostFunctionReference{i, j};
      return incompatibleImport(import, declared, found);
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
