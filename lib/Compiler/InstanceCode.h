//===- InstanceCode.h - Kernels of instances ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_INSTANCECODE_H
#define ZYN_LIB_COMPILER_INSTANCECODE_H

#include "Compile.h"
#include "Zyn/Compiler/CompiledWasm.h"

#include <optional>
#include <vector>

namespace zyn::compiler {

/// The kernel of a module in the instance dialect, and what a slot needs.
struct InstanceCode {
  std::optional<CompiledCode> code;
  uint64_t stateWords = 0;
  /// The bytes of memory at first, and those that it can grow to if it can.
  uint64_t memoryBytes = 0, maxMemoryBytes = 0;
  // See `DeviceLayout`.
  uint64_t windowBegin = 0, leastWindowEnd = 0;
  bool hasMemoryOutsideWindow = false;
  /// The largest number of results of a function.
  size_t maxResults = 0;
  /// Whether functions may call themselves.
  bool needsStack = false;
  /// Whether the module imports functions of the host.
  bool callsHost = false;
  /// Whether instances may change the shared buffer of the environment.
  bool hasLastingEffects = false;
  /// The words of globals that change, and the initial values of others.
  struct Global {
    std::optional<unsigned> word;
    uint64_t value = 0;
  };
  std::vector<Global> globals;
};

/// The exported function that initializes a library before any other call.
inline constexpr char initializerName[] = "_initialize";

/// Compiles a module for a GPU or the emulator, and lowers it in place. With
/// `CompileOptions::entry`, the kernel only calls the function that is exported
/// with this name, and the initializer. `bytes` is what was imported.
runtime::Expected<InstanceCode> compileInstances(mlir::ModuleOp module,
                                                 const std::string &bytes,
                                                 const std::string &file,
                                                 const runtime::Device &device,
                                                 const CompileOptions &options);

/// Runs instances in turns. Errors: see `CompiledWasm::run`.
runtime::Expected<runtime::InstanceRun>
runInTurns(const CompiledWasm &code, runtime::Context &context,
           const runtime::InstanceRequest &request);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_INSTANCECODE_H
