//===- InstanceStore.cpp - Instances and the objects that they share-------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/InstanceStore.h"
#include "InstanceImports.h"
#include "InstanceTrap.h"
#include "Zyn/Runtime/Invocation.h"

#include <cstddef>
#include <cstring>
#include <deque>

using namespace zyn::runtime;

namespace {
/// A function of the host. `function.instance` points to it.
struct HostFunction {
  zynrt_function function;
  std::function<Error(uint64_t *)> body;
};
} // namespace

static constexpr zynrt_environment defaultEnvironment = {/*instances=*/1,
                                                         {},
                                                         /*is_stopped=*/0};

struct InstanceStore::Objects {
  zynrt_store shared = {nullptr, &defaultEnvironment, 0};
  std::vector<std::unique_ptr<InstanceMemory>> memories;
  std::vector<std::unique_ptr<InstanceTable>> tables;
  std::deque<uint64_t> cells;
  std::deque<HostFunction> functions;
  std::vector<std::unique_ptr<Instance>> instances;
  std::vector<std::unique_ptr<InstanceMemory>> spareMemories;
  std::map<CallType, uint64_t> types;
  std::optional<InstanceTrap> trap;
};

InstanceStore::InstanceStore() : objects(std::make_unique<Objects>()) {}
InstanceStore::~InstanceStore() = default;

const std::vector<std::unique_ptr<Instance>> &InstanceStore::instances() const {
  return objects->instances;
}

const std::optional<InstanceTrap> &InstanceStore::lastTrap() const {
  return objects->trap;
}

void InstanceStore::setEnvironment(const zynrt_environment &environment,
                                   int64_t number) {
  objects->shared.environment = &environment;
  objects->shared.instance = number;
}

void InstanceStore::clear() {
  objects->trap.reset();
  objects->spareMemories.clear();
  for (std::unique_ptr<Instance> &instance : objects->instances)
    for (std::unique_ptr<InstanceMemory> &memory : instance->memories)
      objects->spareMemories.push_back(std::move(memory));
  objects->instances.clear();
}

const InstanceObject *Instance::findExport(const std::string &name) const {
  auto found = exported.find(name);
  return found == exported.end() ? nullptr : &found->second;
}

zynrt_instance *Instance::words() {
  // Follows the pointer to this object.
  return reinterpret_cast<zynrt_instance *>(&state[1]);
}

zynrt_memory &Instance::memory(uint32_t index) {
  return **reinterpret_cast<zynrt_memory **>(
      &words()->words[code->memories[index].word]);
}

Instance &zyn::runtime::getInstance(zynrt_instance *instance) {
  // Precedes the state.
  return **reinterpret_cast<Instance **>(
      reinterpret_cast<uint64_t *>(instance) - 1);
}

//===----------------------------------------------------------------------===//
// Objects of the host
//===----------------------------------------------------------------------===//

Expected<InstanceMemory *>
InstanceStore::createMemory(InstanceModule::Limits limits) {
  Expected<std::unique_ptr<InstanceMemory>> memory =
      InstanceMemory::create(limits);
  if (!memory)
    return memory.takeError();
  objects->memories.push_back(std::move(*memory));
  return objects->memories.back().get();
}

InstanceTable *InstanceStore::createTable(ValueKind type,
                                          InstanceModule::Limits limits) {
  objects->tables.push_back(std::make_unique<InstanceTable>(type, limits));
  return objects->tables.back().get();
}

InstanceGlobal InstanceStore::createGlobal(ValueKind type, bool isMutable,
                                           uint64_t bits) {
  return {type, isMutable, &objects->cells.emplace_back(bits)};
}

uint64_t InstanceStore::getTypeNumber(const CallType &type) {
  return objects->types.try_emplace(type, objects->types.size()).first->second;
}

static void callHost(zynrt_instance *instance, uint64_t *slots) {
  {
    UninterruptibleScope scope;
    Error error = reinterpret_cast<HostFunction *>(instance)->body(slots);
    if (!error)
      return;
    currentFrame()->error = std::move(error);
  }
  leave(*currentFrame());
}

InstanceFunction
InstanceStore::createFunction(CallType type,
                              std::function<Error(uint64_t *)> body) {
  HostFunction &host = objects->functions.emplace_back();
  host.function = {nullptr, callHost, reinterpret_cast<zynrt_instance *>(&host),
                   getTypeNumber(type)};
  host.body = std::move(body);
  return {&host.function, std::move(type)};
}

//===----------------------------------------------------------------------===//
// Instantiation
//===----------------------------------------------------------------------===//

template <typename T>
static T *at(zynrt_instance *state, uint32_t word) {
  return reinterpret_cast<T *>(&state->words[word]);
}

static InstanceFunction getFunction(const InstanceModule &module,
                                    zynrt_instance *state, uint32_t index) {
  const InstanceModule::Function &function = module.functions[index];
  return {at<zynrt_function>(state, function.descriptor),
          module.types[function.type]};
}

static InstanceGlobal getGlobal(const InstanceModule &module,
                                zynrt_instance *state, uint32_t index) {
  const InstanceModule::Global &global = module.globals[index];
  return {global.type, global.isMutable,
          global.import ? *at<uint64_t *>(state, global.word)
                        : at<uint64_t>(state, global.word)};
}

/// Returns a memory, which may be one that a former instance has used.
Expected<std::unique_ptr<InstanceMemory>>
InstanceStore::takeMemory(InstanceModule::Limits limits) {
  while (!objects->spareMemories.empty()) {
    std::unique_ptr<InstanceMemory> memory =
        std::move(objects->spareMemories.back());
    objects->spareMemories.pop_back();
    if (memory->maximum == limits.maximum && memory->reset(limits.minimum))
      return memory;
  }
  return InstanceMemory::create(limits);
}

/// Fills in types and functions, and creates or imports other objects.
Error InstanceStore::link(Instance &instance, zynrt_instance *state,
                          const InstanceImports &imports) {
  using Export = InstanceModule::Export;
  const InstanceModule &module = instance.module();
  for (size_t i = 0; i < module.types.size(); ++i)
    state->words[i] = getTypeNumber(module.types[i]);
  for (const InstanceModule::Function &function : module.functions) {
    *at<zynrt_function>(state, function.descriptor) = {
        function.code, function.entry, state, state->words[function.type]};
    if (!function.import)
      continue;
    ObjectType type;
    type.kind = Export::Function;
    type.call = module.types[function.type];
    if (Error error = resolveImport(imports, *function.import, type,
                                    state->words[function.importWord]))
      return error;
  }
  for (const InstanceModule::Global &global : module.globals) {
    if (!global.import)
      continue;
    ObjectType type;
    type.kind = Export::Global;
    type.value = global.type;
    type.isMutable = global.isMutable;
    if (Error error = resolveImport(imports, *global.import, type,
                                    state->words[global.word]))
      return error;
  }
  for (const InstanceModule::Table &table : module.tables) {
    ObjectType type;
    type.kind = Export::Table;
    type.value = table.type;
    type.size = table.limits.minimum;
    type.maximum = table.limits.maximum;
    if (!table.import) {
      if (type.size > InstanceTable::maxElements)
        return Error("out of memory: a table needs " +
                     std::to_string(type.size) + " elements");
      instance.tables.push_back(
          std::make_unique<InstanceTable>(table.type, table.limits));
      *at<zynrt_table *>(state, table.word) = instance.tables.back().get();
    } else if (Error error = resolveImport(imports, *table.import, type,
                                           state->words[table.word])) {
      return error;
    }
  }
  for (const InstanceModule::Memory &memory : module.memories) {
    ObjectType type;
    type.kind = Export::Memory;
    type.size = memory.limits.minimum;
    type.maximum = memory.limits.maximum;
    if (!memory.import) {
      Expected<std::unique_ptr<InstanceMemory>> taken =
          takeMemory(memory.limits);
      if (!taken)
        return taken.takeError();
      instance.memories.push_back(std::move(*taken));
      *at<zynrt_memory *>(state, memory.word) = instance.memories.back().get();
    } else if (Error error = resolveImport(imports, *memory.import, type,
                                           state->words[memory.word])) {
      return error;
    }
  }
  return Error::success();
}

/// Sets globals and segments to their initial values.
void InstanceStore::initialize(Instance &instance, zynrt_instance *state) {
  const InstanceModule &module = instance.module();
  auto evaluate = [&](const InstanceModule::Value &value) -> uint64_t {
    switch (value.kind) {
    case InstanceModule::Value::Function:
      return reinterpret_cast<uint64_t>(
          at<zynrt_function>(state, module.functions[value.value].descriptor));
    case InstanceModule::Value::Global:
      return *getGlobal(module, state, value.value).cell;
    case InstanceModule::Value::Bits:
      break;
    }
    return value.value;
  };
  for (const InstanceModule::Global &global : module.globals)
    if (!global.import)
      state->words[global.word] = evaluate(global.value);
  for (const InstanceModule::Data &data : module.data)
    *at<zynrt_segment>(state, data.word) = {data.bytes.data(),
                                            data.bytes.size()};
  instance.elements.reserve(module.elements.size());
  for (const InstanceModule::Elements &elements : module.elements) {
    std::vector<void *> &values = instance.elements.emplace_back();
    for (const InstanceModule::Value &value : elements.values)
      values.push_back(reinterpret_cast<void *>(evaluate(value)));
    *at<zynrt_segment>(state, elements.word) = {values.data(), values.size()};
  }
}

void InstanceStore::collectExports(Instance &instance, zynrt_instance *state) {
  const InstanceModule &module = instance.module();
  for (const InstanceModule::Export &entry : module.exports) {
    InstanceObject &object = instance.exported[entry.name];
    switch (entry.kind) {
    case InstanceModule::Export::Function:
      object = getFunction(module, state, entry.index);
      break;
    case InstanceModule::Export::Memory:
      object = static_cast<InstanceMemory *>(
          *at<zynrt_memory *>(state, module.memories[entry.index].word));
      break;
    case InstanceModule::Export::Table:
      object = static_cast<InstanceTable *>(
          *at<zynrt_table *>(state, module.tables[entry.index].word));
      break;
    case InstanceModule::Export::Global:
      object = getGlobal(module, state, entry.index);
      break;
    }
  }
}

Expected<Instance *>
InstanceStore::instantiate(std::shared_ptr<const InstanceModule> module,
                           const InstanceImports &imports) {
  auto owned = std::make_unique<Instance>();
  Instance &instance = *owned;
  instance.code = std::move(module);
  constexpr size_t header = 1 + offsetof(zynrt_instance, words) / 8;
  instance.state.resize(header + instance.code->numWords);
  instance.state[0] = reinterpret_cast<uint64_t>(&instance);
  zynrt_instance *state = instance.words();
  state->store = &objects->shared;
  if (Error error = link(instance, state, imports))
    return error;
  initialize(instance, state);
  collectExports(instance, state);
  // Even if the start function traps, tables may refer to the instance.
  objects->instances.push_back(std::move(owned));
  if (instance.code->start) {
    uint64_t none = 0;
    if (Error error = invoke(
            getFunction(*instance.code, state, *instance.code->start), &none))
      return error;
  }
  return &instance;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Error InstanceStore::invoke(const InstanceFunction &function, uint64_t *slots) {
  struct Call {
    zynrt_function *function;
    uint64_t *slots;
    InstanceFrame *frame;
  };
  const void *outer = objects->shared.stack_limit;
  objects->shared.stack_limit = getStackLimit();
  InstanceFrame frame;
  if (FailureFrame *current = currentFrame())
    frame.stream = current->stream;
  Call call = {function.function, slots, &frame};
  enter(
      frame,
      [](void *argument) {
        auto *call = static_cast<Call *>(argument);
        call->frame->isInterruptible.store(true);
        call->function->entry(call->function->instance, call->slots);
        call->frame->isInterruptible.store(false);
      },
      &call);
  objects->shared.stack_limit = outer;
  objects->trap = frame.trap;
  // A signal handler cannot create the error.
  if (frame.isInterruptible.load() && !frame.error)
    return Error("the call was interrupted");
  return std::move(frame.error);
}
