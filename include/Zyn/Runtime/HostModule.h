//===- HostModule.h - Functions of the host for instances ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of the host that many instances of a program import. They do not
// depend on the device that the instances run on: the host calls them directly,
// and a GPU sends requests, so that the memory of an instance is only accessed
// by copying.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_HOSTMODULE_H
#define ZYN_RUNTIME_HOSTMODULE_H

#include "Zyn/Runtime/Error.h"
#include "Zyn/Runtime/InstanceModule.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace zyn::runtime {

/// The memory of an instance during a call.
class GuestMemory {
public:
  virtual ~GuestMemory() = default;
  /// Copies bytes from or to the memory. Returns false, and does nothing, if
  /// the range is out of bounds.
  virtual bool read(uint32_t address, void *bytes, uint64_t size) const = 0;
  virtual bool write(uint32_t address, const void *bytes, uint64_t size) = 0;
};

/// How a call of the host ended.
struct HostReply {
  enum Kind : uint8_t {
    /// The program continues.
    Return,
    /// It continues at `time`.
    Sleep,
    /// The instance ends with `exitCode`.
    Exit
  };
  Kind kind = Return;
  uint32_t exitCode = 0;
  /// In nanoseconds of `std::chrono::steady_clock`.
  int64_t time = 0;
};

/// What a host module knows about one instance of the program. It is used by
/// one thread at a time.
class HostInstance {
public:
  virtual ~HostInstance() = default;
  /// Calls function number `function` of the module with arguments in `slots`,
  /// and stores its results there. Each has 64 bits, the lowest of which are
  /// used.
  virtual HostReply call(uint32_t function, GuestMemory &memory,
                         uint64_t *slots) = 0;
  /// Called once, after the instance of the program has ended, unless it runs
  /// again.
  virtual Error finish() { return Error::success(); }
  /// Whether the instance may run again from the beginning, with a new object,
  /// since what it did had no effect on anything else, or one that doing it
  /// again does not change. `isSame` is whether it should do the same again: it
  /// has not noticed that there was no memory left.
  virtual bool canRepeat(bool isSame) const { return false; }
};

/// A range of the memory that a function reads before it does anything else.
/// Devices send it with the request, as far as it fits, so that reading it
/// takes no time. Parameter number `parameter` is an address, the next one a
/// count; both have type i32.
struct HostInput {
  enum Kind : uint8_t {
    /// `count` bytes.
    Bytes = 1,
    /// `count` pairs of an address and a size, 32 bits each.
    Vectors = 2,
    /// The same, and what they refer to.
    VectorsAndBytes = 3
  };
  Kind kind = Bytes;
  uint8_t parameter = 0;
};

/// A module whose functions programs import. It is immutable once instances
/// use it.
class HostModule {
public:
  struct Function {
    std::string name;
    CallType type;
    /// Up to two. For example, `write(fd, address, count)` has
    /// {{HostInput::Bytes, 1}}.
    std::vector<HostInput> inputs = {};
  };

  HostModule(std::string name, std::vector<Function> functions)
      : name(std::move(name)), functions(std::move(functions)) {}
  virtual ~HostModule() = default;

  /// Called by any number of threads, once for each run of an instance.
  virtual std::unique_ptr<HostInstance> createInstance(int64_t index) = 0;

  const std::string name;
  const std::vector<Function> functions;
};

/// A function of one of several host modules.
struct HostFunctionReference {
  uint32_t module = 0, function = 0;
};

/// Returns the host function that each function of `program` forwards to if it
/// is imported, in the order of `program.functions`. Returns an error that
/// names an import that does not exist, has another type, or has inputs that
/// its parameters do not describe.
Expected<std::vector<std::optional<HostFunctionReference>>>
resolveHostFunctions(const InstanceModule &program,
                     const std::vector<HostModule *> &modules);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_HOSTMODULE_H
