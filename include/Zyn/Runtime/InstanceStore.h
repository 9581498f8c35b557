//===- InstanceStore.h - Instances and what they share -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INSTANCESTORE_H
#define ZYN_RUNTIME_INSTANCESTORE_H

#include "Zyn/Runtime/Error.h"
#include "Zyn/Runtime/InstanceModule.h"

#include <functional>
#include <map>
#include <memory>
#include <variant>

namespace zyn::runtime {

/// Memory whose addresses are reserved up to its maximum.
class InstanceMemory : public zynrt_memory {
public:
  static constexpr uint64_t pageBytes = 65536, maxPages = 65536;

  /// Returns an error if the addresses or the initial pages are not available.
  static Expected<std::unique_ptr<InstanceMemory>>
  create(InstanceModule::Limits limits);
  ~InstanceMemory();
  InstanceMemory(const InstanceMemory &) = delete;
  InstanceMemory &operator=(const InstanceMemory &) = delete;

  uint64_t countPages() const { return bytes / pageBytes; }
  /// Returns whether there are `pages` more pages, all zero.
  bool grow(uint64_t pages);
  /// Makes the memory as new: `pages` pages, all zero. Returns false if they
  /// cannot be had.
  bool reset(uint64_t pages);

  const std::optional<uint64_t> maximum;

private:
  InstanceMemory(std::optional<uint64_t> maximum) : maximum(maximum) {}
  uint64_t reserved = 0;
  /// The size of the part that may be accessed.
  uint64_t committed = 0;
};

class InstanceTable : public zynrt_table {
public:
  /// So that a program cannot use up the memory of the host.
  static constexpr uint64_t maxElements = 10000000;

  InstanceTable(ValueKind type, InstanceModule::Limits limits);
  bool grow(uint64_t count, void *value);

  const ValueKind type;
  const std::optional<uint64_t> maximum;

private:
  std::vector<void *> storage;
};

struct InstanceGlobal {
  ValueKind type = ValueKind::I32;
  bool isMutable = false;
  /// The bits of the value.
  uint64_t *cell = nullptr;
};

struct InstanceFunction {
  zynrt_function *function = nullptr;
  CallType type;
};

/// An object that an instance exports or imports. Objects belong to a store.
using InstanceObject = std::variant<InstanceFunction, InstanceMemory *,
                                    InstanceTable *, InstanceGlobal>;

/// The objects that instances can import, by module and name.
using InstanceImports =
    std::map<std::pair<std::string, std::string>, InstanceObject>;

/// An instance of a module: its state and its exports.
class Instance {
public:
  /// Returns null if there is no such export.
  const InstanceObject *findExport(const std::string &name) const;
  const std::map<std::string, InstanceObject> &exports() const {
    return exported;
  }
  const InstanceModule &module() const { return *code; }
  /// Returns memory number `index` of the module.
  zynrt_memory &memory(uint32_t index);

private:
  friend class InstanceStore;
  zynrt_instance *words();
  std::shared_ptr<const InstanceModule> code;
  /// A pointer to this object, followed by a `zynrt_instance`.
  std::vector<uint64_t> state;
  std::vector<std::vector<void *>> elements;
  std::map<std::string, InstanceObject> exported;
  // The objects that it does not import.
  std::vector<std::unique_ptr<InstanceMemory>> memories;
  std::vector<std::unique_ptr<InstanceTable>> tables;
};

/// Instances and objects that refer to each other, which are destroyed
/// together. It must only be used by one thread at a time.
class InstanceStore {
public:
  InstanceStore();
  ~InstanceStore();
  InstanceStore(const InstanceStore &) = delete;
  InstanceStore &operator=(const InstanceStore &) = delete;

  // Objects of the host.
  Expected<InstanceMemory *> createMemory(InstanceModule::Limits limits);
  InstanceTable *createTable(ValueKind type, InstanceModule::Limits limits);
  InstanceGlobal createGlobal(ValueKind type, bool isMutable, uint64_t bits);
  /// `body` reads arguments from the slots and stores results there. If it
  /// returns an error, that ends the invocation.
  InstanceFunction createFunction(CallType type,
                                  std::function<Error(uint64_t *slots)> body);

  /// Sets what `instance.id` and so on return: `environment`, which must
  /// outlive the store, and the number of the instance in it. By default,
  /// instances have number 0 of 1, and no buffers.
  void setEnvironment(const zynrt_environment &environment, int64_t number);

  /// Creates an instance and runs its start function. Returns an error that
  /// names an import that is missing or has the wrong type, or the trap.
  Expected<Instance *> instantiate(std::shared_ptr<const InstanceModule> module,
                                   const InstanceImports &imports);

  /// Calls a function with arguments in `slots`, which must also have room for
  /// the results. Returns the trap.
  Error invoke(const InstanceFunction &function, uint64_t *slots);

  /// The trap that ended the last call or the last start function, if any.
  const std::optional<InstanceTrap> &lastTrap() const;

  /// The instances, in the order in which they were created.
  const std::vector<std::unique_ptr<Instance>> &instances() const;

  /// Destroys all instances. The objects of the host remain, and new instances
  /// reuse the addresses of memories.
  void clear();

private:
  struct Objects;
  uint64_t getTypeNumber(const CallType &type);
  Expected<std::unique_ptr<InstanceMemory>>
  takeMemory(InstanceModule::Limits limits);
  Error link(Instance &instance, zynrt_instance *state,
             const InstanceImports &imports);
  void initialize(Instance &instance, zynrt_instance *state);
  void collectExports(Instance &instance, zynrt_instance *state);

  std::unique_ptr<Objects> objects;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INSTANCESTORE_H
