//===- SpecRunner.h - Runs scripts of the specification suite - -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_WASM_SPECRUNNER_H
#define ZYN_TEST_WASM_SPECRUNNER_H

#include "SpecInstance.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>
#include <string>

namespace zyn::spec {

/// The number of assertions by result.
struct Counts {
  int passed = 0, failed = 0, skipped = 0;
};

/// Runs the commands of a .json file that wast2json created. All modules of a
/// script share a store, since they can import from each other.
class SpecRunner {
public:
  SpecRunner(std::string folder, runtime::Context &context, bool optimize);

  /// Runs a command and prints whether it failed or was skipped, and why.
  void run(const llvm::json::Object &command);

  const Counts &getCounts() const { return counts; }

private:
  using Object = llvm::json::Object;

  void defineHostModule();
  void pass() { ++counts.passed; }
  void fail(const Object &command, const std::string &reason);
  void skip(const Object &command, const std::string &reason);

  runtime::Expected<compiler::CompiledWasm> compile(const std::string &bytes,
                                                    const std::string &file);
  runtime::Expected<std::unique_ptr<SpecInstance>>
  instantiate(const compiler::CompiledWasm &code);
  /// Returns whether the device does not support what caused `message`, and
  /// skips the command in this case.
  bool skipIfUnsupported(const Object &command, const std::string &message);
  void runModule(const Object &command);
  void runRegister(const Object &command);
  void runReturn(const Object &command);
  void runTrap(const Object &command);
  /// For modules that must be refused: while they are compiled, or else while
  /// they are instantiated.
  void runRefused(const Object &command, bool isCompiled);

  /// Executes an invocation or reads a global; returns the results.
  runtime::Expected<SpecResult> act(const Object &action);
  SpecInstance *findInstance(const Object &action);
  /// Whether the instance was skipped.
  bool isSkipped(const Object &action);

  const std::string folder;
  runtime::Context &context;
  compiler::CompileOptions options;
  runtime::InstanceStore store;
  runtime::InstanceImports imports;
  /// The functions of `spectest`, for instances on a device.
  std::unique_ptr<runtime::HostModule> host;
  std::vector<std::unique_ptr<SpecInstance>> instances;
  /// Null for an instance that was skipped.
  std::map<std::string, SpecInstance *> named;
  SpecInstance *last = nullptr;
  std::set<SpecInstance *> registered, skipped;
  Counts counts;
};

} // namespace zyn::spec

#endif // ZYN_TEST_WASM_SPECRUNNER_H
