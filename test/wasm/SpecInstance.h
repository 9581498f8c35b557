//===- SpecInstance.h - Instances of scripts ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_WASM_SPECINSTANCE_H
#define ZYN_TEST_WASM_SPECINSTANCE_H

#include "Zyn/Compiler/CompiledWasm.h"

#include <memory>
#include <string>
#include <vector>

namespace zyn::spec {

/// The results of an action.
struct SpecResult {
  std::vector<runtime::ValueKind> kinds;
  std::vector<uint64_t> bits;
};

/// An instance of a module of a script, which keeps its state between actions.
class SpecInstance {
public:
  virtual ~SpecInstance() = default;
  /// Calls an exported function, or reads an exported global.
  virtual runtime::Expected<SpecResult>
  act(const std::string &field, std::vector<uint64_t> arguments) = 0;
  /// Exports that other modules can import; null on a GPU.
  virtual const runtime::Instance *getExports() const { return nullptr; }
};

/// Creates instances in a store, or one in memory of a device.
runtime::Expected<std::unique_ptr<SpecInstance>>
createHostInstance(const compiler::CompiledWasm &code,
                   runtime::InstanceStore &store,
                   const runtime::InstanceImports &imports);
runtime::Expected<std::unique_ptr<SpecInstance>>
createDeviceInstance(const compiler::CompiledWasm &code,
                     runtime::Context &context, runtime::HostModule &host);

} // namespace zyn::spec

#endif // ZYN_TEST_WASM_SPECINSTANCE_H
