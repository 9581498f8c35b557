//===- CompiledWasm.h - Compiled WebAssembly modules ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_COMPILEDWASM_H
#define ZYN_COMPILER_COMPILEDWASM_H

#include "Zyn/Compiler/Compilation.h"
#include "Zyn/Runtime/InstanceRun.h"
#include "Zyn/Runtime/InstanceStore.h"

#include <memory>
#include <string>

namespace zyn::compiler {

struct InstanceCode;

/// A module of WebAssembly that was compiled for a kind of device. Copies share
/// the same module. It is immutable: any number of threads may instantiate it,
/// each in its own store. For example:
///
///   auto code = CompiledWasm::compile(bytes, device, {}, "fac.wasm");
///   if (!code)
///     return code.takeError();
///   zyn::runtime::InstanceStore store;
///   auto instance = store.instantiate(code->module(), imports);
///   ...
///   uint64_t slots[] = {5};
///   auto *fac = std::get_if<InstanceFunction>((*instance)->findExport("fac"));
///   Error trap = store.invoke(*fac, slots);
class CompiledWasm {
public:
  /// Compiles a module, which is called `file` in diagnostics. Returns an error
  /// if it is malformed, invalid or not supported, if it does not export the
  /// function `options.entry`, or if the device cannot run it.
  static runtime::Expected<CompiledWasm>
  compile(const std::string &bytes, const runtime::Device &device,
          const CompileOptions &options = {}, const std::string &file = "-");

  /// Runs many instances on a context of the device that the module was
  /// compiled for. On a GPU and the emulator, they take turns if there is not
  /// enough memory for all of them. A kernel that runs is only stopped by
  /// `Context::setTimeout`, and an instance at its next call of the host.
  /// Errors: those of `runInstancesOnHost` and of the context.
  runtime::Expected<runtime::InstanceRun>
  run(runtime::Context &context, const runtime::InstanceRequest &request) const;

  /// The objects of the module, and the code for the host. It stays valid as
  /// long as there is a reference to it.
  const std::shared_ptr<const runtime::InstanceModule> &module() const {
    return code;
  }

private:
  friend class InstanceSlots;
  CompiledWasm(std::shared_ptr<const runtime::InstanceModule> code,
               std::shared_ptr<const InstanceCode> kernel)
      : code(std::move(code)), kernel(std::move(kernel)) {}
  std::shared_ptr<const runtime::InstanceModule> code;
  /// Null on the host.
  std::shared_ptr<const InstanceCode> kernel;
};

/// Returns the name of the device that runs a number of instances by default:
/// "cpu" for few, since each thread of a GPU is slow, and compiling for it
/// takes longer, or else "auto".
const char *getDefaultDevice(int64_t instances);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_COMPILEDWASM_H
