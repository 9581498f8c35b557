//===- InstanceModule.h - Compiled code of instances ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INSTANCEMODULE_H
#define ZYN_RUNTIME_INSTANCEMODULE_H

#include "Zyn/Runtime/InstanceABI.h"
#include "Zyn/Support/Diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zyn::runtime {

enum class ValueKind : uint8_t { I32, I64, F32, F64, FuncRef, ExternRef };

/// "i32" and so on.
const char *toText(ValueKind kind);

/// The type of a function.
struct CallType {
  std::vector<ValueKind> parameters, results;

  bool operator==(const CallType &other) const {
    return parameters == other.parameters && results == other.results;
  }
  bool operator<(const CallType &other) const {
    return parameters < other.parameters ||
           (parameters == other.parameters && results < other.results);
  }
  /// "(i32, i64) -> (f32)".
  std::string str() const;
};

/// The objects of a module, each with its first word in the state of an
/// instance, and the compiled functions. It is shared by any number of
/// instances.
struct InstanceModule {
  struct Import {
    std::string module, name;
  };
  /// A number of pages or elements.
  struct Limits {
    uint64_t minimum = 0;
    std::optional<uint64_t> maximum;
  };
  /// The bits of a number, a function, or a global whose value is copied.
  struct Value {
    enum Kind { Bits, Function, Global } kind = Bits;
    /// The bits, or the number of the function or global.
    uint64_t value = 0;
  };

  struct Function {
    std::string name;
    /// The index in `types`.
    uint32_t type = 0;
    /// The first word of its descriptor, a `zynrt_function`.
    uint32_t descriptor = 0;
    /// For a function of the host, with the word of the reference to it.
    std::optional<Import> import;
    uint32_t importWord = 0;
    /// As in the descriptor.
    void *code = nullptr;
    void (*entry)(zynrt_instance *, uint64_t *) = nullptr;
  };
  struct Memory {
    uint32_t word = 0;
    Limits limits;
    std::optional<Import> import;
  };
  struct Table {
    uint32_t word = 0;
    ValueKind type = ValueKind::FuncRef;
    Limits limits;
    std::optional<Import> import;
  };
  struct Global {
    uint32_t word = 0;
    ValueKind type = ValueKind::I32;
    bool isMutable = false;
    std::optional<Import> import;
    Value value;
  };
  struct Data {
    uint32_t word = 0;
    std::string bytes;
  };
  struct Elements {
    uint32_t word = 0;
    std::vector<Value> values;
  };
  struct Export {
    enum Kind { Function, Memory, Table, Global } kind = Function;
    std::string name;
    uint32_t index = 0;
  };

  /// The name in messages.
  std::string file;
  /// The files of its source that locations of traps refer to.
  std::vector<std::string> sources;
  uint32_t numWords = 0;
  /// The number of type i is in word i.
  std::vector<CallType> types;
  std::vector<Function> functions;
  std::vector<Memory> memories;
  std::vector<Table> tables;
  std::vector<Global> globals;
  std::vector<Data> data;
  std::vector<Elements> elements;
  std::vector<Export> exports;
  /// The function that initializes an instance.
  std::optional<uint32_t> start;
};

/// Where and why an instance trapped.
struct InstanceTrap {
  zynrt_trap_kind kind = ZYNRT_TRAP_UNREACHABLE;
  /// The number of the function in the module.
  uint32_t function = 0;
  /// The source location, see InstanceABI.h.
  int64_t site = 0;
};

/// Returns the message of the specification, such as "integer divide by zero".
const char *toText(zynrt_trap_kind kind);

/// Returns "file:0x1c: error: trap in function 'f': integer divide by zero", in
/// which the location is a line and a column if the module has them.
Diagnostic describe(const InstanceTrap &trap, const InstanceModule &module);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INSTANCEMODULE_H
