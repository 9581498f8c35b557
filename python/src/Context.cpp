//===- Context.cpp - Devices in use in Python -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Diagnostics.h"
#include "Unlocked.h"

#include <atomic>
#include <map>

namespace py = pybind11;
using namespace zyn::python;

/// The number of forks between this process and the one that loaded the module.
static std::atomic<unsigned> forks{0};

/// The open contexts by name, guarded by the GIL. They are never destroyed:
/// when the process exits, work may still be queued, and arrays may still be in
/// use.
static std::map<std::string, Context> &openContexts() {
  static auto *contexts = new std::map<std::string, Context>();
  return *contexts;
}

Context::Properties::Properties(ZynContextRef context)
    : handle(context), name(toString(zynContextGetDeviceLabel(context))),
      kind(zynContextGetDeviceKind(context)),
      ordinal(zynContextGetDeviceOrdinal(context)), generation(forks) {}

Context Context::open(const std::string &name) {
  auto found = openContexts().find(name);
  if (found != openContexts().end())
    return found->second;
  ZynContextRef created;
  callUnlocked([&] { return zynContextCreate(toRef(name), &created); });
  Context context(created);
  if (context.kind() == ZynDeviceKindEmulator)
    return context;
  // Another name or thread may have opened the same device.
  auto [shared, isNew] = openContexts().emplace(context.label(), context);
  openContexts().emplace(name, shared->second);
  return shared->second;
}

void Context::checkUsable() const {
  if (shared->generation != forks)
    raise("the process was forked after '" + label() +
          "' was opened; compile the function in the child process");
}

void zyn::python::bindContext(py::module_ &module) {
  module.def("devices", [] {
    std::vector<std::string> names;
    zynForEachDevice(
        [](ZynStringRef name, void *userData) {
          static_cast<std::vector<std::string> *>(userData)->push_back(
              toString(name));
        },
        &names);
    return names;
  });
  module.def("trim_memory", [] {
    std::vector<Context> contexts;
    for (auto &[name, context] : openContexts())
      contexts.push_back(context);
    Unlocked unlocked;
    for (const Context &context : contexts)
      zynContextTrimMemory(context.handle());
  });
  module.def("forget_contexts", [] {
    ++forks;
    // Destroying them would wait for threads that the child does not have.
    new std::map<std::string, Context>(std::move(openContexts()));
    openContexts().clear();
  });
}
