//===- WasiModule.cpp - The functions of WASI preview 1 -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Wasi/WasiModule.h"
#include "Process.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

namespace {
class WasiModule : public HostModule {
public:
  explicit WasiModule(Environment environment)
      : HostModule("wasi_snapshot_preview1", getFunctions()),
        environment(std::move(environment)) {}

  std::unique_ptr<HostInstance> createInstance(int64_t index) override {
    return std::make_unique<Process>(environment, index);
  }

private:
  const Environment environment;
};
} // namespace

Expected<std::unique_ptr<HostModule>>
zyn::runtime::wasi::createWasiModule(WasiOptions options) {
  Environment environment;
  for (const PreopenedFolder &folder : options.folders) {
    struct stat stat;
    if (::stat(folder.host.c_str(), &stat) != 0)
      return Error::at(folder.host, std::string("cannot open the folder: ") +
                                        std::strerror(errno));
    if (!S_ISDIR(stat.st_mode))
      return Error::at(folder.host, "expected a folder, found a file");
    environment.folders.push_back(
        std::make_unique<HostNode>(folder.host, stat));
  }
  environment.options = std::move(options);
  for (int stream : {0, 1, 2})
    environment.streams[stream] =
        isatty(stream) ? FileType::CharacterDevice : FileType::Unknown;
  return std::unique_ptr<HostModule>(
      std::make_unique<WasiModule>(std::move(environment)));
}
