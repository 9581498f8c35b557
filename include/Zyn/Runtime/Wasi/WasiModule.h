//===- WasiModule.h - The functions of WASI preview 1 --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_WASI_WASIMODULE_H
#define ZYN_RUNTIME_WASI_WASIMODULE_H

#include "Zyn/Runtime/HostModule.h"
#include "Zyn/Runtime/Wasi/Output.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace zyn::runtime::wasi {

/// A folder of the host and the name that programs use for it.
struct PreopenedFolder {
  std::string host, guest;
};

/// What programs see of their environment.
struct WasiOptions {
  /// The name of the program and its arguments.
  std::vector<std::string> arguments;
  /// If not empty, further arguments of each instance.
  std::vector<std::vector<std::string>> instanceArguments;
  /// "NAME=VALUE".
  std::vector<std::string> environment;
  std::vector<PreopenedFolder> folders;
  /// Whether standard input is that of this process; otherwise it is empty.
  bool hasInput = false;
  /// Whether modified files are written to the host when an instance ends.
  bool writesBack = false;
  /// The bytes that an instance may add to its files.
  uint64_t fileBytes = UINT64_C(256) << 20;
  /// Instances draw different random numbers, the same in each run.
  uint64_t seed = 0;
  /// Must outlive the module.
  OutputRouter *output = nullptr;
};

/// Creates the module `wasi_snapshot_preview1`. Error: a folder cannot be read.
/// For example:
///
///   auto output = wasi::createOrderedOutput();
///   wasi::WasiOptions options;
///   options.arguments = {"count", "input.txt"};
///   options.folders = {{"data", "."}};
///   options.output = output.get();
///   auto module = wasi::createWasiModule(std::move(options));
///   if (!module)
///     return module.takeError();
///   InstanceRequest request;
///   request.instances = 1000;
///   request.hosts = {module->get()};
///   auto run = code.run(context, request);
Expected<std::unique_ptr<HostModule>> createWasiModule(WasiOptions options);

} // namespace zyn::runtime::wasi

#endif // ZYN_RUNTIME_WASI_WASIMODULE_H
