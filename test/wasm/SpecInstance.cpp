//===- SpecInstance.cpp - Instances of scripts-----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecInstance.h"
#include "Zyn/Compiler/InstanceSlots.h"

using namespace zyn::runtime;
using zyn::compiler::CompiledWasm;
using zyn::compiler::InstanceSlots;
using zyn::spec::SpecInstance;
using zyn::spec::SpecResult;

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

namespace {
class StoreInstance : public SpecInstance {
public:
  StoreInstance(InstanceStore &store, Instance &instance)
      : store(store), instance(instance) {}

  Expected<SpecResult> act(const std::string &field,
                           std::vector<uint64_t> arguments) override {
    const InstanceObject *object = instance.findExport(field);
    if (!object)
      return Error("unknown export");
    if (const auto *global = std::get_if<InstanceGlobal>(object))
      return SpecResult{{global->type}, {*global->cell}};
    const auto *function = std::get_if<InstanceFunction>(object);
    if (!function)
      return Error("expected a function or a global");
    if (arguments.size() != function->type.parameters.size())
      return Error("wrong number of arguments");
    const std::vector<ValueKind> &kinds = function->type.results;
    arguments.resize(std::max<size_t>({arguments.size(), kinds.size(), 1}));
    if (Error error = store.invoke(*function, arguments.data()))
      return error;
    return SpecResult{kinds, std::move(arguments)};
  }

  const Instance *getExports() const override { return &instance; }

private:
  InstanceStore &store;
  Instance &instance;
};
} // namespace

Expected<std::unique_ptr<SpecInstance>>
zyn::spec::createHostInstance(const CompiledWasm &code, InstanceStore &store,
                              const InstanceImports &imports) {
  Expected<Instance *> instance = store.instantiate(code.module(), imports);
  if (!instance)
    return instance.takeError();
  return std::unique_ptr<SpecInstance>(
      std::make_unique<StoreInstance>(store, **instance));
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

namespace {
class DeviceInstance : public SpecInstance {
public:
  DeviceInstance(const CompiledWasm &code, std::unique_ptr<InstanceSlots> slots,
                 HostModule &host)
      : code(code), slots(std::move(slots)) {
    request.hosts = {&host};
  }

  /// Creates the instance. Error: an import that does not exist, a trap.
  Error start() {
    auto created =
        HostCallServer::create(*code.module(), request, /*threads=*/1);
    if (!created)
      return created.takeError();
    server = std::move(*created);
    if (server)
      server->begin(/*instances=*/{0});
    InstanceSlots::Call call;
    call.isNew = true;
    return run(call);
  }

  Error run(InstanceSlots::Call &call) {
    call.server = server.get();
    if (Error error = slots->run(1, call))
      return error;
    InstanceOutcome outcome;
    if (Error error = slots->readOutcomes(&outcome))
      return error;
    if (outcome.kind == InstanceOutcome::Trapped)
      return Error(describe(outcome.trap, *code.module()));
    if (outcome.kind != InstanceOutcome::Returned)
      return Error("the call did not end");
    return Error::success();
  }

  Expected<SpecResult> act(const std::string &field,
                           std::vector<uint64_t> arguments) override {
    using Export = InstanceModule::Export;
    const InstanceModule &module = *code.module();
    for (const Export &entry : module.exports) {
      if (entry.name != field)
        continue;
      if (entry.kind == Export::Global) {
        Expected<uint64_t> value = slots->readGlobal(entry.index);
        if (!value)
          return value.takeError();
        return SpecResult{{module.globals[entry.index].type}, {*value}};
      }
      if (entry.kind == Export::Function)
        return call(entry.index, std::move(arguments));
    }
    return Error("unknown export");
  }

private:
  Expected<SpecResult> call(uint32_t function,
                            std::vector<uint64_t> arguments) {
    const InstanceModule &module = *code.module();
    const CallType &type = module.types[module.functions[function].type];
    if (arguments.size() != type.parameters.size())
      return Error("wrong number of arguments");
    InstanceSlots::Call call;
    call.function = function;
    call.arguments = std::move(arguments);
    if (Error error = run(call))
      return error;
    SpecResult result{type.results, {}};
    result.bits.resize(type.results.size());
    if (Error error = slots->readResults(result.bits.data()))
      return error;
    return result;
  }

  const CompiledWasm code;
  std::unique_ptr<InstanceSlots> slots;
  InstanceRequest request;
  std::unique_ptr<HostCallServer> server;
};
} // namespace

Expected<std::unique_ptr<SpecInstance>>
zyn::spec::createDeviceInstance(const CompiledWasm &code, Context &context,
                                HostModule &host) {
  Expected<std::unique_ptr<InstanceSlots>> slots =
      InstanceSlots::create(code, context, 1);
  if (!slots)
    return slots.takeError();
  auto instance =
      std::make_unique<DeviceInstance>(code, std::move(*slots), host);
  if (Error error = instance->start())
    return error;
  return std::unique_ptr<SpecInstance>(std::move(instance));
}
