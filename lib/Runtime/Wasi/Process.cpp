//===- Process.cpp - Arguments, environment and exit ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include "Zyn/Runtime/Hash128.h"

#include <algorithm>
#include <sched.h>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

//===----------------------------------------------------------------------===//
// The table of calls
//===----------------------------------------------------------------------===//

template <typename T>
static constexpr ValueKind kindOf =
    sizeof(T) == 8 ? ValueKind::I64 : ValueKind::I32;

template <typename... Ts>
static CallType getType(Errno (Process::*)(Ts...)) {
  return {{kindOf<Ts>...}, {ValueKind::I32}};
}
template <typename... Ts>
static CallType getType(void (Process::*)(Ts...)) {
  return {{kindOf<Ts>...}, {}};
}

template <typename... Ts, size_t... indices>
static void callWith(Process &process, Errno (Process::*method)(Ts...),
                     uint64_t *slots, std::index_sequence<indices...>) {
  slots[0] = static_cast<uint64_t>(
      (process.*method)(static_cast<Ts>(slots[indices])...));
}
template <typename... Ts, size_t... indices>
static void callWith(Process &process, void (Process::*method)(Ts...),
                     uint64_t *slots, std::index_sequence<indices...>) {
  (process.*method)(static_cast<Ts>(slots[indices])...);
}
template <typename Result, typename... Ts>
static void callMethod(Process &process, Result (Process::*method)(Ts...),
                       uint64_t *slots) {
  callWith(process, method, slots, std::index_sequence_for<Ts...>());
}

namespace {
/// The numbers of the calls, by name. The names are those of WASI.
// NOLINTBEGIN(readability-identifier-naming)
struct Numbers {
  enum : size_t {
#define WASI_CALL(NAME, METHOD, PARAMETERS) NAME,
#include "Calls.def"
  };
};
// NOLINTEND(readability-identifier-naming)
} // namespace

std::vector<HostModule::Function> zyn::runtime::wasi::getFunctions() {
  std::vector<HostModule::Function> functions = {
#define WASI_CALL(NAME, METHOD, PARAMETERS) {#NAME, getType(&Process::METHOD)},
#include "Calls.def"
  };
#define WASI_INPUT(NAME, KIND, PARAMETER)                                      \
  functions[Numbers::NAME].inputs.push_back({HostInput::KIND, PARAMETER});
#include "Calls.def"
  return functions;
}

HostReply Process::call(uint32_t function, GuestMemory &guest,
                        uint64_t *slots) {
  static constexpr void (*calls[])(Process &, uint64_t *) = {
#define WASI_CALL(NAME, METHOD, PARAMETERS)                                    \
  [](Process &process, uint64_t *slots) {                                      \
    callMethod(process, &Process::METHOD, slots);                              \
  },
#include "Calls.def"
  };
  memory = &guest;
  reply = {};
  calls[function](*this, slots);
  return reply;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

Process::Process(const Environment &environment, int64_t index)
    : options(environment.options), index(index), arguments(options.arguments),
      output(options.output->open(index)) {
  quota.available = options.fileBytes;
  if (!options.instanceArguments.empty()) {
    const std::vector<std::string> &own = options.instanceArguments[index];
    arguments.insert(arguments.end(), own.begin(), own.end());
  }
  descriptors.reserve(8);
  for (int stream : {0, 1, 2}) {
    Descriptor &descriptor = descriptors.emplace_back().emplace();
    descriptor.stream = stream;
    descriptor.type = environment.streams[stream];
    descriptor.rights = streamRights;
  }
  for (size_t i = 0; i < environment.folders.size(); ++i) {
    roots.push_back(std::make_shared<Node>(quota, FileType::Folder,
                                           environment.folders[i].get()));
    Descriptor &descriptor = descriptors.emplace_back().emplace();
    descriptor.node = roots.back();
    descriptor.type = FileType::Folder;
    descriptor.rights = folderRights;
    descriptor.inheriting = folderRights | fileRights;
    descriptor.name = options.folders[i].guest;
  }
}

Error Process::finish() {
  if (Error error = output->finish())
    return error;
  if (options.writesBack)
    for (const std::shared_ptr<Node> &root : roots)
      if (Error error = writeBack(*root))
        return error;
  return Error::success();
}

bool Process::canRepeat(bool isSame) const {
  return !hasReadInput && output->canRepeat(isSame);
}

Errno Process::storeSizes(const std::vector<std::string> &strings,
                          uint32_t count, uint32_t size) {
  uint32_t bytes = 0;
  for (const std::string &string : strings)
    bytes += string.size() + 1;
  if (Errno error = store(count, static_cast<uint32_t>(strings.size()));
      error != Errno::Success)
    return error;
  return store(size, bytes);
}

Errno Process::storeStrings(const std::vector<std::string> &strings,
                            uint32_t pointers, uint32_t bytes) {
  for (const std::string &string : strings) {
    if (Errno error = store(pointers, bytes); error != Errno::Success)
      return error;
    if (!memory->write(bytes, string.c_str(), string.size() + 1))
      return Errno::Fault;
    pointers += sizeof(uint32_t);
    bytes += string.size() + 1;
  }
  return Errno::Success;
}

Errno Process::getArguments(uint32_t pointers, uint32_t bytes) {
  return storeStrings(arguments, pointers, bytes);
}

Errno Process::getArgumentSizes(uint32_t count, uint32_t size) {
  return storeSizes(arguments, count, size);
}

Errno Process::getEnvironment(uint32_t pointers, uint32_t bytes) {
  return storeStrings(options.environment, pointers, bytes);
}

Errno Process::getEnvironmentSizes(uint32_t count, uint32_t size) {
  return storeSizes(options.environment, count, size);
}

void Process::exit(uint32_t code) {
  reply.kind = HostReply::Exit;
  reply.exitCode = code;
}

Errno Process::raise(uint32_t) { return Errno::NotImplemented; }

Errno Process::yield() {
  sched_yield();
  return Errno::Success;
}

Errno Process::getRandom(uint32_t bytes, uint32_t size) {
  // The blocks are hashes of their numbers.
  Hash128 key = {options.seed, static_cast<uint64_t>(index)};
  while (size) {
    Hash128 block = sipHash128(&numRandomBlocks, sizeof(numRandomBlocks), key);
    ++numRandomBlocks;
    uint32_t count = std::min<uint32_t>(size, sizeof(block));
    if (!memory->write(bytes, &block, count))
      return Errno::Fault;
    bytes += count;
    size -= count;
  }
  return Errno::Success;
}
